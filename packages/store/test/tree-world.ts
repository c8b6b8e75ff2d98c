/** A small made-up world for tests of counting: rectangles as boundaries, trees on a lattice. */

import type { ImageMetadata, RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { json } from "@nihol/db/json";
import type { FreshDatabase } from "@nihol/db/test-database";
import type { Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { geodesicAreaM2 } from "@nihol/geo/polygon";
import { mortonOf } from "@nihol/geo/tiles/morton";
import { loadTerritory } from "../src/trees/territory-index.ts";
import { copyTrees, type NewTree } from "../src/trees/tree-copy.ts";

/** A rectangle in degrees as a boundary. */
export function rectangle([w, s, e, n]: Bbox): MultiPolygon {
  const ring: [number, number][] = [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
    [w, s],
  ];
  return { type: "MultiPolygon", coordinates: [[ring]] };
}

const name = json({ tg: "T", ru: "R", en: "E", az: "" });
const outline = (bbox: Bbox) => {
  const boundary = rectangle(bbox);
  return { boundary: json(boundary), bbox, area_m2: geodesicAreaM2(boundary) };
};

export async function addRegion(db: FreshDatabase, bbox: Bbox): Promise<number> {
  const values = { name, ...outline(bbox) };
  return (
    await db.sql.insertInto("region").values(values).returning("id").executeTakeFirstOrThrow()
  ).id;
}

export async function addDistrict(db: FreshDatabase, region_id: number, bbox: Bbox) {
  const values = { name, region_id, ...outline(bbox) };
  return (
    await db.sql.insertInto("district").values(values).returning("id").executeTakeFirstOrThrow()
  ).id;
}

export async function addGarden(db: FreshDatabase, bbox: Bbox): Promise<number> {
  const values = { name, ...outline(bbox) };
  return (
    await db.sql.insertInto("garden").values(values).returning("id").executeTakeFirstOrThrow()
  ).id;
}

export async function moveGarden(db: FreshDatabase, id: number, bbox: Bbox): Promise<void> {
  await db.sql.updateTable("garden").set(outline(bbox)).where("id", "=", id).execute();
}

/** A detected, unpublished image with `side` × `side` trees spread over its coverage. */
export async function insertImage(
  db: FreshDatabase,
  date: string,
  bbox: Bbox,
  side = 10,
): Promise<number> {
  const process = await db.sql
    .insertInto("imagery_process")
    .values({
      file_name: "a.tif",
      file_key: "a",
      facts: json({} as RasterMetadata),
      capture_date: date,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const image = await db.sql
    .insertInto("whole_image")
    .values({
      process_id: process.id,
      captured_on: date,
      date_hash: `hash ${process.id}`,
      original_key: "a",
      cog_key: "b",
      facts: json({} as ImageMetadata),
      width: 100,
      height: 100,
      gsd_m: 0.5,
      has_nir: false,
      bbox,
      coverage: json(rectangle(bbox)),
      coverage_m2: geodesicAreaM2(rectangle(bbox)),
      fragment_count: 1,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const placeOf = await loadTerritory(db.sql, bbox);
  const [w, s, e, n] = bbox;
  const trees: NewTree[] = [];
  for (let i = 0; i < side * side; i++) {
    const lon = w + ((e - w) * ((i % side) + 0.5)) / side;
    const lat = s + ((n - s) * (Math.floor(i / side) + 0.5)) / side;
    trees.push({
      whole_image_id: image.id,
      fragment: 1,
      zc: mortonOf(lon, lat),
      lon,
      lat,
      captured_on: date,
      score: 0.5,
      green: (i % 3) as 0 | 1 | 2,
      veg_index: 0.1,
      veg_index_name: "GLI",
      area_m2: 3.5 + (i % 7),
      box: [0, 0, 1, 1],
      crown: [0, 0, 1, 0, 1, 1],
      ...placeOf(lon, lat),
    });
  }
  await copyTrees(db.sql, trees);
  return image.id;
}

/** Current trees of an image. */
export async function countCurrent(db: FreshDatabase, wholeImageId: number): Promise<number> {
  const { n } = await db.sql
    .selectFrom("tree")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("whole_image_id", "=", wholeImageId)
    .where("current", "=", true)
    .executeTakeFirstOrThrow();
  return n;
}
