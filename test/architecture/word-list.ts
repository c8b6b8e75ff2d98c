/** The words of docs/words.md, and where the sources use others. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isGenerated, type Source } from "./sources.ts";

const list = resolve(import.meta.dirname, "../../docs/words.md");

/** Row of the list: the word to use, those not to use, and whether a test holds it. */
export interface WordRule {
  say: string;
  /** In lower case, words parted by a space: `door facts`. */
  not: string[];
  held: boolean;
}

/** A key of stored data, of the API or of a library, which keeps its name where it is written or read. */
export interface EdgeName {
  name: string;
  /** Files, or folders that end in `/`. */
  paths: string[];
}

const edgeHeading = "## Names at the edge";
const parts = () => readFileSync(list, "utf8").split(edgeHeading);

/** The rows of a part of docs/words.md. @throws for a row that has not `count` cells */
function rowsOf(markdown: string, count: number): string[][] {
  const rows = markdown.split("\n").filter((line) => /^\|(?! say | name |-)/.test(line));
  return rows.map((row) => {
    const cells = row.split("|").slice(1, -1);
    if (cells.length !== count) throw new Error(`docs/words.md: a row has ${count} cells: ${row}`);
    return cells.map((cell) => cell.trim());
  });
}

const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map((m) => m[1] ?? "");

/** The rows of the tables of words. @throws for a row that has not four cells */
export const wordRules = (markdown = parts()[0] ?? ""): WordRule[] =>
  rowsOf(markdown, 4).map(([say = "", , not = "", held]) => ({
    say,
    not: quoted(not),
    held: held === "yes",
  }));

/** The table of names at the edge. @throws for a row that has not three cells */
export const edgeNames = (markdown = parts()[1] ?? ""): EdgeName[] =>
  rowsOf(markdown, 3).flatMap(([names = "", where = ""]) =>
    quoted(names).map((name) => ({ name, paths: quoted(where) })),
  );

/** Tells whether a name of the table may stand in this file. */
const isAtEdge = ({ path }: Source, name: string, edges: EdgeName[]) =>
  edges.some(
    (edge) => edge.name === name && edge.paths.some((one) => path === one || inFolder(path, one)),
  );

const inFolder = (path: string, folder: string) => folder.endsWith("/") && path.startsWith(folder);

/** `DoorFacts`, `doorFacts` and `door-facts` as ` door facts `. */
const spoken = (name: string) =>
  ` ${name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_$-]+/g, " ")
    .toLowerCase()
    .trim()} `;

/** Of a template only what stands in `${}`; one brace within another is seen, no deeper. */
const inTemplate = (template: string) =>
  [...template.matchAll(/\$\{((?:[^{}]|\{[^{}]*\})*)\}/g)].map((m) => m[1]).join(" ; ");

const code = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "$1")
    .replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, '""')
    .replace(/`(?:\\.|\$\{(?:[^{}]|\{[^{}]*\})*\}|[^`\\])*`/g, inTemplate);

/** The identifiers of a source, each as often as it stands there, and the name of its file. */
function namesOf({ path, text }: Source): string[] {
  const file = path.split("/").at(-1) ?? "";
  return [file.replace(/\.\w+$/, ""), ...(code(text).match(/[A-Za-z_$][\w$]*/g) ?? [])];
}

export interface WrongWord {
  path: string;
  name: string;
  word: string;
  say: string;
}

/**
 * Every use of a word that one of `rules` forbids, apart from the names at the edge. Comments, and texts in quotes
 * and templates (SQL has a function `least`), are not read.
 */
export function wrongWords(
  sources: Source[],
  rules: WordRule[],
  edges: EdgeName[] = edgeNames(),
): WrongWord[] {
  const forbidden = rules.flatMap(({ say, not }) => not.map((word) => ({ say, word })));
  return sources
    .filter((source) => !isGenerated(source))
    .flatMap((source) =>
      namesOf(source).flatMap((name) => {
        if (isAtEdge(source, name, edges)) return [];
        const words = spoken(name);
        return forbidden
          .filter(({ word }) => words.includes(` ${word} `))
          .map((rule) => ({ path: source.path, name, ...rule }));
      }),
    );
}
