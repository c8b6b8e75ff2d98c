import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";

/** Joins conditions with `and`; `true` when there are none. */
export const allOf = (conditions: Expression<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
