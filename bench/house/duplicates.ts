/**
 * Pairs of places that share six or more lines in a row. A line counts without its indentation; lines that say
 * nothing of their own (empty, brackets alone, imports, comments) are left out. A pair is a maximal run: ten shared
 * lines are one pair, and a run that stands in three places is three pairs.
 */
import { isGenerated, product, type Source } from "../../test/architecture/sources.ts";
import { withoutComments } from "./counted-text.ts";
import { atMost, type Row } from "./row.ts";

const fewest = 6;

interface Line {
  path: string;
  /** The place among the file's own counted lines. */
  at: number;
  text: string;
}

const importing = /(?:^|\n)(?:import|export)\b[^;"']*?(?:from\s*)?["'][^"']+["'];/g;
const says = /[\w]{2}/;

function linesOf({ path, text }: Source): Line[] {
  return withoutComments(text)
    .replace(importing, "\n")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => says.test(line))
    .map((line, at) => ({ path, at, text: line }));
}

/** Number of lines that are equal from here on, in two files. */
function shared(a: Line[], i: number, b: Line[], j: number): number {
  let length = 0;
  while (a[i + length] && a[i + length]?.text === b[j + length]?.text) length += 1;
  return length;
}

/** Every maximal run of equal lines, as `lines  path  path`. */
export function duplicates(): Row {
  const files = product.filter((source) => !isGenerated(source)).map(linesOf);
  const starts = new Map<string, { lines: Line[]; at: number }[]>();
  for (const lines of files)
    for (let at = 0; at + fewest <= lines.length; at++) {
      const key = lines
        .slice(at, at + fewest)
        .map(({ text }) => text)
        .join("\n");
      starts.set(key, [...(starts.get(key) ?? []), { lines, at }]);
    }
  const found: { length: number; line: string }[] = [];
  for (const places of starts.values())
    for (const [k, a] of places.entries())
      for (const b of places.slice(k + 1)) {
        const goesOn = a.lines[a.at - 1]?.text === b.lines[b.at - 1]?.text && a.at > 0 && b.at > 0;
        if (goesOn || (a.lines === b.lines && Math.abs(a.at - b.at) < fewest)) continue;
        const length = shared(a.lines, a.at, b.lines, b.at);
        found.push({
          length,
          line: `${length} lines: ${a.lines[0]?.path} and ${b.lines[0]?.path}`,
        });
      }
  found.sort((a, b) => b.length - a.length);
  const how = `maximal runs of ${fewest} or more equal lines; imports, comments and brackets do not count`;
  return atMost("duplicate pairs", found.length, 29, [how, ...found.map(({ line }) => line)]);
}
