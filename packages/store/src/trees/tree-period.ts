/**
 * Decides what counts in a period: of each place the newest published image that was taken within it. The one
 * place that knows how periods are kept; statistics, lists, tiles and reports all read through it.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Capture dates, both inclusive. Without an end: what is current now. */
export interface Period {
  from?: string | undefined;
  to?: string | undefined;
}

/** Conditions on rows of tree_tally or seen_area named `alias`: captured within the period, and not superseded within it. */
export const countsInPeriod = (period: Period, alias: string): RawBuilder<SqlBool>[] => [
  ...capturedInPeriod(period, alias),
  notSupersededIn(period, `${alias}.superseded_on`),
];

/** Condition that the day in a column, infinity for none, is after the period. */
export function notSupersededIn({ to }: Period, column: string): RawBuilder<SqlBool> {
  const until = sql.ref(column);
  return to ? sql<SqlBool>`${until} > ${to}::date` : sql<SqlBool>`${until} = date 'infinity'`;
}

/** Conditions on the capture date alone; rows of `countedTrees` and `countedCells` need no more. */
export function capturedInPeriod({ from, to }: Period, alias: string): RawBuilder<SqlBool>[] {
  const day = sql.ref(`${alias}.captured_on`);
  return [
    ...(from ? [sql<SqlBool>`${day} >= ${from}::date`] : []),
    ...(to ? [sql<SqlBool>`${day} <= ${to}::date`] : []),
  ];
}

/** The condition that a row of `tree` named `alias` counts; to be joined with `capturedInPeriod`. */
export function isCounted({ to }: Period, alias: string): RawBuilder<SqlBool> {
  const current = sql.ref(`${alias}.current`);
  if (!to) return sql<SqlBool>`${current}`;
  return sql<SqlBool>`(${current} or ${sql.ref(`${alias}.superseded_on`)} > ${to}::date)`;
}

/**
 * The trees that count in a period, as a table for `from`; to be joined with `capturedInPeriod`. Two
 * branches, so that each is read from a partial index of its own (tree_zc, tree_zc_past).
 */
export const countedTrees = ({ to }: Period): RawBuilder<unknown> =>
  to
    ? sql`(select * from tree where current
        union all select * from tree where superseded_on > ${to}::date)`
    : sql`(select * from tree where current)`;

const cellColumns = sql`level, cell, region_id, district_id, garden_id, captured_on, n, green, not_green,
  unsure, area_m2`;

/** The cells of the count pyramid for a period, as a table for `from`; to be joined with `capturedInPeriod`. */
export const countedCells = ({ to }: Period): RawBuilder<unknown> =>
  to
    ? sql`(select ${cellColumns} from tree_cell
        union all select ${cellColumns} from tree_cell_past where superseded_on > ${to}::date)`
    : sql`tree_cell`;
