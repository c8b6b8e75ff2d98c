/** JSON as devices write it. */

/** Texts, which are left as they are, and the numbers of IEEE 754 that JSON does not have. */
const noNumbers = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/gi;

/**
 * Strict JSON of a device's: NaN, written where a sensor is broken, becomes null, which a schema names by its place,
 * and what stands beside it is read.
 */
export function strictJson(text: string): string {
  if (!/NaN|Infinity/i.test(text)) return text;
  return text.replace(noNumbers, (found) => (found.startsWith('"') ? found : "null"));
}
