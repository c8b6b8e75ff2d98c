/** How many files a change touches, read from the tables of the guides that count real commits. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { atMost, type Row } from "./row.ts";

const root = resolve(import.meta.dirname, "../..");
const fileName = /^[\w$@{},./-]+\.(ts|tsx|sql|json|md|webp|mjs|py)$/;

/** `{tg,ru}/a.json` as `tg/a.json`, `ru/a.json`. */
function expand(path: string): string[] {
  const group = /^(.*?)\{([^}]+)\}(.*)$/.exec(path);
  if (!group) return [path];
  const [, before = "", names = "", after = ""] = group;
  return names.split(",").flatMap((name) => expand(`${before}${name.trim()}${after}`));
}

/** The files that the rows of a guide's tables name, each once; undefined when there is no such guide. */
function filesNamed(guide: string): string[] | undefined {
  const path = resolve(root, guide);
  if (!existsSync(path)) return undefined;
  const rows = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("|"));
  const named = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map((m) => m[1] ?? ""));
  return [...new Set(named.filter((name) => fileName.test(name)).flatMap(expand))];
}

function countedIn(name: string, guide: string, most: number): Row {
  const files = filesNamed(guide);
  const details = files ? [`the files named in the tables of ${guide}`] : [`${guide} is not there`];
  return atMost(name, files?.length, most, details);
}

/** Files to touch for a field of a garden, and for a new entity. */
export const entityFiles = (): Row[] => [
  countedIn("files to touch for a field", "docs/adding-a-field.md", 8),
  countedIn("files to touch for a new entity", "docs/adding-an-entity.md", 30),
];
