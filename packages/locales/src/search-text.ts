/**
 * Comparing names by the spellings of the four languages and with small typing errors (decision 41). The migration
 * 0086_search.sql folds in the same way; a test holds both together.
 */

/** Letters that several signs write, in this order. */
const joined: readonly [written: string, letter: string][] = [
  ["дж", "ж"],
  ["dzh", "ж"],
  ["dj", "ж"],
  ["zh", "ж"],
  ["kh", "х"],
  ["gh", "г"],
  ["sh", "ш"],
  ["ch", "ч"],
  ["ts", "ц"],
  ["щ", "ш"],
  ["ya", "a"],
  ["yu", "u"],
  ["yo", "o"],
  ["ye", "e"],
  ["ю", "u"],
  ["я", "a"],
];
/** Letters for what the four spellings write differently; the second line stands below the first. */
const written = "абвгғдежзикқлмноөпрстуүфхҳцчҷшыэəıceqgwxyu";
const plain = "abvkkdajzikklmnooprstoofhhscjsiaaijakkvhio";
const letters = new Map([...written].map((letter, index) => [letter, plain[index] ?? ""]));

/** A text in the letters by which names are compared: `Кӯлоб`, `Kulob` and `Kŭlob` are all `kolob`. */
export function foldText(name: string): string {
  let text = name
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("ç", "ч")
    .replaceAll("ё", "о")
    .normalize("NFD")
    .replace(/[\u0300-\u036f'’‘ʻʼ`ъь]/g, "");
  for (const [several, one] of joined) text = text.replaceAll(several, one);
  return [...text]
    .map((letter) => letters.get(letter) ?? letter)
    .join("")
    .replace(/([a-z])\1+/g, "$1")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

/** Typing errors that a word may have: none in a number and in what is so short that everything would be like it. */
function errorsAllowed(word: string): number {
  if (/[0-9]/.test(word) || word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

/**
 * The errors between what was typed and the nearest beginning of a word: letters wrong, missing, added or two
 * exchanged (Damerau 1964, as the optimal string alignment).
 */
function errorsIn(typed: string, word: string): number {
  let before: number[] = [];
  let last = Array.from({ length: word.length + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row++) {
    const next = [row];
    for (let column = 1; column <= word.length; column++) {
      const isSame = typed[row - 1] === word[column - 1];
      const isSwapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = next;
  }
  return Math.min(...last);
}

/** Cost of an error: more than any number of words without one. */
const errorCost = 1000;

/** Distance of a typed word from a word of a name: 0 the same, 1 its beginning, 2 within it, then by its errors. */
function distance(typed: string, word: string): number {
  if (word === typed) return 0;
  if (word.startsWith(typed)) return 1;
  if (typed.length > 2 && word.includes(typed)) return 2;
  const allowed = errorsAllowed(typed);
  // Gives up where no error is allowed, or where the word is shorter by more letters than errors are allowed.
  if (allowed === 0 || word.length < typed.length - allowed) return Number.POSITIVE_INFINITY;
  const errors = errorsIn(typed, word);
  return errors <= allowed ? errors * errorCost : Number.POSITIVE_INFINITY;
}

/**
 * Rank of a name for what was typed, both folded: 0 best; undefined when some word of it is in no word of the
 * name.
 */
export function matchOf(typed: string, name: string): number | undefined {
  if (typed === "") return undefined;
  const words = name.split(" ");
  let sum = 0;
  for (const word of typed.split(" ")) sum += Math.min(...words.map((one) => distance(word, one)));
  return Number.isFinite(sum) ? sum : undefined;
}

/** Tells whether a match of `matchOf` has no typing error in it. */
export const isExact = (match: number): boolean => match < errorCost;

/** Tells whether each typed word is a word of the name or its beginning; an exact one makes up for one that lies within. */
export const isNamed = (match: number, typed: string): boolean => match <= typed.split(" ").length;
