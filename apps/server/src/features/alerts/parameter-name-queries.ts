/** Names of parameters, for files of rows that hold their keys. */
import type { Db } from "@nihol/db/connection";

/** Adds the names of parameters to rows, which hold keys. */
export async function withNames<Row extends { parameter: string | null }>(
  db: Db,
  rows: readonly Row[],
) {
  const known = await db.selectFrom("parameter").select(["key", "name"]).execute();
  const names = new Map(known.map(({ key, name }) => [key, name]));
  return rows.map((row) => ({ ...row, parameter_name: names.get(row.parameter ?? "") }));
}
