import type { Language } from "@nihol/contract/values/languages";

/** Alphabets that no browser sorts by: Chromium has neither tg nor a true az. */
const alphabets: Partial<Record<Language, string>> = {
  tg: "абвгғдеёжзиӣйкқлмнопрстуӯфхҳцчҷшщъыьэюя",
  az: "abcçdeəfgğhxıijkqlmnoöprsştuüvyz",
};

/** Comparison of two names by the language's own alphabet, and of the numbers in them by their value; other signs stand before letters. */
export function compareNames(language: Language): (a: string, b: string) => number {
  const alphabet = alphabets[language];
  if (!alphabet) return new Intl.Collator(language, { numeric: true }).compare;
  const weights = new Map([...alphabet].map((letter, index) => [letter, index + 0x11_0000]));
  const weigh = (letter: string) => weights.get(letter) ?? letter.codePointAt(0) ?? 0;
  return (a, b) => compareLetters([...lower(a, language)], [...lower(b, language)], weigh);
}

function compareLetters(a: string[], b: string[], weigh: (letter: string) => number): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const difference = weigh(a[index] ?? "") - weigh(b[index] ?? "");
    if (difference) return difference;
  }
  return a.length - b.length;
}

/** Digits of the longest number that is compared by its value. */
const digitsMax = 16;

/** Azerbaijani has two letters i: İ/i and I/ı. Numbers are made equally long, so that the greater one stands later. */
function lower(text: string, language: Language): string {
  const turned = language === "az" ? text.replaceAll("I", "ı").replaceAll("İ", "i") : text;
  return turned.toLowerCase().replace(/\d+/g, (number) => number.padStart(digitsMax, "0"));
}
