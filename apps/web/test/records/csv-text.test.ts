import { expect, test } from "vitest";
import { csvDivider, csvText } from "../../src/lib/text/csv-text.ts";

test("texts that begin like a formula carry none out, numbers stay numbers, quotes and dividers stand in quotes", () => {
  const rows = [
    ["=1+1", -3.5, null],
    ['a "b"', "x;y", "one\ntwo"],
  ];
  expect(csvText(rows, ";")).toBe('\u{feff}\'=1+1;-3.5;\r\n"a ""b""";"x;y";"one\ntwo"\r\n');
  expect(csvText([["x;y"]], ",")).toBe("\u{feff}x;y\r\n");
});

test("tables of Russian are divided by semicolons, of English by commas", () => {
  expect([csvDivider("ru"), csvDivider("en")]).toEqual([";", ","]);
});
