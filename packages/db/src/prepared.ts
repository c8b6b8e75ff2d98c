/** Queries that are asked many times a second: PostgreSQL plans them once for each connection. */
import { createHash } from "node:crypto";
import type { Compilable } from "kysely";
import type { QueryResultRow } from "pg";
import type { Connection } from "./connection.ts";

const names = new Map<string, string>();

/** The same text has the same name, and another text another one: PostgreSQL refuses a name with a second text. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

/**
 * Runs a query as a prepared statement. For queries by a key, whose best plan is the same for every value, and whose
 * text has few forms: each stays in the memory of each connection.
 */
export async function runPrepared<Row extends QueryResultRow>(
  { pool }: Pick<Connection, "pool">,
  query: Compilable<Row>,
): Promise<Row[]> {
  const { sql: text, parameters } = query.compile();
  const { rows } = await pool.query<Row>({ name: nameOf(text), text, values: [...parameters] });
  return rows;
}
