import { describe, expect, test } from "vitest";
import { canopyCell, canopyShareText, canopyText } from "../src/canopy-text.ts";
import { type TextLanguage, text } from "../src/text.ts";

const wordsOf = (language: TextLanguage) => ({
  language,
  text: (key: string, params?: Record<string, string | number>) =>
    text(language, `coverage.${key}`, params),
});

describe("closed canopy in words", () => {
  const canopy = { closed_ha: 12.345, ground_ha: 50, trees: 1310, countable: true };

  test("gives hectares, their share and the trees in it", () => {
    expect(canopyText(canopy, wordsOf("en"))).toBe(
      "Closed canopy on 12.3 ha (24.7 % of the ground), 1,310 of the trees in it",
    );
    expect(canopyText(canopy, wordsOf("ru"))).toBe(
      "Сомкнутый полог на 12,3 га (24,7 % площади), в нём деревьев: 1\u00a0310",
    );
  });

  test("gives no number of trees where crowns cannot be counted", () => {
    const said = canopyText({ ...canopy, countable: false }, wordsOf("en"));
    expect(said).toContain("crowns cannot be counted here");
    expect(said).not.toContain("1,310");
  });

  test("says nothing where there is none", () => {
    expect(canopyText({ ...canopy, closed_ha: 0 }, wordsOf("tg"))).toBeUndefined();
  });
});

describe("closed canopy of places and periods in words", () => {
  const canopy = { closed_m2: 124_000, uncountable_m2: 0, seen_m2: 1_550_000, percent: 8 };

  test("gives its share of the ground seen, and of how much crowns cannot be counted", () => {
    const words = wordsOf("en");
    expect(canopyShareText(canopy, words)).toBe("8% of 155 ha seen");
    expect(canopyShareText({ ...canopy, uncountable_m2: 124_000 }, words)).toBe(
      "8% of 155 ha seen; crowns cannot be counted there",
    );
    expect(canopyShareText({ ...canopy, uncountable_m2: 91_000 }, wordsOf("ru"))).toBe(
      "8\u00a0% от 155 га на снимках; на 9,1 га из них отдельные кроны нельзя сосчитать",
    );
  });

  test("is a dash in a table where nothing is known, and nought where there is none", () => {
    const words = wordsOf("en");
    expect(canopyCell(null, words)).toBe("–");
    expect(canopyCell({ ...canopy, closed_m2: 0, percent: 0 }, words)).toBe("0");
    expect(canopyCell({ ...canopy, uncountable_m2: 124_000 }, words)).toBe(
      "12.4\u00a0(8%): crowns cannot be counted there",
    );
  });
});
