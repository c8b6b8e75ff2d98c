/** `npm start`: a fresh clone becomes a running product; later it only starts. */
import { ensureInstalled } from "./install.mjs";
import { become } from "./programs.mjs";
import { ensurePackages, imagePackages } from "./system-packages.mjs";
import { ensureWeb } from "./web-build.mjs";

await ensureInstalled();
// Both wait for other machines or cores; neither needs the other.
const [note, failure] = await Promise.all([ensurePackages(imagePackages), ensureWeb()]);
if (failure !== undefined) {
  console.error(`${failure}\n\nThe panel could not be built.`);
  process.exit(1);
}
if (note) console.log(`Note: ${note}. Until then only simple 8-bit images can be read.`);
become("apps/server/src/main.ts", process.argv.slice(2), { ownGroup: true });
