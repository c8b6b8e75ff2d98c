/** `npm run bench -- NAME [ARGUMENTS | --smallest]`: measures one figure of docs/measured.md, or only that it still can be. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { become, inRoot } from "./programs.mjs";
import { ensurePackages } from "./system-packages.mjs";

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

/** Arguments of the smallest run, which shows that the bench works and measures nothing. */
const smallestOf = ({ text }) => /Smallest: `([^`]+)`/.exec(text)?.[1]?.split(" ") ?? [];

/** Debian's packages that a bench takes: asked for first, so that it does not end halfway. */
async function requirePackages({ text }) {
  const names = /Packages: ([a-z0-9 -]+)/.exec(text)?.[1]?.split(" ") ?? [];
  const missing = names.length > 0 && (await ensurePackages(names));
  if (missing) {
    console.error(missing);
    process.exit(1);
  }
}

const [name, ...args] = process.argv.slice(2);
const all = benches();
const found = all.find(
  (bench) => bench.name === name && (bench.runs || bench.file === `${name}.ts`),
);
if (found) {
  await ensureInstalled();
  await requirePackages(found);
  const isSmallest = args.includes("--smallest");
  become(`bench/${found.file}`, isSmallest ? smallestOf(found) : args);
} else {
  const listed = all.some(({ runs }) => runs) ? all.filter(({ runs }) => runs) : all;
  const lines = listed.map((bench) => `  ${bench.name}\n      ${bench.text}`);
  console.log(`Usage: npm run bench -- NAME [ARGUMENTS | --smallest]\n\n${lines.join("\n")}`);
  if (name !== undefined && name !== "--help") process.exit(2);
}
