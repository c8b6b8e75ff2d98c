/** `npm run build`: the panel as `npm start` serves it, with its texts compressed ahead, unless it is built. */
import { ensureInstalled } from "./install.mjs";
import { ensureWeb } from "./web-build.mjs";

await ensureInstalled();
const failure = await ensureWeb();
if (failure !== undefined) {
  console.error(`${failure}\n\nThe panel could not be built.`);
  process.exit(1);
}
