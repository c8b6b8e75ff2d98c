/** Rows of `npm run bench -- house` that any change can undo. Cycles, folders and words are held by their own tests. */
import { expect, test } from "vitest";
import { casts, rowCasts } from "../bench/house/casts.ts";
import { questions } from "../bench/house/comments.ts";
import {
  answerTypes,
  asNever,
  privateToday,
  rights,
  skipped,
} from "../bench/house/counted-text.ts";
import { duplicates } from "../bench/house/duplicates.ts";
import type { Row } from "../bench/house/row.ts";

const rows: [what: string, measure: () => Row][] = [
  ["rights are decided in the server's policies alone", rights],
  ["the panel takes the types of answers from the contract", answerTypes],
  ["no type is silenced by never", asNever],
  ["the programme alone knows which day it is", privateToday],
  ["columns say the types of their JSON and states", rowCasts],
  ["casts stay few", casts],
  ["comments begin with a verb or a noun", questions],
  ["equal lines have a part that they share", duplicates],
  ["no test is skipped for want of data or programs", skipped],
];

test.each(rows)("%s", (_what, measure) => {
  const { name, value, goal, reached, details } = measure();
  expect(reached ? [] : [`${name}: ${value}, ${goal}`, ...details]).toEqual([]);
});
