/** Codes of regions and districts, whose capitals people and files write as they please. */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { refuseField } from "../../http/problem.ts";
import { areOneName } from "../rows/names-sql.ts";

/**
 * Refuses a code that another row has, whatever its capitals: `tj-01` beside `TJ-01` is one place twice.
 * @throws {FieldProblem} `code_taken`
 */
export async function requireFreeCode(
  db: Db,
  table: "region" | "district",
  code: string | undefined,
  exceptId = 0,
): Promise<void> {
  if (!code) return;
  const taken = await db
    .selectFrom(table)
    .where(areOneName(sql.ref("code"), sql`${code}::text`))
    .where("id", "!=", exceptId)
    .select("id")
    .executeTakeFirst();
  if (taken) refuseField("code", "code_taken");
}
