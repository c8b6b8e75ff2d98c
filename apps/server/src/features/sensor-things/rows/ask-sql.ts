/** Question to a set of rows, and the rows found: shared by the reading of observations and of everything else. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { refuseField } from "../../../http/problem.ts";
import { type EntitySet, type LinkColumn, model, ownValue, plainName } from "../model/model.ts";
import type { Options } from "../query/options.ts";
import { refuseName } from "../query/refuse-query.ts";
import { orderedValue } from "../statements/condition-sql.ts";
import type { Reader } from "../statements/reader-sql.ts";
import { writtenProperty } from "../statements/sources-sql.ts";

export type Sql = RawBuilder<unknown>;
export type Condition = RawBuilder<SqlBool>;
export type LinkValue = string | number;
/** Values by which rows of other sets belong to a row. */
export type Links = Partial<Record<LinkColumn, LinkValue>>;

/** Rows of a set that belong to each of several parents by the columns; without columns, all rows of one parent. */
export interface Ask {
  set: EntitySet;
  by: readonly LinkColumn[];
  parents: readonly Links[];
  options: Options;
  /** A single row by its id. */
  id?: LinkValue;
}

/** A row as PostgreSQL gives it: properties under their names, links under `link_` and their name. */
export type Found = Record<string, unknown> & { parent: number; place: number };

/** Rows of an answer that may still be read. */
export interface Budget {
  left: number;
}

/** The alias under which expressions find the rows of an ask. */
export const rowAlias = "x";

/** Properties that the answer shows. @throws {FieldProblem} for a name that the set has not */
export function shownProperties(set: EntitySet, { select }: Options): string[] {
  const { properties, relations } = model[set];
  if (!select) return Object.keys(properties);
  for (const { name, at } of select) {
    const isKnown = ownValue(properties, plainName(name)) ?? ownValue(relations, name);
    if (!isKnown) return refuseName("$select", at, name, set);
  }
  return Object.keys(properties).filter((one) =>
    select.some(({ name }) => plainName(name) === one),
  );
}

const alwaysRead = ["id"];

/** Columns of a row: its id, what is shown, and its links. */
export function columnsOf(reader: Reader, { set, options }: Ask): Sql {
  const names = new Set([...alwaysRead, ...shownProperties(set, options)]);
  const written = [...names].map(
    (name) => sql`${writtenProperty(reader, set, name, rowAlias)} as ${sql.ref(name)}`,
  );
  const links = model[set].links
    .filter((link) => link !== "ts")
    .map((link) => sql`${sql.ref(`${rowAlias}.${link}`)} as ${sql.ref(`link_${link}`)}`);
  const time =
    set === "Observations"
      ? [sql`(extract(epoch from ${sql.ref(`${rowAlias}.ts`)}) * 1000)::float8 as link_ts`]
      : [];
  return sql.join([...written, ...links, ...time]);
}

/** The order that is asked for, ending in the columns that tell rows apart. */
export function orderOf(reader: Reader, { set, options }: Ask): Sql {
  const asked = options.orderings.map(({ segments, isDescending, at }) => {
    const value = orderedValue(reader, { set, alias: rowAlias }, segments, at);
    return isDescending ? sql`${value} desc nulls last` : sql`${value} asc nulls last`;
  });
  const links = model[set].links
    .filter((link) => link !== "key" && (link !== "kind" || set === "Sensors"))
    .map((link) => sql.ref(`${rowAlias}.${link}`));
  return sql.join([...asked, ...links]);
}

const linkTypes: Readonly<Record<LinkColumn, Sql>> = {
  device_id: sql`int[]`,
  kind: sql`text[]`,
  parameter: sql`smallint[]`,
  key: sql`text[]`,
  ts: sql`timestamptz[]`,
};

/** The parents as a relation `p` of their number and columns. */
export function parentsOf({ parents, by }: Ask): Sql {
  const numbers = parents.map((_parent, n) => n);
  const columns = by.map(
    (link) => sql`${parents.map((parent) => parent[link] ?? null)}::${linkTypes[link]}`,
  );
  return sql`unnest(${sql.join([sql`${numbers}::int[]`, ...columns])})
    as p (${sql.join([sql.ref("n"), ...by.map((link) => sql.ref(link))])})`;
}

/** Condition that rows of an alias belong to the parent. */
export const ofParent = ({ by }: Ask, alias: string): Condition[] =>
  by.map((link) => sql<SqlBool>`${sql.ref(`${alias}.${link}`)} = ${sql.ref(`p.${link}`)}`);

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

/** Takes rows from the budget. @throws {FieldProblem} where an answer would be too large */
export function spend(budget: Budget, rows: number, max: number): void {
  budget.left -= rows;
  if (budget.left < 0) refuseField("$expand", "query_too_many", { max });
}
