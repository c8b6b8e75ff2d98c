/** Plans a query's comparison, of an area and years or of two images, as pairs of images. */

import type { CompareQuery } from "@nihol/contract/imagery/image-compare";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { notFound, refuseField } from "../../http/problem.ts";
import { areaOf } from "../../shared/imagery/change-sums.ts";
import {
  type Area,
  findArea,
  findImages,
  type ImageRow,
  listImagesNear,
} from "./image-compare-queries.ts";
import { areaPlaces, choosePairs, type ImagePair, isEarlier, yearOf } from "./pairing.ts";

interface YearStep {
  from: number;
  to: number;
  pairs: ImagePair<ImageRow>[];
}

export interface Plan {
  area: Area | null;
  from: number | null;
  to: number | null;
  years: number[];
  pairs: ImagePair<ImageRow>[];
  /** Neighbouring years in between; none for two images. */
  steps: YearStep[];
}

/**
 * Plans a comparison. Without years the last two with an image are taken.
 * @throws {Problem} 404 for an area or an image outside the actor's scope
 * @throws {FieldProblem} when the query names neither an area nor two images, or years the wrong way round
 */
export async function planComparison(db: Db, actor: Actor, query: CompareQuery): Promise<Plan> {
  const named = areaOf(query);
  const area = named && ((await findArea(db, actor, named)) ?? null);
  if (named && !area) throw notFound();
  if (query.before !== undefined || query.after !== undefined)
    return planOfImages(db, actor, query, area);
  if (!area) refuseField("garden", "required");
  return planOfYears(db, actor, query, area);
}

async function planOfImages(
  db: Db,
  actor: Actor,
  { before, after }: CompareQuery,
  area: Area | null,
): Promise<Plan> {
  if (before === undefined) refuseField("before", "required");
  if (after === undefined) refuseField("after", "required");
  if (before === after) refuseField("after", "same_image");
  const rows = await findImages(db, actor, [before, after]);
  const [one, other] = rows;
  if (!one || !other) throw notFound();
  const pair = isEarlier(one, other)
    ? { before: one, after: other }
    : { before: other, after: one };
  const [from, to] = [yearOf(pair.before), yearOf(pair.after)];
  return { area, from, to, years: [...new Set([from, to])], pairs: [pair], steps: [] };
}

async function planOfYears(db: Db, actor: Actor, query: CompareQuery, area: Area): Promise<Plan> {
  const nothing = { area, from: query.from ?? null, to: query.to ?? null };
  if (query.from !== undefined && query.to !== undefined && query.from >= query.to)
    refuseField("to", "years_reversed");
  if (!area.boundary || !area.bbox) return { ...nothing, years: [], pairs: [], steps: [] };
  const near = await listImagesNear(db, actor, area.bbox);
  const places = areaPlaces(area.boundary, area.bbox, near);
  const { images } = places;
  const years = [...new Set(images.map(yearOf))].sort((a, b) => a - b);
  const to = query.to ?? years.at(-1) ?? null;
  const from = query.from ?? years.filter((year) => to !== null && year < to).at(-1) ?? null;
  if (from === null || to === null) return { ...nothing, from, to, years, pairs: [], steps: [] };
  const pairsOf = (first: number, last: number) =>
    choosePairs(
      images.filter((image) => yearOf(image) === first),
      images.filter((image) => yearOf(image) === last),
      places,
    );
  const within = years.filter((year) => year >= from && year <= to);
  const steps = within.slice(1).map((year, i): YearStep => {
    const before = within[i] as number;
    return { from: before, to: year, pairs: pairsOf(before, year) };
  });
  return { area, from, to, years, pairs: pairsOf(from, to), steps };
}
