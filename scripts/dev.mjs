/** `npm run dev`: the product from its sources; server and worker begin anew and the panel follows when a file changes. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { ensureInstalled } from "./install.mjs";
import { inRoot, projectEnv, projectNode } from "./programs.mjs";
import { ensurePackages, imagePackages } from "./system-packages.mjs";

await ensureInstalled();
const note = await ensurePackages(imagePackages);
if (note) console.log(`Note: ${note}.`);

const packages = readdirSync(inRoot("packages")).map((name) => inRoot("packages", name, "src"));
const watched = [inRoot("apps/server/src"), inRoot("apps/worker/src"), ...packages]
  .filter((path) => existsSync(path))
  .map((path) => `--watch-path=${path}`);
const env = projectEnv();
const programs = [
  // The worker is a child of the server and begins anew with it.
  spawn(
    projectNode,
    [
      ...watched,
      "--watch-preserve-output",
      inRoot("apps/server/src/main.ts"),
      ...process.argv.slice(2),
    ],
    { cwd: inRoot(), env, stdio: "inherit" },
  ),
  spawn(projectNode, [inRoot("node_modules/vite/bin/vite.js")], {
    cwd: inRoot("apps/web"),
    env,
    stdio: "inherit",
  }),
];
let ending = false;
function end(signal = "SIGTERM") {
  if (ending) return;
  ending = true;
  for (const program of programs) program.kill(signal);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end());
// Ends both programs with either of them: server and panel are of no use without each other.
for (const program of programs) program.once("exit", () => end());
