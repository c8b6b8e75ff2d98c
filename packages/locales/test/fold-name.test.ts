import { expect, test } from "vitest";
import { foldedPattern, foldName } from "../src/fold-name.ts";

const spellings = [
  ["İsmayıllı bağı", "ismayıllı bağı", "İSMAYILLI BAĞI", "ISMAYILLI BAGI", "ismayilli bagi"],
  ["Iğdır", "ığdır", "IĞDIR", "igdir", "İĞDİR"],
  ["Рӯдакӣ", "РУДАКИ", "рудаки", "Рӯдакӣ".normalize("NFD")],
  ["Ҳисор Қӯрғон Ҷомӣ", "хисор кургон чоми", "ҲИСОР ҚӮРҒОН ҶОМӢ"],
  ["Сад имени Ёлкина", "сад имени елкина"],
  ["TARİX", "tarix", "Tarix"],
  ["Şəki", "Şəki".normalize("NFD"), "SEKI"],
];

test("a name is one whatever its capitals and marks", () => {
  for (const [name = "", ...others] of spellings)
    for (const other of others) expect(foldName(other), other).toBe(foldName(name));
  expect(foldName("Боғи 12")).not.toBe(foldName("Боғи 13"));
});

test("typed names are found in every spelling, and signs mean themselves", () => {
  const finds = (typed: string, name: string) =>
    new RegExp(foldedPattern(typed)).test(name.toLowerCase());
  for (const names of spellings)
    for (const typed of names)
      for (const name of names)
        expect(finds(typed, `1. ${name} 2`), `${typed} in ${name}`).toBe(true);
  for (const typed of ["50%", "a_b", "(x)", "[y]", "***=", "a.b", "\\d", "^a", "a-b|c"]) {
    expect(finds(typed, `name ${typed} of it`), typed).toBe(true);
    expect(finds(typed, "name 50 axb x y a+b 7 of it"), typed).toBe(false);
  }
});
