/** Row that counts comments by how they begin. */
import { product, sources } from "../../test/architecture/sources.ts";
import type { Row } from "./row.ts";

/** A comment of any length; lines of `//` one below the other are one. */
const comment = /\/\*\*?[\s\S]*?\*\/|(?:^[ \t]*\/\/(?!\/).*\n?)+/gm;
const question = /^[\s/*]*(?:What|Whether|Who|Whose|Which|How|Why|That|Nothing|One)\b/;
const goal = 0.5;

/** Percent of comments that begin with a question word or a pronoun, where a verb or a noun says more. */
export function questions(): Row {
  const counts = sources.map(({ path, text }) => {
    const all = [...text.matchAll(comment)];
    return { path, all: all.length, asked: all.filter(([one]) => question.test(one)).length };
  });
  const sum = (of: "all" | "asked") => counts.reduce((total, one) => total + one[of], 0);
  const value = Math.round((1000 * sum("asked")) / sum("all")) / 10;
  const files = counts
    .filter(({ asked }) => asked > 0)
    .sort((a, b) => b.asked - a.asked)
    .map(({ path, asked }) => `${path} (${asked})`);
  const details = [`${sum("asked")} of ${sum("all")} comments`, ...files];
  return {
    name: "comments that begin with a question word, %",
    value,
    goal: `< ${goal}`,
    reached: value < goal,
    details,
  };
}

const lastOfFunction = (indent: string, lines: string[], from: number) =>
  lines.findIndex((line, i) => i > from && line.startsWith(`${indent}}`));
const opens = /^(\s*)(?:export )?(?:default )?(?:async )?(?:function\b|const \w+ = .*=>).*\{$/;
const most = 100;

/** Functions that no screen holds. The formatter sets their last brace below their first word. */
export function longFunctions(): Row {
  const lines = product.flatMap(({ path, text }) => {
    const own = text.split("\n");
    return own.flatMap((line, i) => {
      const [, indent] = opens.exec(line) ?? [];
      if (indent === undefined) return [];
      const length = lastOfFunction(indent, own, i) - i + 1;
      return length > most ? [`${path}:${i + 1} (${length})`] : [];
    });
  });
  return {
    name: `functions over ${most} lines`,
    value: lines.length,
    goal: "≤ 0",
    reached: lines.length === 0,
    details: lines,
  };
}
