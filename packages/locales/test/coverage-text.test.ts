import { expect, test } from "vitest";
import {
  type CoverageWords,
  coverageText,
  givenByText,
  greenLevelsText,
} from "../src/coverage-text.ts";
import { type TextLanguage, text } from "../src/text.ts";

const words = (language: TextLanguage): CoverageWords => ({
  language,
  text: (key, params) => text(language, `coverage.${key}`, params),
  date: (day) => day.split("-").reverse().join("."),
  name: (names) => names[language] ?? "",
});
const coverage = {
  seen_m2: 102_000,
  total_m2: 530_000,
  percent: 19.2,
  images: 2,
  from: "2025-05-01",
  to: "2026-11-14",
};
const of = (language: TextLanguage, count: number, seen = 1) =>
  coverageText(coverage, words(language), { gardens: { seen, count } });

test("says how much was seen, of how many gardens, and when last", () => {
  expect(of("en", 5)).toBe("seen 10.2 of 53 ha, 1 of 5 gardens, last 14.11.2026");
  expect(of("ru", 5)).toBe("на снимках 10,2 из 53 га, 1 из 5 садов, последний снимок 14.11.2026");
  expect(of("tg", 5)).toBe("дар аксҳо 10,2 аз 53 га, 1 аз 5 боғ, акси охирин 14.11.2026");
  expect(of("az", 5)).toBe("təsvirlərdə 53 ha-dan 10,2 ha, 5 bağdan 1, son təsvir 14.11.2026");
});

test.each([
  [1, "сада", "garden"],
  [2, "садов", "gardens"],
  [11, "садов", "gardens"],
  [21, "сада", "gardens"],
  [111, "садов", "gardens"],
])("has the right form for %i gardens", (count, russian, english) => {
  expect(of("ru", count)).toContain(`1 из ${count} ${russian},`);
  expect(of("en", count)).toContain(`1 of ${count} ${english},`);
});

test("names one image by its day, the whole as such, and no total that is not known", () => {
  const once = { ...coverage, images: 1, from: "2026-11-14" };
  expect(coverageText(once, words("en"))).toBe("seen 10.2 of 53 ha, on 14.11.2026");
  expect(coverageText({ ...once, percent: 99.98 }, words("en"))).toContain("all 53 ha seen");
  expect(coverageText({ ...once, total_m2: null, percent: null }, words("en"))).toContain(
    "seen 10.2 ha,",
  );
});

test("names the organizations that gave images of another's gardens, three and how many more", () => {
  const given_by = ["A", "B", "C", "D", "E"].map((en) => ({ en, ru: `${en}-ру`, tg: en }));
  const one = { ...coverage, given_by: given_by.slice(0, 1) };
  expect(coverageText(one, words("ru"))).toBe(
    "на снимках 10,2 из 53 га, последний снимок 14.11.2026; снимки дали: A-ру",
  );
  expect(givenByText({ given_by }, words("en"))).toBe("images given by A, B, C and 2 more");
  expect(givenByText({ given_by: [] }, words("en"))).toBe("");
});

test("says why there is nothing", () => {
  const none = { ...coverage, seen_m2: 0, percent: 0, images: 0, from: null, to: null };
  const gardens = { seen: 0, count: 5 };
  expect(coverageText(none, words("en"), { gardens })).toBe("no image yet");
  expect(coverageText(none, words("en"), { gardens, inPeriod: true })).toBe(
    "no image in this period",
  );
});

test("keeps green levels by different indices apart, each with its own ground", () => {
  const levels = [
    { index: "NDVI", percent: 29, seen_m2: 80_000 },
    { index: "GLI", percent: 84, seen_m2: 20_000 },
  ];
  expect(greenLevelsText(levels, words("en"))).toBe("29% by NDVI over 8 ha; 84% by GLI over 2 ha");
});
