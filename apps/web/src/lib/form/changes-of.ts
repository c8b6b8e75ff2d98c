/** What is sent of a changed record: all but the fields of `before` that still have the value there. */
export function changesOf<T extends object>(values: T, before: object): Partial<T> {
  const old = new Map(Object.entries(before));
  const isNew = ([key, value]: [string, unknown]) =>
    !old.has(key) || JSON.stringify(value) !== JSON.stringify(old.get(key));
  return Object.fromEntries(Object.entries(values).filter(isNew)) as Partial<T>;
}
