/** Puts one tree of an image from one state into another, with the pyramid and the tally. */

import type { TreeState } from "@nihol/contract/values/trees";
import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import { mortonOf } from "@nihol/geo/tiles/morton";
import { sql } from "kysely";
import type { CountedImage } from "../counted-image.ts";
import { loadTerritory } from "../territory-index.ts";
import { countedUntilAt } from "../tree-publish.ts";
import { deleteEmptyCells, setCountedUntil } from "../tree-pyramid.ts";
import { addToTally } from "../tree-tally.ts";
import { wordsAsNumbers } from "./tree-state.ts";

type Trx = Db;

/** The number of a tree that is to be inserted. */
export async function nextTreeId(trx: Trx): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('tree', 'id')) as id`.execute(trx);
  return Number(rows[0]?.id);
}

/**
 * Writes a tree's row as `after` says: null takes it away, no row before makes one under this number. The territory
 * must be held (`holdTerritory`) and the trees locked (`lockTrees`); sums of fragments and of the image are the caller's.
 */
export async function writeTree(
  trx: Trx,
  image: CountedImage,
  id: number,
  before: TreeState | null,
  after: TreeState | null,
): Promise<void> {
  if (before) {
    await addToTally(trx, id, -1);
    await setCountedUntil(trx, [{ id, until: null }]);
  }
  if (after === null) await trx.deleteFrom("tree").where("id", "=", id).execute();
  else if (before === null) await insertTree(trx, image, id, after);
  else await updateTree(trx, id, before, after);
  if (after) {
    await setCountedUntil(trx, [{ id, until: await countedUntilAt(trx, image, after) }]);
    await addToTally(trx, id, 1);
  }
  const places = [before, after].filter((state) => state !== null);
  await deleteEmptyCells(
    trx,
    places.map(({ lon, lat }) => [mortonOf(lon, lat), mortonOf(lon, lat)] as const),
  );
}

/** Raised by each correction and by each undoing. */
const versionOf = (id: number) =>
  sql<number>`(select count(*) + count(undone_at) from tree_correction where tree_id = ${id})::int`;

async function placed(trx: Trx, { lon, lat }: TreeState) {
  const bbox: Bbox = [lon, lat, lon, lat];
  return {
    lon,
    lat,
    zc: String(mortonOf(lon, lat)),
    ...(await loadTerritory(trx, bbox))(lon, lat),
  };
}

async function insertTree(trx: Trx, image: CountedImage, id: number, state: TreeState) {
  const place = await placed(trx, state);
  const { green, review } = wordsAsNumbers(state);
  await sql`
    insert into tree (id, whole_image_id, fragment, zc, lon, lat, captured_on, score, green, veg_index,
      veg_index_name, area_m2, box, crown, garden_id, district_id, region_id, review, version)
    overriding system value
    values (${id}, ${image.id}, ${state.fragment}, ${place.zc}::bigint, ${place.lon}, ${place.lat},
      ${image.captured_on}::date, ${state.score}, ${green}, ${state.veg_index}, ${state.veg_index_name},
      ${state.area_m2}, ${state.box}::real[], ${state.crown}::real[], ${place.garden_id},
      ${place.district_id}, ${place.region_id}, ${review}, ${versionOf(id)})`.execute(trx);
}

const isRedrawn = (a: TreeState, b: TreeState) =>
  JSON.stringify([a.lon, a.lat, a.crown, a.box]) !== JSON.stringify([b.lon, b.lat, b.crown, b.box]);

/** Only what changes is named: a trigger ends comparisons when a crown is redrawn, and not when a tree is called green. */
async function updateTree(trx: Trx, id: number, before: TreeState, after: TreeState) {
  const { box, crown, area_m2, fragment } = after;
  const redrawn = isRedrawn(before, after)
    ? { ...(await placed(trx, after)), box, crown, area_m2, fragment }
    : {};
  // Green states that a person sets hold whatever the season.
  const said = after.green === before.green ? {} : { leafless: false };
  await trx
    .updateTable("tree")
    .set({ ...redrawn, ...wordsAsNumbers(after), ...said, version: versionOf(id) })
    .where("id", "=", id)
    .execute();
}
