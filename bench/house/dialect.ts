/** Words of docs/words.md that are to be replaced. */
import { product } from "../../test/architecture/sources.ts";
import { wordRules, wrongWords } from "../../test/architecture/word-list.ts";
import { atMost, type Row } from "./row.ts";

/** Counts identifiers and file names of the product that use a word which the list replaces. */
export function dialect(): Row {
  const rules = wordRules().filter(({ held }) => !held);
  const found = wrongWords(product, rules);
  const words = Map.groupBy(found, ({ word, say }) => `${word} → ${say}`);
  const lines = [...words]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([word, { length }]) => `${word} (${length})`);
  return atMost("dialect: identifiers to rename", found.length, 0, lines);
}
