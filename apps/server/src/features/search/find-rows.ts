import type { SearchAnswer, SearchRow } from "@nihol/contract/search";
import type { Language, Names } from "@nihol/contract/values/languages";
import { keysOf } from "@nihol/contract/values/record-of";
import { type SearchKind, searchKinds, searchLength } from "@nihol/contract/values/search-kinds";
import type { Db } from "@nihol/db/connection";
import { foldText, isExact, matchOf } from "@nihol/locales/search-text";
import { type Actor, mayCall } from "../../http/actor.ts";
import { type FoundRow, foundRows } from "./kind-queries.ts";

type Group = SearchAnswer["groups"][number];

/** The kinds whose lists are open to the actor. */
const kindsOf = (actor: Actor) =>
  keysOf(searchKinds).filter((kind) => {
    const right = searchKinds[kind];
    return right === null || mayCall(right, actor);
  });

const inLanguage = (names: Names | null, language: Language): string | null =>
  names && (names[language] || names.ru || null);

const toRow = (row: FoundRow, language: Language): SearchRow => ({
  id: row.id,
  title: row.title ?? inLanguage(row.names, language) ?? "",
  note: inLanguage(row.note, language),
  number: row.number,
  date: row.date,
});

/** Compares the database's proposals letter by letter; those only like what was typed go where others are exactly so. */
function comparedRows(rows: readonly FoundRow[], typed: string) {
  const matched = rows.flatMap((row) => {
    const match = matchOf(typed, foldText(row.text));
    return match === undefined ? [] : [{ ...row, match }];
  });
  const exact = matched.some(({ match }) => isExact(match));
  const kept = exact ? matched.filter(({ match }) => isExact(match)) : matched;
  kept.sort((a, b) => a.match - b.match || +b.changed_at - +a.changed_at || b.id - a.id);
  return { exact, kept };
}

/** The rows that answer what was typed, by kind: the kind with the best match first. */
export async function findRows(
  db: Db,
  actor: Actor,
  { q, limit }: { q: string; limit: number },
  language: Language,
): Promise<SearchAnswer> {
  const typed = foldText(q);
  const kinds = kindsOf(actor);
  // A task of a small programme has a number of one digit.
  const isLong = typed.length >= searchLength.min || /^\d$/.test(typed);
  const query = isLong ? foundRows(actor, kinds, q) : undefined;
  if (!query) return { exact: false, groups: [] };
  const { rows } = await query.execute(db);
  const { exact, kept } = comparedRows(rows, typed);
  const best = (kind: SearchKind) =>
    kept.find((row) => row.kind === kind)?.match ?? Number.POSITIVE_INFINITY;
  const groups = kinds
    .flatMap((kind): Group[] => {
      const found = kept.filter((row) => row.kind === kind).slice(0, limit);
      return found.length > 0 ? [{ kind, rows: found.map((row) => toRow(row, language)) }] : [];
    })
    .sort((a, b) => best(a.kind) - best(b.kind));
  return { exact, groups };
}
