/** The words of docs/words.md, and where the sources use others. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isGenerated, type Source } from "./sources.ts";

const list = resolve(import.meta.dirname, "../../docs/words.md");

/** One row: what to say, what not to, and whether a test holds it. */
export interface WordRule {
  say: string;
  /** In lower case, words parted by a space: `door facts`. */
  not: string[];
  held: boolean;
}

/** The rows of the tables of docs/words.md. @throws for a row that has not four cells */
export function wordRules(markdown = readFileSync(list, "utf8")): WordRule[] {
  const rows = markdown.split("\n").filter((line) => /^\|(?! say |-)/.test(line));
  return rows.map((row) => {
    const cells = row.split("|").slice(1, -1);
    if (cells.length !== 4) throw new Error(`docs/words.md: a row has four cells: ${row}`);
    const [say = "", , not = "", held = ""] = cells.map((cell) => cell.trim());
    return {
      say,
      not: [...not.matchAll(/`([^`]+)`/g)].map((m) => m[1] ?? ""),
      held: held === "yes",
    };
  });
}

/** `PictureFacts`, `pictureFacts` and `picture-facts` as ` picture facts `. */
const spoken = (name: string) =>
  ` ${name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_$-]+/g, " ")
    .toLowerCase()
    .trim()} `;

const code = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "$1")
    .replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, '""');

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

/** Every use of a word that one of `rules` forbids. Comments and texts in quotes are not read. */
export function wrongWords(sources: Source[], rules: WordRule[]): WrongWord[] {
  const forbidden = rules.flatMap(({ say, not }) => not.map((word) => ({ say, word })));
  return sources
    .filter((source) => !isGenerated(source))
    .flatMap((source) =>
      namesOf(source).flatMap((name) => {
        const words = spoken(name);
        return forbidden
          .filter(({ word }) => words.includes(` ${word} `))
          .map((rule) => ({ path: source.path, name, ...rule }));
      }),
    );
}
