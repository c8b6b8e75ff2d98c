/**
 * Sums of the ground that the images of a period show, and the green level, closed canopy and shrubs on it: the one
 * place where these are added up, for statistics, gardens and reports alike.
 */

import type { Names } from "@nihol/contract/values/languages";
import { isUncountable } from "@nihol/counting/uncountable-canopy";
import type { Db } from "@nihol/db/connection";
import { type Expression, type SqlBool, sql } from "kysely";
import { givenByOthers } from "../processes/given-by.ts";
import { type CountedImage, countedImageColumns, type ImageCount } from "./tree-count.ts";
import { notSupersededIn, type Period } from "./tree-period.ts";

/** Share of one image in the ground that was asked for, in one territory. */
export interface SeenGround extends CountedImage {
  territory_id: number;
  /** Ground of which this image is the newest one. */
  seen_m2: number;
  /** Ground of which it is the newest one that has a green level. */
  green_m2: number;
  /** 0 to 1. */
  green_level: number | null;
  green_index: string | null;
  /** On the ground of which it is the newest one; null where the image does not say. */
  canopy_m2: number | null;
  shrubs: number | null;
  /** Of the whole image: trees that were found in closed canopy. */
  closed_canopy_trees: number | null;
  /** Of the whole image, hectares: closed canopy whose crowns were not found, and all canopy; null where nobody says. */
  missed_canopy_ha: number | null;
  canopy_ha: number | null;
  /** Organization that gave the image, where it is not that of every garden there. */
  given_by: Names | null;
}

interface SeenQuery {
  /** Over rows of seen_area named `s`: the place, and captured within the period. */
  where: Expression<SqlBool>;
  /** Over the same rows: by what they are parted. */
  territory: Expression<number>;
  period: Period;
  /** Where it is of one garden alone. */
  garden?: number | undefined;
}

/** The ground that was seen, by territory and image, newest image first. */
export async function listSeenGround(
  db: Db,
  { where, territory, period, garden }: SeenQuery,
): Promise<SeenGround[]> {
  const seen = notSupersededIn(period, "s.superseded_on");
  const green = notSupersededIn(period, "s.green_superseded_on");
  const { rows } = await sql<SeenGround>`
    select ${territory} as territory_id, ${countedImageColumns(garden)},
      coalesce(sum(s.area_m2) filter (where ${seen}), 0) as seen_m2,
      coalesce(sum(s.area_m2) filter (where ${green}), 0) as green_m2, w.green_level, w.green_index,
      sum(s.canopy_m2) filter (where ${seen}) as canopy_m2, (sum(s.shrubs) filter (where ${seen}))::int as shrubs,
      w.closed_canopy_trees, w.missed_canopy_ha, w.closed_canopy_ha + w.open_canopy_ha as canopy_ha,
      ${givenByOthers(sql`coalesce(array_agg(distinct o.ministry_id) filter (where o.id is not null and ${seen}), '{}')`)} as given_by
    from seen_area s join whole_image w on w.id = s.whole_image_id join imagery_process p on p.id = w.process_id
    left join garden o on o.id = s.garden_id
    where ${where} and (${seen} or ${green})
    group by 1, w.id, p.id order by w.captured_on desc, w.id desc`.execute(db);
  return rows;
}

/** Distinct gardens of which anything was seen, by territory. */
export async function countGardensSeen(
  db: Db,
  { where, territory, period }: SeenQuery,
): Promise<{ territory_id: number; count: number }[]> {
  const { rows } = await sql<{ territory_id: number; count: number }>`
    select ${territory} as territory_id, count(distinct s.garden_id)::int as count from seen_area s
    where ${where} and s.garden_id > 0 and s.area_m2 > 0 and ${notSupersededIn(period, "s.superseded_on")}
    group by 1`.execute(db);
  return rows;
}

/** Coverage of the contract. */
interface CombinedCoverage {
  seen_m2: number;
  total_m2: number | null;
  percent: number | null;
  images: number;
  from: string | null;
  to: string | null;
  /** Organizations, other than the gardens', that gave these images; the newest image's first. */
  given_by: Names[];
}

/** Names, each once. */
const distinct = (names: readonly Names[]): Names[] => [
  ...new Map(names.map((name) => [JSON.stringify(name), name])).values(),
];

/** Per cent of a whole, at most 100; null when there is no whole. */
export const percentOf = (part: number, whole: number | null) =>
  whole && whole > 0 ? Math.min(100, (part / whole) * 100) : null;

/** `total_m2` is the area of what was asked for, null where it is not known. */
export function combineCoverage(
  rows: readonly SeenGround[],
  total_m2: number | null,
): CombinedCoverage {
  const shown = rows.filter((row) => row.seen_m2 > 0);
  const seen_m2 = shown.reduce((sum, row) => sum + row.seen_m2, 0);
  const dates = shown.map((row) => row.captured_on).sort();
  return {
    seen_m2,
    total_m2,
    percent: percentOf(seen_m2, total_m2),
    images: new Set(shown.map((row) => row.whole_image_id)).size,
    from: dates.at(0) ?? null,
    to: dates.at(-1) ?? null,
    given_by: distinct(shown.flatMap(({ given_by }) => given_by ?? [])),
  };
}

/**
 * The green level by each index, per cent, weighted by the ground that each image shows as the newest one
 * with a green level; the index that covers most first.
 */
export function combineGreenLevels(
  rows: readonly SeenGround[],
): { index: string; percent: number; seen_m2: number }[] {
  const sums = new Map<string, { seen_m2: number; green_m2: number }>();
  for (const { green_level, green_index, green_m2 } of rows) {
    if (green_level === null || green_index === null || green_m2 <= 0) continue;
    const sum = sums.get(green_index) ?? { seen_m2: 0, green_m2: 0 };
    sum.seen_m2 += green_m2;
    sum.green_m2 += green_level * green_m2;
    sums.set(green_index, sum);
  }
  return [...sums]
    .map(([index, { seen_m2, green_m2 }]) => ({
      index,
      percent: (green_m2 / seen_m2) * 100,
      seen_m2,
    }))
    .sort((a, b) => b.seen_m2 - a.seen_m2 || (a.index < b.index ? -1 : 1));
}

/** Closed canopy of the contract; areas in square metres. */
interface CombinedCanopy {
  closed_m2: number;
  uncountable_m2: number;
  seen_m2: number;
  percent: number;
}

const missedCanopy = ({ missed_canopy_ha, canopy_ha }: SeenGround) =>
  missed_canopy_ha === null || canopy_ha === null
    ? null
    : { missedHectares: missed_canopy_ha, canopyHectares: canopy_ha };

/** Crowns cannot be counted in closed canopy of an image that missed them or lies on unlike ground, unless people counted sample plots there. */
const isUncountableIn = (row: SeenGround) =>
  row.range_basis === "model" &&
  isUncountable({
    treesInClosed: row.closed_canopy_trees ?? 0,
    trees: row.image_trees,
    familiarity: row.familiarity,
    missed: missedCanopy(row),
  });

const total = <Row>(rows: readonly Row[], of: (row: Row) => number | null) =>
  rows.reduce((sum, row) => sum + (of(row) ?? 0), 0);

/** Null where no image that shows the ground says what of it is closed canopy. */
export function combineCanopy(rows: readonly SeenGround[]): CombinedCanopy | null {
  const known = rows.filter((row) => row.canopy_m2 !== null);
  if (known.length === 0) return null;
  const closed_m2 = total(known, (row) => row.canopy_m2);
  const seen_m2 = total(known, (row) => row.seen_m2);
  return {
    closed_m2,
    uncountable_m2: total(known.filter(isUncountableIn), (row) => row.canopy_m2),
    seen_m2,
    percent: percentOf(closed_m2, seen_m2) ?? 0,
  };
}

/** Null where no image that shows the ground tells shrubs apart. */
export function combineShrubs(
  rows: readonly SeenGround[],
): { count: number; seen_m2: number } | null {
  const known = rows.filter((row) => row.shrubs !== null);
  if (known.length === 0) return null;
  return { count: total(known, (row) => row.shrubs), seen_m2: total(known, (row) => row.seen_m2) };
}

/**
 * Counts with the images that show the ground and no tree on it: there the count is zero, with the image's date.
 * Empty when nothing was seen.
 */
export function withSeenImages(
  counts: readonly ImageCount[],
  seen: readonly SeenGround[],
): ImageCount[] {
  const counted = new Set(counts.map((row) => row.whole_image_id));
  const empty = new Map<number, ImageCount>();
  for (const row of seen) {
    if (counted.has(row.whole_image_id) || row.seen_m2 <= 0) continue;
    const none = {
      n: 0,
      checked: 0,
      green: 0,
      not_green: 0,
      unsure: 0,
      area_m2: 0,
      green_area_m2: 0,
    };
    empty.set(row.whole_image_id, { ...row, ...none });
  }
  return [...counts, ...empty.values()];
}
