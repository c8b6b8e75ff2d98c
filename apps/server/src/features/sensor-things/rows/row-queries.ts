/** Reads the rows of a set for all parents in one statement, and counts them. */
import { sql } from "kysely";
import { queryLimits } from "../query/options.ts";
import { conditionOf } from "../statements/condition-sql.ts";
import type { Reader } from "../statements/reader-sql.ts";
import { sourceOf } from "../statements/sources-sql.ts";
import {
  type Ask,
  allOf,
  type Budget,
  type Condition,
  columnsOf,
  type Found,
  ofParent,
  orderOf,
  parentsOf,
  rowAlias,
  type Sql,
  spend,
} from "./ask-sql.ts";
import { idCondition } from "./id-condition-sql.ts";
import { observationBlock, observationCount } from "./observation-queries.ts";

function conditionsOf(reader: Reader, ask: Ask): Condition[] {
  const { set, id, options } = ask;
  return [
    ...ofParent(ask, rowAlias),
    ...(id === undefined ? [] : [idCondition(set, rowAlias, id)]),
    ...(options.filter ? [conditionOf(reader, { set, alias: rowAlias }, options.filter)] : []),
  ];
}

const from = (reader: Reader, { set }: Ask): Sql =>
  sql`${sourceOf(reader, set)} ${sql.ref(rowAlias)}`;

async function blockOf(reader: Reader, ask: Ask): Promise<Sql> {
  if (ask.set === "Observations") return observationBlock(reader, ask);
  const { top, skip } = ask.options;
  return sql`(select ${columnsOf(reader, ask)} from ${from(reader, ask)}
    where ${allOf(conditionsOf(reader, ask))}
    order by ${orderOf(reader, ask)} limit ${top + 1} offset ${skip})`;
}

/**
 * The rows of each parent in their order, one more than asked for where there are more.
 * @throws {FieldProblem} where they are more than the answer may still hold
 */
export async function listRows(reader: Reader, ask: Ask, budget: Budget): Promise<Found[]> {
  const block = await blockOf(reader, ask);
  const { rows } = await sql<Found>`
    select p.n as parent, y.* from ${parentsOf(ask)} cross join lateral
      (select row_number() over ()::int as place, q.* from ${block} q) y
    limit ${budget.left + 1}`.execute(reader.db);
  spend(budget, rows.length, queryLimits.rows);
  return rows.sort((a, b) => a.parent - b.parent || a.place - b.place);
}

/** The number of rows of each parent, whatever page is asked for. */
export async function countRows(reader: Reader, ask: Ask): Promise<number[]> {
  const counted =
    ask.set === "Observations"
      ? await observationCount(reader, ask)
      : sql`(select count(*) as n from ${from(reader, ask)}
          where ${allOf(conditionsOf(reader, ask))})`;
  const { rows } = await sql<{ n: number }>`
    select y.n::float8 as n from ${parentsOf(ask)} cross join lateral ${counted} y
    order by p.n`.execute(reader.db);
  return rows.map(({ n }) => n);
}
