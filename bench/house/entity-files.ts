/** Number of files that a change touches, read from the tables of the guides that count real commits. */
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

/** The files that a table's rows name in their own cell of files: the first that holds one. */
function filesOf(row: string): string[] {
  for (const cell of row.split("|")) {
    const named = [...cell.matchAll(/`([^`]+)`/g)].map((m) => m[1] ?? "");
    const files = named.filter((name) => fileName.test(name)).flatMap(expand);
    if (files.length > 0) return files;
  }
  return [];
}

/** The files that the tables of a guide's sections name, each once; `isMeant` chooses sections by their headings. */
function filesNamed(text: string, isMeant: (heading: string) => boolean): string[] {
  const sections = text.split(/^## /m).filter((section) => isMeant(section.split("\n")[0] ?? ""));
  const rows = sections.flatMap((section) => section.split("\n")).filter((line) => line[0] === "|");
  return [...new Set(rows.flatMap(filesOf))];
}

const isByHand = (heading: string) => heading.startsWith("By hand");
const isOther = (heading: string) => heading.startsWith("Tests and generated");

function countedIn(name: string, guide: string, max: number): Row {
  const path = resolve(root, guide);
  if (!existsSync(path)) return atMost(name, undefined, max, [`${guide} is not there`]);
  const text = readFileSync(path, "utf8");
  const byHand = filesNamed(text, isByHand);
  const others = filesNamed(text, isOther);
  const missing = [...byHand, ...others].filter((file) => !existsSync(resolve(root, file)));
  return atMost(name, byHand.length, max, [
    `named in the tables of ${guide}: ${byHand.length} by hand, ${others.length} tests and generated`,
    ...missing.map((file) => `${guide} names ${file}, which is not there`),
  ]);
}

/** Files to touch for a field of a garden, and for a new entity. */
export const entityFiles = (): Row[] => [
  countedIn("files to touch for a field", "docs/adding-a-field.md", 8),
  countedIn("files to touch for a new entity", "docs/adding-an-entity.md", 30),
];
