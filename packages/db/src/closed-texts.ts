import { sql } from "kysely";
import type { Db } from "./connection.ts";

interface Check {
  column: string;
  definition: string;
}

/** `'a'` of `CHECK ((status = ANY (ARRAY['a'::text, 'b'::text])))`. */
const literal = /'((?:[^']|'')*)'::text/g;
const oneOf = /^CHECK \(\(\w+ = ANY \(ARRAY\[[^\]]*\]\)\)\)$/;

/** The texts that check constraints allow, by `table.column`: of columns whose check is a list and nothing else. */
export async function closedTexts(db: Db): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<Check>`
    select t.relname || '.' || a.attname as column, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    where c.contype = 'c' and cardinality(c.conkey) = 1`.execute(db);
  return new Map(
    rows
      .filter(({ definition }) => oneOf.test(definition))
      .map(({ column, definition }) => [
        column,
        [...definition.matchAll(literal)].map(([, text = ""]) => text.replaceAll("''", "'")),
      ]),
  );
}
