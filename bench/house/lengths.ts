/** Lengths of files, and the share of tests. */
import {
  isGenerated,
  isTest,
  product,
  type Source,
  sources,
} from "../../test/architecture/sources.ts";
import { atMost, type Row } from "./row.ts";

const lineCount = ({ text }: Source) => text.split("\n").length - 1;
const sumOf = (among: Source[]) => among.reduce((sum, source) => sum + lineCount(source), 0);

/** Test lines for each source line of what is shipped. */
export function testLines(): Row {
  const [tests, shipped] = [
    sumOf(sources.filter(isTest)),
    sumOf(product.filter((s) => !isGenerated(s))),
  ];
  const value = Math.round((tests / shipped) * 100) / 100;
  const details = [`${tests} lines of tests, ${shipped} of sources`];
  return {
    name: "test lines to source lines",
    value,
    goal: "≥ 0.5",
    reached: value >= 0.5,
    details,
  };
}

/** Median, 90 % and longest of the product's files. */
export function fileLengths(): Row[] {
  const files = product
    .filter((source) => !isGenerated(source))
    .map((source) => ({ path: source.path, lines: lineCount(source) }))
    .sort((a, b) => a.lines - b.lines);
  const at = (share: number) => files[Math.min(files.length - 1, Math.floor(files.length * share))];
  const longest = files.filter(({ lines }) => lines > 250).reverse();
  return [
    atMost("lines of a file, median", at(0.5)?.lines, 60, []),
    atMost("lines of a file, 90 %", at(0.9)?.lines, 150, []),
    atMost(
      "lines of a file, most",
      at(1)?.lines,
      400,
      longest.map(({ path, lines }) => `${path} (${lines})`),
    ),
  ];
}
