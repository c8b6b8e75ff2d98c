/**
 * `npm run bench -- house [--details]`: how the house is kept, from its sources: files to touch, places that decide
 * on rights, asserted types, circles of imports, duplicates, tests, lengths. The last line is JSON.
 * Smallest: as it is.
 */
import { parseArgs } from "node:util";
import { casts, rowCasts } from "./house/casts.ts";
import { longFunctions, questions } from "./house/comments.ts";
import { answerTypes, asNever, privateToday, rights, skipped } from "./house/counted-text.ts";
import { dialect } from "./house/dialect.ts";
import { duplicates } from "./house/duplicates.ts";
import { entityFiles } from "./house/entity-files.ts";
import { fileCounts } from "./house/file-counts.ts";
import { cycles, tooLarge } from "./house/folders.ts";
import { fileLengths, testLines } from "./house/lengths.ts";
import { panelRows } from "./house/panel.ts";

const { values } = parseArgs({ options: { details: { type: "boolean", default: false } } });

const rows = [
  ...entityFiles(),
  rights(),
  answerTypes(),
  asNever(),
  privateToday(),
  rowCasts(),
  casts(),
  ...cycles(),
  tooLarge(),
  duplicates(),
  testLines(),
  skipped(),
  ...fileLengths(),
  longFunctions(),
  ...fileCounts(),
  ...panelRows(),
  dialect(),
  questions(),
];

const widest = Math.max(...rows.map(({ name }) => name.length));
for (const { name, value, goal, reached } of rows)
  console.log(
    `${reached ? "✓" : "✗"} ${name.padEnd(widest)}  ${String(value ?? "–").padStart(6)}  goal ${goal}`,
  );
if (values.details)
  for (const { name, details } of rows)
    if (details.length > 0) console.log(`\n${name}\n${details.map((d) => `  ${d}`).join("\n")}`);

const figures = rows.map(({ name, value, goal, reached }) => [name, { value, goal, reached }]);
console.log(JSON.stringify(Object.fromEntries(figures)));
