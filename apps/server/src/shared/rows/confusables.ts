/** Names that read the same to a person although their letters are others. */

/**
 * Letters and digits that look the same, by either case (Unicode UTS 39, confusables: the part that Cyrillic,
 * Latin and Greek share).
 */
const confusables: Record<string, string> = {
  a: "аα",
  b: "вβ",
  c: "сϲ",
  d: "ԁ",
  e: "еє",
  g: "ɡ",
  h: "нһη",
  i: "іıι1l|ӏ",
  j: "ј",
  k: "кκ",
  m: "мμ",
  n: "ոν",
  o: "оοо0",
  p: "рρ",
  q: "ԛ",
  s: "ѕ",
  t: "тτ",
  w: "ԝω",
  x: "хχ",
  y: "уγү",
};
const latin = new Map(
  Object.entries(confusables).flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter]),
  ),
);

/** Two names with the same key look alike: case, kinds of spaces and dashes, invisible signs and scripts apart. */
export function confusableKey(name: string): string {
  const plain = name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{Cf}\p{Cc}]/gu, "")
    .replace(/\p{Pd}/gu, "-")
    .replace(/\s+/gu, " ")
    .trim();
  return Array.from(plain, (sign) => latin.get(sign) ?? sign).join("");
}
