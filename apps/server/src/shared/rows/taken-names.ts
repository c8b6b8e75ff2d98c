/** Names in four languages that no two rows of a table may share. */

import { type Language, languages, type Names } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { FieldProblem } from "../../http/problem.ts";
import { areOneName } from "./names-sql.ts";

/**
 * Compares each language by itself, whatever the case of the letters.
 * @throws {FieldProblem} under `name.<language>` for every language in which another row has the name
 */
export async function checkNamesFree(
  db: Db,
  table: "imagery_source" | "ministry" | "organization_type" | "parameter" | "tree_type",
  names: Names | undefined,
  exceptId = 0,
) {
  if (!names) return;
  const same = (language: Language) =>
    sql<boolean>`coalesce(bool_or(${areOneName(sql`(name->>${sql.lit(language)})`, sql`${names[language]}::text`)}), false)`.as(
      language,
    );
  const taken = await db
    .selectFrom(table)
    .where("id", "!=", exceptId)
    .select(languages.map(same))
    .executeTakeFirstOrThrow();
  const found = languages.filter((language) => names[language] !== "" && taken[language]);
  if (found.length === 0) return;
  throw new FieldProblem(
    Object.fromEntries(found.map((language) => [`name.${language}`, [{ code: "name_taken" }]])),
  );
}
