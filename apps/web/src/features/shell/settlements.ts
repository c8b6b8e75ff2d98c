/** Settlements of the base map, by which the search finds a place that is no row of ours. */
import type { Language } from "@nihol/contract/values/languages";
import { foldText, isNamed, matchOf } from "@nihol/locales/search-text";
import { queryOptions } from "@tanstack/react-query";

export interface Settlement {
  latitude: number;
  longitude: number;
  names: Record<Language, string>;
  /** All its names, folded. */
  folded: string;
}
/** As `basemap/make-settlements.ts` writes it. */
type Written = [
  latitude: number,
  longitude: number,
  tg: string,
  ru: string,
  en: string,
  az: string,
];
/** Of each search. */
const shown = 4;

/** The largest first; like the base map itself they hold nothing of the programme. */
export const settlementsQuery = queryOptions({
  queryKey: ["basemap", "settlements"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async (): Promise<Settlement[]> => {
    const { default: written } = await import("./settlements.json");
    return (written as Written[]).map(([latitude, longitude, tg, ru, en, az]) => {
      const folded = foldText(`${tg} ${ru} ${en} ${az}`);
      return { latitude, longitude, names: { tg, ru, en, az }, folded };
    });
  },
});

/**
 * Those that answer what was typed, the best first, the largest first among equals; those that are only like it where
 * nothing is named so and `isLoose`.
 */
export function settlementsLike(
  all: readonly Settlement[],
  folded: string,
  isLoose: boolean,
): Settlement[] {
  const found = all
    .flatMap((one) => {
      const match = matchOf(folded, one.folded);
      return match === undefined ? [] : [{ one, match }];
    })
    .sort((a, b) => a.match - b.match);
  const named = found.filter(({ match }) => isNamed(match, folded));
  const kept = named.length === 0 && isLoose ? found : named;
  return kept.slice(0, shown).map(({ one }) => one);
}
