/** Young trees counted in rows on a garden's ground, image by image. */

import { sumPlaces } from "@nihol/contract/values/planting/place-range";
import { joinRows, type RowsPart } from "@nihol/counting/planting-rows";
import type { CaptureFacts, RowsFacts } from "@nihol/counting/verdict/facts";
import type { Db } from "@nihol/db/connection";
import type { Database } from "@nihol/db/tables";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { bboxOf, preparePolygon } from "@nihol/geo/polygon";
import { type Selectable, sql } from "kysely";
import type { GardenGround } from "./garden-captures.ts";
import { listPitAnswers, type PitPlace, visitedAmong } from "./pit-answers.ts";

type StoredRows = Selectable<Database["planting_rows"]>;

/** Of rows on an image the places that lie in the garden, with what people found at the pits among them. */
export async function listRows(
  db: Db,
  task: number,
  { boundary }: Pick<GardenGround, "boundary">,
  captures: readonly Pick<CaptureFacts, "image" | "capturedOn">[],
): Promise<RowsFacts[]> {
  if (!boundary || captures.length === 0) return [];
  const stored = await db
    .selectFrom("planting_rows")
    .where(
      "whole_image_id",
      "in",
      captures.map(({ image }) => image),
    )
    .selectAll()
    .orderBy("id")
    .execute();
  const contains = preparePolygon(boundary);
  const answers = await listPitAnswers(
    db,
    task,
    boundary,
    stored.filter(({ pits }) => pits !== null).map(({ whole_image_id }) => whole_image_id),
  );
  return captures.flatMap(({ image, capturedOn }) => {
    const parts = stored
      .filter((row) => row.whole_image_id === image)
      .map((row) => ({ ...partIn(row, contains), crownM: row.crown_m }))
      .filter(({ places }) => places > 0);
    const [largest, ...others] = joinRows(parts);
    if (!largest) return [];
    const all = [largest, ...others];
    const sum = (of: "places" | "occupied" | "low" | "high" | "pits") =>
      all.reduce((total, rows) => total + rows[of], 0);
    const places = sum("places");
    const crownM = parts.reduce((total, part) => total + part.crownM * part.places, 0) / places;
    return [
      {
        ...{ image, capturedOn, crownM, places },
        ...{ shortM: largest.shortM, longM: largest.longM, plantings: all.length },
        ...{ occupied: sum("occupied"), low: sum("low"), high: sum("high") },
        pits: parts.some(({ pits }) => pits !== null) ? sum("pits") : null,
        ...visitedAmong(
          pitsIn(
            stored.filter((row) => row.whole_image_id === image),
            contains,
          ),
          answers.filter((answer) => answer.image === image),
        ),
      },
    ];
  });
}

type Contains = (lon: number, lat: number) => boolean;

/** Pits of the rows that were dug in the garden and hold no plant. */
const pitsIn = (
  rows: readonly Pick<StoredRows, "lons" | "lats" | "pits">[],
  contains: Contains,
): PitPlace[] =>
  rows.flatMap(({ lons, lats, pits }) =>
    (pits ?? []).flatMap((isPit, i) => {
      const [longitude, latitude] = [lons[i] ?? 0, lats[i] ?? 0];
      return isPit && contains(longitude, latitude) ? [{ longitude, latitude }] : [];
    }),
  );

/** Pits on an image that were dug in the garden and hold no plant. */
export async function listPits(db: Db, boundary: MultiPolygon, image: number): Promise<PitPlace[]> {
  const [west, south, east, north] = bboxOf(boundary);
  const { rows } = await sql<PitPlace>`
    select p.longitude, p.latitude
    from planting_rows r, unnest(r.lons, r.lats, r.pits) p (longitude, latitude, is_pit)
    where r.whole_image_id = ${image} and p.is_pit
      and p.longitude between ${west} and ${east} and p.latitude between ${south} and ${north}
    order by r.id, p.longitude, p.latitude`.execute(db);
  const contains = preparePolygon(boundary);
  return rows.filter(({ longitude, latitude }) => contains(longitude, latitude));
}

function partIn(row: StoredRows, contains: Contains) {
  const isIn = row.chances.map((_, i) => contains(row.lons[i] ?? 0, row.lats[i] ?? 0));
  const chances = row.chances.filter((_, i) => isIn[i]);
  const pits = row.pits?.filter((isPit, i) => isPit && isIn[i]).length ?? null;
  const { step_short_m, step_long_m, direction_deg, doubt, mistaken } = row;
  const steps = { shortM: step_short_m, longM: step_long_m, directionDeg: direction_deg };
  return { ...sumPlaces(chances), ...steps, doubt, mistaken, pits } satisfies RowsPart;
}
