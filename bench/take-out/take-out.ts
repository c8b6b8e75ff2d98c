/**
 * `npm run bench -- take-out [--feature NAME]`: takes features out of a copy of the sources, one at a time, and says
 * what it took: files of the feature, lines of registers that named it, and places that a person would have to think
 * about, of which none is the goal. What is left compiles, and its rules of the house hold. The last line is JSON.
 * Smallest: `--feature wmts --without-checks`.
 */
import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { copySources } from "./copy-sources.ts";
import { features } from "./features.ts";
import { type Checks, takeOut } from "./untie-feature.ts";

const { values } = parseArgs({
  options: { feature: { type: "string" }, "without-checks": { type: "boolean", default: false } },
});
const names = values.feature ? [values.feature] : Object.keys(features);
const checks: Checks = values["without-checks"] ? "none" : "all";

// The children end by the signal too, what they left unsaid is an error, and the copy is removed.
process.once("SIGINT", () => undefined);

const taken: Record<string, { files: number; lines: number; registers: number; left: number }> = {};
for (const name of names) {
  const feature = features[name];
  if (!feature) throw new Error(`--feature is one of ${Object.keys(features).join(", ")}`);
  const root = await copySources();
  try {
    const { files, lines, left } = await takeOut(root, feature, checks);
    const registers = new Set(lines.map(({ file }) => file)).size;
    console.log(`${name}: ${files.length} files; ${lines.length} lines of ${registers} others`);
    for (const { file, text } of lines) console.log(`  - ${file}: ${text.trim()}`);
    for (const place of left) console.log(`  ✗ ${place}`);
    taken[name] = { files: files.length, lines: lines.length, registers, left: left.length };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
console.log(JSON.stringify(taken));
