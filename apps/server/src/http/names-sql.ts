/** Searching and ordering by names in four languages. */
import type { Language } from "@nihol/contract/languages";
import { type RawBuilder, type SqlBool, sql } from "kysely";

/** The name in a language; Russian where there is none. */
export const nameIn = (column: string, language: Language): RawBuilder<string> =>
  sql<string>`coalesce(nullif(${sql.ref(column)} ->> ${sql.lit(language)}, ''), ${sql.ref(column)} ->> 'ru', '')`;

/**
 * The same, to order by. ICU's root order puts ғ, қ, ҳ, ə, ş beside the letters they come from;
 * the byte order of the C locale would put them after я and z.
 */
export const nameOrder = (column: string, language: Language): RawBuilder<string> =>
  sql<string>`${nameIn(column, language)} collate "und-x-icu"`;

/** `%` and `_` are letters to the person who searches. */
export const likePattern = (search: string) => `%${search.replace(/[\\%_]/g, "\\$&")}%`;

/** Whether any of a row's names contains the text, without regard to case. */
export const nameMatches = (column: string, search: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from jsonb_each_text(${sql.ref(column)}) n where n.value ilike ${likePattern(search)})`;
