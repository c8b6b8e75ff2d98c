/** The list of triggers in docs/triggers.md: rules of the domain that the database holds and TypeScript cannot see. */
import { resolve } from "node:path";
import { freshDatabase } from "@nihol/db/test-database";
import { sql } from "kysely";
import { expect, test } from "vitest";

const path = resolve(import.meta.dirname, "../../../docs/triggers.md");

interface Trigger {
  table: string;
  function: string;
  /** The comment on the function; null where its migration forgot it. */
  purpose: string | null;
  /** As `after insert or delete`. */
  when: string;
}

test("docs/triggers.md lists every trigger with its purpose", async () => {
  const db = await freshDatabase();
  const { rows } = await sql<Trigger>`
    select c.relname as "table", p.proname as function, obj_description(p.oid, 'pg_proc') as purpose,
      case when t.tgtype & 2 > 0 then 'before' when t.tgtype & 64 > 0 then 'instead of' else 'after' end
      || ' ' || array_to_string(array_remove(array[
        case when t.tgtype & 4 > 0 then 'insert' end, case when t.tgtype & 8 > 0 then 'delete' end,
        case when t.tgtype & 16 > 0 then 'update' end, case when t.tgtype & 32 > 0 then 'truncate' end], null), ' or ') as "when"
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal order by p.proname, c.relname, t.tgname`.execute(db.sql);
  await db.close();
  const functions = [...Map.groupBy(rows, (row) => row.function)];
  const lines = functions.map(([name, triggers]) => {
    const places = [...Map.groupBy(triggers, ({ table }) => table)].map(
      ([table, own]) => `\`${table}\` ${[...new Set(own.map(({ when }) => when))].join(", ")}`,
    );
    return `| \`${name}\` | ${places.join("; ")} | ${triggers[0]?.purpose} |`;
  });
  const list = `# Triggers
Rules that the database holds by itself, whoever writes: they are not to be found in TypeScript. The purpose is the comment on the function, which the migration that makes it sets. \`node_modules/.bin/vitest run packages/db/test/triggers.test.ts -u\` writes this page.

| function | where | purpose |
|---|---|---|
${lines.join("\n")}
`;
  expect(functions.length).toBeGreaterThan(10);
  expect(rows.filter(({ purpose }) => !purpose)).toEqual([]);
  await expect(list).toMatchFileSnapshot(path);
});
