/** Searching and ordering rows by names: in four languages, or as somebody wrote them. */
import type { Language } from "@nihol/contract/values/languages";
import { foldedPattern } from "@nihol/locales/fold-name";
import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Escapes the wildcards of LIKE, so that `50%` finds `50%`. For numbers; words are searched by `textContains`. */
export const likePattern = (search: string) => `%${search.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

/** Rows whose text has `search` in it, whatever the capitals and marks of either (`foldName`). */
export const textContains = (text: RawBuilder<unknown>, search: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`lower(${text} collate "und-x-icu") ~ ${foldedPattern(search)}`;

/** The same for a name in four languages: in any of them. */
export function nameContains(column: string, search: string): RawBuilder<SqlBool> {
  const name = sql.ref(column);
  return textContains(
    sql`concat_ws(' ', ${name}->>'tg', ${name}->>'ru', ${name}->>'en', ${name}->>'az')`,
    search,
  );
}

/**
 * Tells whether two texts are the same but for capitals. In Azerbaijani İ is the capital of i and I that of ı, elsewhere I that of i:
 * a name without a language is compared both ways.
 */
export const areOneName = (
  one: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`(lower(${one} collate "und-x-icu") = lower(${other} collate "und-x-icu")
    or lower(${one} collate "az-x-icu") = lower(${other} collate "az-x-icu"))`;

/** A text by which rows stand in the order of the language's alphabet and of the numbers in it, as `compareNames` of the panel has it. */
export function inOrderOf(text: RawBuilder<unknown>, language: Language): RawBuilder<string> {
  // PostgreSQL's ICU knows az, ru and en, and Tajik nowhere: its own letters are put behind their neighbours.
  const written = language === "tg" ? sql`tajik_order(${text})` : text;
  return sql`${written} collate ${sql.ref(`natural_${language}`)}`;
}

/** The order of the name in the reader's language (az falls back to ru). */
export function nameInLanguage(column: string, language: Language): RawBuilder<string> {
  const name = sql.ref(column);
  return inOrderOf(
    sql`coalesce(nullif(${name}->>${sql.lit(language)}, ''), ${name}->>'ru')`,
    language,
  );
}
