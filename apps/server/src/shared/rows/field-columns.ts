/** Fields of the contract that are columns under their own names: selected, shown and written by their keys. */
import type { z } from "@nihol/contract/z";
import { type JsonText, json } from "@nihol/db/json";

type Fields = Readonly<Record<string, z.ZodType>>;
/** Rows that hold these fields, as the contract shows them. */
export type FieldRow<F extends Fields> = { [K in keyof F]: z.output<F[K]> };
type Written<T> = T extends object ? JsonText<T> : T;
type Sent<F extends Fields> = { [K in keyof F]?: z.output<F[K]> | undefined };

const keysOf = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[];

/** Columns that are selected of the table `alias`: "g.name". */
export const fieldColumns = <F extends Fields, Alias extends string>(fields: F, alias: Alias) =>
  keysOf(fields).map((key) => `${alias}.${key}` as const);

/** These fields of a row, and nothing else of it. */
export const shownFields = <F extends Fields>(fields: F, row: FieldRow<F>): FieldRow<F> =>
  Object.fromEntries(keysOf(fields).map((key) => [key, row[key]])) as FieldRow<F>;

/** Values of these fields that were sent, as columns take them: an object as the text of its JSON. */
export const writtenFields = <F extends Fields, Body extends Sent<F>>(fields: F, body: Body) =>
  Object.fromEntries(
    keysOf(fields)
      .filter((key) => body[key] !== undefined)
      .map((key) => [key, typeof body[key] === "object" ? json(body[key]) : body[key]]),
  ) as { [K in keyof Body & keyof F]: Written<Body[K]> };
