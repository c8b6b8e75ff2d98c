declare const holds: unique symbol;

/** The text of a JSON value of type `T`, as columns of JSON are written. */
export type JsonText<T> = string & { readonly [holds]: T };

type Written<T> = T extends null | undefined ? T : JsonText<T>;

/**
 * Text of a value for a column of JSON, so that an array is never taken for one of SQL. Null stays null (of SQL),
 * undefined leaves the column as it is.
 */
export function json<T>(value: T): Written<T> {
  const text = value === null || value === undefined ? value : JSON.stringify(value);
  return text as Written<T>;
}
