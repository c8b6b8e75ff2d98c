import { readdirSync, readFileSync } from "node:fs";
import { textLanguages } from "../src/text.ts";

const source = new URL("../src/", import.meta.url);

type Texts = Record<string, string>;

/** The names of all text files, of every language. */
export const files = [
  ...new Set(
    textLanguages.flatMap((language) =>
      readdirSync(new URL(`${language}/`, source)).filter((name) => name.endsWith(".json")),
    ),
  ),
].sort();

/** Texts of one file of one language. */
export function read(language: string, file: string): Texts {
  return JSON.parse(readFileSync(new URL(`${language}/${file}`, source), "utf8")) as Texts;
}

/** Every text of a language as [file: key, text]. */
export function all(language: string): [string, string][] {
  return files.flatMap((file) =>
    Object.entries(read(language, file)).map(([key, text]): [string, string] => [
      `${file}: ${key}`,
      text,
    ]),
  );
}

/** A text without its {placeholders}, which are code. */
export const bare = (text: string): string =>
  text.replace(/\{\w+\}/g, "").replace(/\{\w+, ([^}]*)\}/g, "$1");
