/** `npm run bench -- NAME [ARGUMENTS]`: measures one figure that the README states. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { become, inRoot } from "./programs.mjs";

const dir = inRoot("bench");
/** Lines for the compiler that may stand before the comment. */
const references = /^(\/\/\/.*\n)+/;
const marker = /^\/\*\*[\s*]*`npm run bench -- ([a-z0-9-]+)/;

/** A file is a bench when it begins by saying how it is run, in whatever folder; others there serve them. */
function benches() {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true })
    .filter((file) => file.endsWith(".ts") && !basename(file).startsWith("."))
    .map((file) => {
      const first = readFileSync(`${dir}/${file}`, "utf8").split("*/")[0].replace(references, "");
      const text = first.replace(/[\s*/]+/g, " ").trim();
      return { name: basename(file, ".ts"), file, text, runs: marker.test(first) };
    });
}

const [name, ...args] = process.argv.slice(2);
const all = benches();
const found = all.find(
  (bench) => bench.name === name && (bench.runs || bench.file === `${name}.ts`),
);
if (found) {
  await ensureInstalled();
  become(`bench/${found.file}`, args);
} else {
  const listed = all.some(({ runs }) => runs) ? all.filter(({ runs }) => runs) : all;
  const lines = listed.map((bench) => `  ${bench.name}\n      ${bench.text}`);
  console.log(`Usage: npm run bench -- NAME [ARGUMENTS]\n\n${lines.join("\n")}`);
  if (name !== undefined && name !== "--help") process.exit(2);
}
