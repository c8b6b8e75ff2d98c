/** Violations past their deadline, and those that are closed or dismissed: for their list and for reports. */
import { openViolationStates } from "@nihol/contract/values/violations";
import { type Expression, type SqlBool, sql } from "kysely";
import { allOf } from "./rows/all-of.ts";
import { todaySql } from "./rows/programme-day.ts";

/** Says whether somebody still has to act on `violation as v`. */
export const isOpen = sql<SqlBool>`v.state = any(${[...openViolationStates]}::text[])`;

/** Says whether the deadline of `violation as v` has passed while somebody still has to act. */
export const isOverdue = () => sql<SqlBool>`(v.due_date < ${todaySql()} and ${isOpen})`;

/** The day on which `violation as v` came into its state, a local day. */
const settledDay = sql<string>`coalesce((select programme_day(max(c.created_at))
  from violation_change c where c.violation_id = v.id and c.field = 'state' and c.to_state = v.state),
  programme_day(v.updated_at))`;

/** Says whether `violation as v` is closed or dismissed, since a day of the period. Days are inclusive. */
export const isSettledIn = ({ from, to }: { from?: string; to?: string }): Expression<SqlBool> =>
  allOf([
    sql<SqlBool>`v.state in ('closed', 'dismissed')`,
    ...(from ? [sql<SqlBool>`${settledDay} >= ${from}::date`] : []),
    ...(to ? [sql<SqlBool>`${settledDay} <= ${to}::date`] : []),
  ]);
