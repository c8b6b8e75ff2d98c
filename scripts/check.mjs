/** `npm run check`: what can be known without a database or a browser, before each commit. */
import { ensureInstalled } from "./install.mjs";
import { inRoot, projectNode, show } from "./programs.mjs";
import { staticChecks, staticEnv } from "./static-checks.mjs";
import { ensureWeb } from "./web-build.mjs";

await ensureInstalled();
// The build writes the tree of routes that the panel's types need.
const failure = await ensureWeb();
if (failure !== undefined) {
  console.error(failure);
  process.exit(1);
}
const checks = {
  ...staticChecks,
  "architecture, words, contract and texts": [
    inRoot("node_modules", "vitest", "vitest.mjs"),
    "run",
    "--reporter=dot",
    ...["test/architecture", "test/house", "test/words", "test/completeness", "test/conformance"],
    ...["packages/contract", "packages/locales"],
  ],
};
const failed = [];
for (const [name, args] of Object.entries(checks)) {
  console.log(`\n== ${name}`);
  if ((await show(projectNode, args, { env: staticEnv() })) !== 0) failed.push(name);
}
console.log(failed.length > 0 ? `\nFailed: ${failed.join(", ")}` : "\nAll is well.");
process.exit(failed.length > 0 ? 1 : 0);
