/** `npm start`: a fresh clone becomes a running product; later it only starts. */
import { ensureInstalled } from "./install.mjs";
import { prepareProgram } from "./prepare-program.mjs";
import { become } from "./programs.mjs";

await ensureInstalled();
await prepareProgram("server");
become("apps/server/src/main.ts", process.argv.slice(2), { ownGroup: true });
