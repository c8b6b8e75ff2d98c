/** Picks the fields of a changed record that are sent: all but those of `before` that still have their value. */
export function changesOf<T extends object>(values: T, before: object): Partial<T> {
  const old = new Map(Object.entries(before));
  const isNew = ([key, value]: [string, unknown]) =>
    !old.has(key) || JSON.stringify(value) !== JSON.stringify(old.get(key));
  return Object.fromEntries(Object.entries(values).filter(isNew)) as Partial<T>;
}
