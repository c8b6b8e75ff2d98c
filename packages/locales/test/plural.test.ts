import { expect, test } from "vitest";
import { pluralForm } from "../src/plural.ts";
import { text } from "../src/text.ts";
import { all } from "./read-texts.ts";

test("a Russian word takes one of three forms by the last digits of its number", () => {
  const forms = "дерево|дерева|деревьев";
  const words = (numbers: (number | string)[]) =>
    numbers.map((number) => pluralForm(number, forms, "ru"));
  expect(words([1, 21, 101, "1 001"])).toEqual(Array(4).fill("дерево"));
  expect(words([2, 3, 4, 22, 692, "1,5"])).toEqual(Array(6).fill("дерева"));
  expect(words([0, 5, 11, 12, 14, 111, "1\u202f240 ± 90"])).toEqual(Array(7).fill("деревьев"));
  // Brackets are said aside: the number before them counts.
  expect(words(["564 (328–1\u202f851)", "21 (12–35)"])).toEqual(["дерева", "дерево"]);
});

test("an English word is singular beside one alone, whatever the separators", () => {
  const words = (numbers: (number | string)[]) =>
    numbers.map((number) => pluralForm(number, "tree|trees", "en"));
  expect(words([1, "1"])).toEqual(["tree", "tree"]);
  expect(words([0, 2, "1,240", "1.5", "1 (1–3)"])).toEqual(Array(5).fill("trees"));
});

test("texts of the server choose the form, and Tajik and Azerbaijani need none", () => {
  expect(text("ru", "compare.other_season", { days: 92 })).toContain("92 дня");
  expect(text("en", "lists.export_done", { name: "Gardens", n: 1 })).toBe("Gardens: 1 row");
});

test("no English text puts a plural beside a number that may be one", () => {
  const fixed = /^(max|min|number|what|files|needed|name|host)$/;
  const bad = all("en").filter(([, value]) =>
    [...value.matchAll(/\{(\w+)\} (?!stands|holds|as)[a-z]+s\b/g)].some(
      ([, name = ""]) => !fixed.test(name),
    ),
  );
  expect(bad).toEqual([]);
});

test("no Russian text puts one form of a noun beside a number that may be any", () => {
  const bad = all("ru").filter(([, value]) =>
    /\{(n|count|days|trees|rows|images)\}[\s\u00a0](дн|дерев|строк|снимк|сад|фрагмент)/.test(value),
  );
  expect(bad).toEqual([]);
});
