import { describe, expect, it } from "vitest";
import { countText, type GroundCount, groundText, isUnfamiliar } from "../src/ground-text.ts";
import { type TextLanguage, text, textLanguages } from "../src/text.ts";

const wordsOf = (language: TextLanguage) => ({
  language,
  text: (key: string, params = {}) => text(language, `coverage.${key}`, params),
});
const words = wordsOf("en");
const count = (
  familiarity: NonNullable<GroundCount["ground"]>["familiarity"],
  unfamiliar_trees = 0,
  reasons: string[] = [],
): GroundCount => {
  const isStated = familiarity !== "unfamiliar";
  const range = isStated ? { low: 80, high: 130 } : { low: null, high: null };
  const ground = { familiarity, reasons, unfamiliar_trees };
  return { total: 100, unsure_leaf_off: 0, ...range, ground };
};

describe("words on the ground of a count", () => {
  it("is nothing where the ground is known", () => {
    expect(countText(count("known"), words)).toBe("100 (80–130)");
    expect(groundText(count("known"), words)).toBe("");
    expect(groundText(null, words)).toBe("");
  });

  it.each(textLanguages)("in %s is how many trees are unsure for want of leaves", (language) => {
    const leafless = { ...count("known"), unsure_leaf_off: 37 };
    expect(groundText(leafless, wordsOf(language))).toContain("37");
    const both = { ...count("unlike", 0, ["season"]), unsure_leaf_off: 37 };
    const [range, green] = groundText(both, wordsOf(language)).split("; ");
    expect(range).toContain(text(language, "coverage.foreign_season"));
    expect(green).toBe(groundText(leafless, wordsOf(language)));
    expect(groundText({ ...leafless, ground: null }, wordsOf(language))).toBe(green);
  });

  it("is why the range is wider on ground that is unlike", () => {
    expect(groundText(count("unlike", 0, ["bands", "season"]), words)).toBe(
      "the range is wider here: near infrared is missing, which such images had, it is the leafless season",
    );
  });

  it.each(textLanguages)("in %s is what counted images lack", (language) => {
    for (const reason of ["camera", "climate"]) {
      const said = groundText(count("unlike", 0, [reason]), wordsOf(language));
      expect(said).toContain(text(language, `coverage.foreign_${reason}`));
      expect(said).not.toContain("foreign_");
    }
  });

  it.each(textLanguages)(
    "in %s stands in place of a number where all is unfamiliar",
    (language) => {
      const all = count("unfamiliar", 100, ["certainty"]);
      expect(isUnfamiliar(all)).toBe(true);
      expect(countText(all, wordsOf(language))).toBe(text(language, "coverage.unfamiliar"));
      expect(countText(all, wordsOf(language))).not.toContain("100");
      expect(groundText(all, wordsOf(language))).toContain("100");
    },
  );

  it("leaves the number of a sum, without a range, where a part is unfamiliar", () => {
    expect(countText(count("unfamiliar", 30), words)).toBe("100");
    expect(groundText(count("unfamiliar", 30), words)).toMatch(/^30 of them on unfamiliar ground/);
  });

  it("stands for an image without a single find too", () => {
    const none = { ...count("unfamiliar", 0), total: 0 };
    expect(isUnfamiliar(none)).toBe(true);
  });

  it("says of older counts that nobody looked", () => {
    expect(groundText(count("unassessed"), words)).toMatch(/^counted before/);
  });
});
