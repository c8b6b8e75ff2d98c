/** Makes one value for each of the keys, in their order: `recordOf(["a", "b"], make)` is `{a: make("a"), b: make("b")}`. */
export function recordOf<K extends string, V>(
  keys: readonly K[],
  make: (key: K) => V,
): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>;
}

/** The keys of a record, as narrow as its type says. */
export const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>): K[] =>
  Object.keys(record) as K[];
