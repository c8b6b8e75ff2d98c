/** Queries that are asked many times a second: PostgreSQL plans them once for each connection. */
import { createHash } from "node:crypto";
import { codeOf } from "@nihol/contract/values/thrown";
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

/** PostgreSQL knows no statement of this name, or has another of it: what a name meets behind a pooler. */
const misnamed = new Set(["26000", "42P05"]);

/** False once a pooler in transaction mode gave a name's query to a connection that had not prepared it. */
let isNamed = true;

/**
 * Runs a query as a prepared statement; behind a pooler in transaction mode as a plain one. The refusal that tells of
 * the pooler comes before the query is run, so running it again does nothing twice. For queries by a key, whose best plan is the same for every value, and whose
 * text has few forms: each stays in the memory of each connection.
 */
export async function runPrepared<Row extends QueryResultRow>(
  { pool }: Pick<Connection, "pool">,
  query: Compilable<Row>,
): Promise<Row[]> {
  const { sql: text, parameters } = query.compile();
  const values = [...parameters];
  if (isNamed)
    try {
      return (await pool.query<Row>({ name: nameOf(text), text, values })).rows;
    } catch (error) {
      if (!misnamed.has(codeOf(error) ?? "")) throw error;
      isNamed = false;
    }
  return (await pool.query<Row>({ text, values })).rows;
}
