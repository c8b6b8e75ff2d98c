import { describe, expect, test } from "vitest";
import { canopyText } from "../src/canopy-text.ts";
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
