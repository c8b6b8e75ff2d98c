import { expect, test } from "vitest";
import { foldText, matchOf } from "../src/search-text.ts";

const matches = (typed: string, name: string) => matchOf(foldText(typed), foldText(name));

test("the spellings of one name in the four languages are one text", () => {
  for (const spellings of [
    ["Кӯлоб", "Kulob", "Kŭlob"],
    ["Хуҷанд", "Худжанд", "Khujand", "Xucand"],
    ["Душанбе", "Dushanbe", "Düşənbə"],
    ["Гянджа", "Gəncə", "Ganja"],
    ["Шеки", "Şəki", "Sheki"],
    ["Ваҳдат", "Вахдат", "Vahdat", "Vəhdət"],
    ["Қабала", "Gabala", "Qəbələ"],
    ["Боғча", "Boghcha", "Boğça"],
    ["İsmayıllı", "Исмаиллы", "ISMAYILLI"],
  ])
    expect(new Set(spellings.map(foldText)).size, spellings.join(" ")).toBe(1);
});

test("a letter wrong, missing, added or exchanged is forgiven in a word, and a digit is not", () => {
  for (const typed of ["Душамбе", "Душнабе", "Душабе", "Душшанббе", "Душаннбе"])
    expect(matches(typed, "Боғи Душанбе"), typed).toBeDefined();
  expect(matches("Пенджикент", "Панҷакент")).toBeDefined();
  expect(matches("сад 12", "Сад 12")).toBe(0);
  expect(matches("сад 13", "Сад 12")).toBeUndefined();
  // Three letters are too few to be wrong in, and every word has to be found.
  expect(matches("сод", "Сад")).toBeUndefined();
  expect(matches("Кӯлоб Хуҷанд", "Кӯлоб")).toBeUndefined();
});

test("well typed names stand before those that are only like them", () => {
  const name = "Боғи Кӯлоб";
  const typed = ["кулоб", "кул", "лоб", "кулоп"];
  const found = typed.map((one) => matches(one, name));
  expect(found).toEqual([0, 1, 2, 1000]);
});
