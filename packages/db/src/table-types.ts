/** Writes `tables.ts` from a migrated database; a test holds the two together. */

import { sql } from "kysely";
import { closedTexts } from "./closed-texts.ts";
import { columnTypes, typeModules } from "./column-types.ts";
import type { Db } from "./connection.ts";

interface Column {
  table_name: string;
  column_name: string;
  udt_name: string;
  is_nullable: "YES" | "NO";
  column_default: string | null;
  is_identity: "YES" | "NO";
  /** Meaning of the column, by `comment on column` of a migration. */
  meaning: string | null;
  table_meaning: string | null;
}

const scalar: Record<string, string> = {
  int2: "number",
  int4: "number",
  float4: "number",
  float8: "number",
  bool: "boolean",
  text: "string",
  uuid: "string",
  bytea: "Buffer",
  date: "string",
  timestamptz: "Timestamp",
  int8: "Int8",
  _float8: "number[]",
  _float4: "number[]",
  _bool: "boolean[]",
  _int4: "number[]",
  _text: "string[]",
};

const header = `
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;

/** Exact as a number up to 2^53, as text beyond (see parseInt8). Morton keys are written as text. */
type Int8 = ColumnType<number | string, number | string | bigint, number | string | bigint>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** Read as parsed JSON; written as text by \`json()\`, so that arrays are never taken for SQL arrays. */
type Json<T> = ColumnType<T, JsonText<T>, JsonText<T>>;
`;

const pascal = (name: string) => name.replace(/(^|_)(\w)/g, (_, __, c: string) => c.toUpperCase());

/** TypeScript type of a column's values, without regard to null and defaults. `closed`: the texts that a check allows. */
function baseType(column: Column, closed: readonly string[] | undefined): string {
  const { table_name, column_name, udt_name } = column;
  if (closed) return closed.map((text) => JSON.stringify(text)).join(" | ");
  const named = columnTypes[`${table_name}.${column_name}`] ?? columnTypes[`*.${column_name}`];
  if (udt_name === "jsonb") {
    if (named) return `Json<${named.type}>`;
    throw new Error(`say in column-types.ts what ${table_name}.${column_name} holds`);
  }
  const base = scalar[udt_name];
  if (!base) throw new Error(`no TypeScript type for ${table_name}.${column_name} (${udt_name})`);
  return named?.of === udt_name ? named.type : base;
}

function columnType(column: Column, closed: readonly string[] | undefined): string {
  const base = baseType(column, closed);
  const nullable = column.is_nullable === "YES" ? `${base} | null` : base;
  const generated = column.is_identity === "YES" || column.column_default !== null;
  return generated ? `Generated<${nullable}>` : nullable;
}

/** The import lines of the types that the tables name. */
function importsOf(interfaces: string): string {
  const used = Object.entries(typeModules)
    .map(([module, types]) => [
      module,
      types.filter((t) => new RegExp(`\\b${t}\\b`).test(interfaces)),
    ])
    .filter(([, types]) => (types?.length ?? 0) > 0)
    .map(([module, types]) => `import type { ${[...(types ?? [])].join(", ")} } from "${module}";`);
  return `// Written by \`npm run nihol -- table-types\` from the migrated schema; do not edit.\n${used.join("\n")}\nimport type { ColumnType } from "kysely";\nimport type { JsonText } from "./json.ts";\n`;
}

// The migrator's own list; nobody else reads it.
const hidden = "schema_migration";

/** Doc comment of a meaning that a migration gave with `comment on`; nothing where it gave none. */
const docOf = (meaning: string | null, indent: string) =>
  meaning ? `${indent}/** ${meaning.replaceAll("*/", "* /")} */\n` : "";

/**
 * The text of `tables.ts` for the database behind `db`: one interface a table, then `Database`. What migrations say of
 * tables and columns (`comment on`) becomes their doc comments.
 */
export async function tableTypes(db: Db): Promise<string> {
  const { rows } = await sql<Column>`
    select table_name, column_name, udt_name, is_nullable, column_default, is_identity,
      col_description(format('%I', table_name)::regclass, ordinal_position) as meaning,
      obj_description(format('%I', table_name)::regclass) as table_meaning
    from information_schema.columns where table_schema = 'public' and table_name <> ${hidden}
    order by table_name, ordinal_position`.execute(db);
  const closed = await closedTexts(db);
  const tables = [...new Set(rows.map((row) => row.table_name))];
  const interfaces = tables.map((table) => {
    const own = rows.filter((row) => row.table_name === table);
    const fields = own.map((row) => {
      const type = columnType(row, closed.get(`${table}.${row.column_name}`));
      return `${docOf(row.meaning, "  ")}  ${row.column_name}: ${type};`;
    });
    const doc = docOf(own[0]?.table_meaning ?? null, "");
    return `${doc}interface ${pascal(table)} {\n${fields.join("\n")}\n}\n`;
  });
  const database = `export interface Database {\n${tables.map((table) => `  ${table}: ${pascal(table)};`).join("\n")}\n}\n`;
  return importsOf(interfaces.join("")) + [header, ...interfaces, database].join("\n");
}
