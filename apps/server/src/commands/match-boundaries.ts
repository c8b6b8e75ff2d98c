/** Matches each outline of a file with the region or district that it stands for. */
import type { Names } from "@nihol/contract/values/languages";
import type { BoundaryFile } from "@nihol/geo/files/boundary-codes";

export type Outline = Pick<BoundaryFile["features"][number], "name" | "properties">;

export interface Place {
  id: number;
  code: string;
  name: Names;
}

/** By what an outline was matched; `choice`: by a person. */
type MatchedBy = "code" | "name" | "other_name" | "choice";

export type Match<P extends Place> =
  | { by: MatchedBy; place: P }
  /** Several places match the outline: a person must choose. */
  | { candidates: P[] }
  /** No place matches, the matching one is taken by another outline, or a person has left it out. */
  | { unmatched: "territory_unknown" | "territory_matched_twice" | "territory_left_out" };

// "Вилояти Суғд", "Суғд вилояти", "Sughd Region": the kind of place says nothing of which one.
const kinds =
  /(^|\s)(вилояти?|ноҳияи?|шаҳри|область|район|город|region|district|province|city|vilayəti|rayonu|of|the)(?=\s|$)/giu;

/** A name without case, kind of place, signs and marks, for comparing. */
function bare(name: string): string {
  return name
    .normalize("NFC")
    .replace(kinds, " ")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const codeKey = (code: string) => code.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** The values that may be a code: a bare number is one only where its key says so, not as a count or a row's number. */
const codesOf = ({ name, properties }: Outline) => [
  name,
  ...Object.entries(properties)
    .filter(([key, value]) => /\D/.test(value.trim()) || /code|iso|hasc|kod|soato/i.test(key))
    .map(([, value]) => value),
];

// "name", "name_tg", "NAME_1", "ADM2_EN", "shapeName"; not "name_en_alt", "old_name", "alt_name".
const isName = (key: string) => /name|^adm\d_[a-z]{2}$/i.test(key);
const isOther = (key: string) => /alt|other|old|former|also|alias|var|syn/i.test(key);

type Index<P> = Map<string, P[]>;

function indexOf<P extends Place>(places: readonly P[], keysOf: (place: P) => string[]): Index<P> {
  const index: Index<P> = new Map();
  for (const place of places)
    for (const key of new Set(keysOf(place).filter(Boolean)))
      index.set(key, [...(index.get(key) ?? []), place]);
  return index;
}

/** The steps, the surest first: each compares some of an outline's values with one kind of key. */
function stepsOf<P extends Place>(places: readonly P[]) {
  const byCode = indexOf(places, ({ code }) => [codeKey(code)]);
  const byName = indexOf(places, ({ name }) => Object.values(name).map(bare));
  const all = ({ name, properties }: Outline) => [name, ...Object.values(properties)];
  const named = ({ name, properties }: Outline) => [
    name,
    ...Object.keys(properties)
      .filter((key) => isName(key) && !isOther(key))
      .map((key) => properties[key] ?? ""),
  ];
  const found = (index: Index<P>, keys: string[]) => [
    ...new Set(keys.flatMap((key) => index.get(key) ?? [])),
  ];
  return [
    { by: "code", find: (one: Outline) => found(byCode, codesOf(one).map(codeKey)) },
    { by: "name", find: (one: Outline) => found(byName, named(one).map(bare)) },
    { by: "other_name", find: (one: Outline) => found(byName, all(one).map(bare)) },
  ] as const;
}

/**
 * Matches outlines with places: first what somebody has chosen, then by code, then by the outline's own name, then by
 * its other names and values. A place that a surer step has given away is no candidate of a later one, so that a
 * neighbour among the other names misleads nobody. A choice of null leaves the outline out.
 */
export function matchOutlines<P extends Place>(
  outlines: readonly Outline[],
  places: readonly P[],
  choices: ReadonlyMap<number, P | null>,
): Match<P>[] {
  const matches: (Match<P> | undefined)[] = outlines.map((_, at) => {
    const place = choices.get(at);
    if (place === null) return { unmatched: "territory_left_out" };
    return place && { by: "choice", place };
  });
  const taken = new Set([...choices.values()]);
  const ambiguous = new Map<number, P[]>();
  for (const { by, find } of stepsOf(places)) {
    for (const [at, outline] of outlines.entries()) {
      if (matches[at]) continue;
      const among = ambiguous.get(at);
      const candidates = find(outline).filter((place) => !among || among.includes(place));
      const [place, ...more] = candidates.filter((one) => !taken.has(one));
      if (place && more.length > 0) ambiguous.set(at, [place, ...more]);
      else if (place) matches[at] = { by, place };
      else if (candidates.length > 0) matches[at] = { unmatched: "territory_matched_twice" };
      if (place && more.length === 0) taken.add(place);
    }
  }
  return outlines.map((_, at) => {
    const candidates = ambiguous.get(at);
    return matches[at] ?? (candidates ? { candidates } : { unmatched: "territory_unknown" });
  });
}
