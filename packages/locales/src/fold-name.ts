/** Names compared as people type them: without capitals, and without the marks over and under the letters. */

/** Letters that Unicode does not take apart into a letter and a mark. */
const plainLetters: Record<string, string> = {
  ı: "i",
  ə: "e",
  ғ: "г",
  қ: "к",
  ҳ: "х",
  ҷ: "ч",
};

/**
 * A name in small letters without marks: `İsmayıllı`, `ISMAYILLI` and `ismayilli` are one, so are `Рӯдакӣ` and
 * `РУДАКИ`, and `TARİX`, `Tarix` and `tarix`, composed or decomposed. `foldText` of search-text.ts goes further and
 * makes the spellings of the four languages one.
 */
export const foldName = (name: string): string =>
  name
    .normalize("NFC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[ıəғқҳҷ]/g, (letter) => plainLetters[letter] ?? letter);

/** Letters with marks of the four languages, and of names written in their neighbourhood. */
const marked = "ғӣқӯҳҷёйўәіəıçğöşüâîûáéíóúñäž";
const written = Map.groupBy(marked, foldName);

/**
 * A regular expression, of JavaScript as of PostgreSQL, for small letters (`lower` with ICU): it finds what is typed
 * anywhere in a name, whatever the marks.
 */
export const foldedPattern = (typed: string): string =>
  Array.from(foldName(typed), (sign) => {
    if (!/\p{L}/u.test(sign)) return sign.replace(/[\\^$.*+?()[\]{}|]/, "\\$&");
    const letters = [sign, ...(written.get(sign) ?? [])].join("");
    return `${letters.length > 1 ? `[${letters}]` : letters}[\\u0300-\\u036f]*`;
  }).join("");
