/**
 * The form of a word beside a number. A text holds the forms where they stand: `{n} {n, дерево|дерева|деревьев}`.
 * Russian has three (1 дерево, 2 дерева, 5 деревьев; fractions take the second), English two; Tajik and
 * Azerbaijani keep the singular after a number, so their texts need none. Unicode CLDR, plural rules.
 */
export function pluralForm(value: string | number, forms: string, language: string): string {
  const choices = forms.split("|").map((form) => form.trim());
  // In Russian a word goes with the number before the brackets, 564 (328–1 851) дерева; in English 1 (1–3) trees.
  const said = language === "ru" ? String(value).replace(/(?<=\d)\s*\([^)]*\)/g, "") : value;
  const [digits = "", fraction] = lastNumber(String(said));
  const at = fraction ? 1 : indexOf(Number(digits), language);
  return choices[Math.min(at, choices.length - 1)] ?? "";
}

/** Of "692 ± 42" the last number, without its group separators. */
function lastNumber(text: string): [digits: string, fraction: string | undefined] {
  const joined = text.replace(/(?<=\d)[\s\u00a0\u202f](?=\d{3})/g, "");
  const [, digits = "0", fraction] = [...joined.matchAll(/(\d+)(?:[.,](\d+))?/g)].at(-1) ?? [];
  // English groups by commas: 1,240.
  return fraction?.length === 3 ? [digits + fraction, undefined] : [digits, fraction];
}

function indexOf(n: number, language: string): number {
  if (language !== "ru") return n === 1 ? 0 : 1;
  const [tens, ones] = [n % 100, n % 10];
  if (ones === 1 && tens !== 11) return 0;
  return ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? 1 : 2;
}
