/** Searching and ordering rows whose `name` is given in four languages. */
import type { Language } from "@nihol/contract/values/languages";
import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Escapes the wildcards of LIKE, so that `50%` finds `50%`. */
export const likePattern = (search: string) => `%${search.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

/** Rows with `search` in the name in any language, whatever its case. */
export function nameContains(column: string, search: string): RawBuilder<SqlBool> {
  const pattern = likePattern(search.toLowerCase());
  const name = sql.ref(column);
  return sql<SqlBool>`lower(concat_ws(' ', ${name}->>'tg', ${name}->>'ru', ${name}->>'en', ${name}->>'az') collate "und-x-icu") like ${pattern}`;
}

// PostgreSQL's ICU knows az and ru; Tajik has no collation anywhere, and the root order keeps ғ ӣ қ ӯ ҳ ҷ beside their letters.
const collations: Record<Language, RawBuilder<unknown>> = {
  ru: sql.raw('collate "ru-x-icu"'),
  tg: sql.raw('collate "und-x-icu"'),
  az: sql.raw('collate "az-x-icu"'),
  en: sql.raw('collate "en-x-icu"'),
};

/** The name in the reader's language (az falls back to ru), ordered as that language does. */
export function nameInLanguage(column: string, language: Language): RawBuilder<string> {
  const name = sql.ref(column);
  return sql<string>`coalesce(nullif(${name}->>${sql.lit(language)}, ''), ${name}->>'ru') ${collations[language]}`;
}
