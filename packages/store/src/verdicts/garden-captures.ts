/** The images of a garden whose trees were counted, each with the trees found there by crown width. */

import { areLeavesOff } from "@nihol/contract/values/imagery/leaf-off";
import {
  type CaptureFacts,
  crownEdgesM,
  type PatternFacts,
  type TaskFacts,
} from "@nihol/counting/verdict/facts";
import { sides, widestCrownM } from "@nihol/counting/verdict/images";
import { regularityOf } from "@nihol/counting/verdict/regularity";
import type { Db } from "@nihol/db/connection";
import { metersFrom } from "@nihol/geo/flat-meters";
import type { Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { overlapShare } from "@nihol/geo/overlay";
import { preparePolygon } from "@nihol/geo/polygon";
import { sql } from "kysely";
import { seasonColumns, seasonOf } from "../trees/leaf-off.ts";
import { uncheckedOf } from "../trees/tree-count.ts";
import {
  isCheckedByOthers,
  listOwnCorrections,
  ownChecks,
  ownParts,
  ownPlots,
} from "./own-side.ts";

export interface GardenGround {
  /** The task whose report is judged: the work of its reporting side proves nothing for it. */
  id: number;
  garden: number;
  boundary: MultiPolygon | null;
  bbox: Bbox | null;
  area_m2: number | null;
}

/** Newest images that are read; older ones are not. */
const MAX_CAPTURES = 12;
/** Bounds for images from before they were noted: the best that the first detector could show. */
const BEFORE_NOTED = { smallestM: 1.5, low: 0.5, high: 2 } as const;
/** Rows are told by so many trees; more would not tell better. */
const PATTERN_TREES = 3000;

/** Width of a circle as large as the crown, metres. */
const widthM = sql`2 * sqrt(t.area_m2 / pi())`;

/** The class of `crownEdgesM` of a crown of so many m². */
const classOf = (areaM2: number) =>
  crownEdgesM.filter((edge) => edge <= 2 * Math.sqrt(areaM2 / Math.PI)).length;

/**
 * Trees by class of `crownEdgesM`, of each image; without those that are not green (code 0 of `greenStates`), and as they
 * were before the reporting side corrected them.
 */
async function countCrowns(db: Db, { id, garden, boundary, bbox }: Ground, images: number[]) {
  const own = await listOwnCorrections(db, id, images, bbox);
  const { rows } = await sql<{ image: number; bin: number; trees: number }>`
    select t.whole_image_id as image,
      width_bucket(${widthM}, ${[...crownEdgesM]}::float8[]) as bin, count(*)::int as trees
    from tree t
    where t.garden_id = ${garden} and t.whole_image_id = any(${images}::int[]) and t.green <> 0
      and t.id <> all(${own.map(({ tree }) => String(tree))}::bigint[])
    group by 1, 2`.execute(db);
  const contains = preparePolygon(boundary);
  const back = own.flatMap(({ image, before }) =>
    before && contains(before.lon, before.lat)
      ? [{ image, bin: classOf(before.area_m2), trees: 1 }]
      : [],
  );
  const of = Map.groupBy([...rows, ...back], (row) => row.image);
  return (image: number) => {
    const crowns = Array.from({ length: crownEdgesM.length + 1 }, () => 0);
    for (const { bin, trees } of of.get(image) ?? []) crowns[bin] = (crowns[bin] ?? 0) + trees;
    return { crowns, corrections: own.filter((one) => one.image === image).length };
  };
}

function leaflessOf(row: Parameters<typeof seasonOf>[0] & { captured_on: string }) {
  const { latitude, leafOff } = seasonOf(row);
  return { isLeafless: areLeavesOff(row.captured_on, latitude, leafOff) };
}

/** Published images that show a part of the garden, newest first. */
export async function listCaptures(
  db: Db,
  { id, garden, boundary, bbox }: GardenGround,
): Promise<CaptureFacts[]> {
  if (!boundary || !bbox) return [];
  const ground = { id, garden, boundary, bbox };
  const rows = await newestShowing(db, ground);
  const crownsOf = await countCrowns(
    db,
    ground,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const { crowns, corrections } = crownsOf(row.id);
    const { own_plots: plots, own_checks: checks } = row;
    return {
      image: row.id,
      capturedOn: row.captured_on,
      gsdM: row.gsd_m,
      smallestCrownM: row.smallest_crown_m ?? Math.max(BEFORE_NOTED.smallestM, 2.5 * row.gsd_m),
      coverage: row.share,
      ...rangeOf(row),
      ...leaflessOf(row),
      checkedShare: 1 - row.unchecked,
      crowns,
      ownSide: row.own_side,
      ...(corrections + plots + checks > 0 && { ownWork: { corrections, plots, checks } }),
    };
  });
}

/** Factors of the count; those of the model where the reporting side counted the plots that the image's range rests on. */
function rangeOf(
  row: Record<
    "range_low" | "range_high" | "model_range_low" | "model_range_high",
    number | null
  > & {
    own_plots: number;
  },
) {
  const [low, high] =
    row.own_plots > 0
      ? [row.model_range_low, row.model_range_high]
      : [row.range_low, row.range_high];
  return {
    // Zero finds leave no factor to multiply: the bounds of `BEFORE_NOTED` stand for it.
    rangeLow: low && low > 0 ? low : BEFORE_NOTED.low,
    rangeHigh: high && high > 0 ? high : BEFORE_NOTED.high,
  };
}

type Ground = { id: number; garden: number; boundary: MultiPolygon; bbox: Bbox };

/**
 * Reads the newest images with the `share` of the garden that they show, 0 to 1, at most `MAX_CAPTURES`. Those whose
 * box alone meets the garden's show nothing of it and take no place among them.
 */
async function newestShowing(db: Db, ground: Ground) {
  const { boundary } = ground;
  const showing: (Awaited<ReturnType<typeof readNewest>>[number] & { share: number })[] = [];
  for (let from = 0; ; from += MAX_CAPTURES) {
    const rows = await readNewest(db, ground, from);
    const shares = rows.map((row) => ({ ...row, share: overlapShare(boundary, row.coverage) }));
    showing.push(...shares.filter(({ share }) => share > 0));
    if (rows.length < MAX_CAPTURES || showing.length >= MAX_CAPTURES)
      return showing.slice(0, MAX_CAPTURES);
  }
}

/** Reads one page of the images whose box meets the garden's, newest first. */
function readNewest(db: Db, { id, garden, bbox }: Ground, from: number) {
  return db
    .selectFrom("whole_image as w")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .leftJoin("region as r", "r.id", "w.region_id")
    .where("w.published_at", "is not", null)
    .where("w.counted", "=", true)
    .where("w.review", "<>", "rejected")
    .where(
      sql<boolean>`w.bbox[1] <= ${bbox[2]} and w.bbox[3] >= ${bbox[0]}
        and w.bbox[2] <= ${bbox[3]} and w.bbox[4] >= ${bbox[1]}`,
    )
    .select(["w.id", "w.gsd_m", "w.smallest_crown_m", "w.coverage", "w.range_low", "w.range_high"])
    .select(seasonColumns)
    .select(["w.model_range_low", "w.model_range_high"])
    .select(uncheckedOf(garden, isCheckedByOthers(id)).as("unchecked"))
    .select([ownParts(id).as("own_side"), ownPlots(id).as("own_plots")])
    .select(ownChecks(id, bbox).as("own_checks"))
    .orderBy("w.captured_on", "desc")
    .orderBy("w.id", "desc")
    .limit(MAX_CAPTURES)
    .offset(from)
    .execute();
}

/** Measures whether trees of the newest image after planting stand in rows; null for too few of them, or too many to tell. */
export async function patternOf(
  db: Db,
  ground: GardenGround,
  facts: TaskFacts,
): Promise<PatternFacts | null> {
  const [newest] = facts.planted.length ? sides(facts).after : [];
  if (!newest || !ground.bbox || !ground.area_m2) return null;
  const widest = widestCrownM(facts, newest.capturedOn);
  const rows = await db
    .selectFrom("tree as t")
    .where("t.garden_id", "=", ground.garden)
    .where("t.whole_image_id", "=", newest.image)
    .where("t.green", "<>", 0)
    .where(sql<boolean>`${widthM} < ${widest}`)
    .select(["t.lon", "t.lat"])
    .orderBy("t.id")
    .limit(PATTERN_TREES + 1)
    .execute();
  // A part of the trees, however it is chosen, stands thinner than all of them.
  if (rows.length > PATTERN_TREES) return null;
  const [west, south, east, north] = ground.bbox;
  const toMetres = metersFrom([west, south]);
  const [width, height] = toMetres([east, north]);
  const points = rows.map(({ lon, lat }) => {
    const [x, y] = toMetres([lon, lat]);
    return { x, y };
  });
  const found = regularityOf(points, ground.area_m2, 2 * (width + height));
  return found
    ? { image: newest.image, trees: rows.length, ratio: found.ratio, nearestM: found.nearestM }
    : null;
}
