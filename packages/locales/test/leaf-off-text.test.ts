import { expect, it } from "vitest";
import { leafOffText } from "../src/leaf-off-text.ts";
import { text, textLanguages } from "../src/text.ts";

it.each(textLanguages)("says in %s when leaves are off, and by what", (language) => {
  const words = {
    text: (key: string, params = {}) => text(language, `territory.${key}`, params),
    day: (monthDay: string) => `<${monthDay}>`,
  };
  const days = { from: "10-01", to: "05-15" };
  expect(leafOffText("10-01/05-15", days, words)).toBe("<10-01> – <05-15>");
  const byLatitude = leafOffText("by_latitude", days, words);
  expect(byLatitude).toContain("<10-01> – <05-15>");
  expect(byLatitude).not.toBe("<10-01> – <05-15>");
  const never = leafOffText("never", null, words);
  expect(leafOffText("by_latitude", null, words)).toContain(never);
});
