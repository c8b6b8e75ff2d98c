/** Vector tile of trees: cells of many from afar, then points, then crowns. */

import type { Db } from "@nihol/db/connection";
import type { Bbox, Position } from "@nihol/geo/geometry";
import {
  type Crown,
  decodePackedTrees,
  encodeCellTile,
  encodeCrownTile,
  encodeTileCount,
  encodeTreeTile,
  type TileAddress,
} from "@nihol/geo/tiles/mvt";
import { tileBbox } from "@nihol/geo/tiles/tile-math";
import { mortonCover } from "@nihol/store/trees/morton-cover";
import { PYRAMID_LEVELS } from "@nihol/store/trees/tree-pyramid";
import { type Georeference, pixelsToLonLats } from "@nihol/vision/coordinates/projection";
import {
  countImageTile,
  countTile,
  findGeoreferences,
  findPackedCells,
  findPackedImageCells,
  findPackedTrees,
  listCrowns,
  type TileOrder,
} from "./tree-tile-queries.ts";

/** Up to so many trees a tile holds single points. */
const MAX_POINTS = 30_000;
// With ids a tree takes about 30 bytes; without, 3. Who can press on one of 30,000 points?
const maxWithIds = 4_000;
// 128 × 128 cells a tile: a cell is four pixels of the screen wide.
const cellLevels = 7;
// From here on crowns; where a tile holds more than a screen can tell apart, points alone until one is nearer.
const crownZoom = 17;
const allCrownsZoom = 19;
const maxFarCrowns = 3_000;
const maxCrowns = 10_000;
// Half the widest crown: a tree beside the tile may reach into it.
const crownMarginDegrees = 0.00015;

/** The tile as a Mapbox Vector Tile; no bytes where there are no trees. Throws what the database throws. */
export async function findTreeTile(
  db: Db,
  tile: TileAddress,
  order: TileOrder,
): Promise<Uint8Array> {
  if (tile.z >= allCrownsZoom) return withCrowns(db, tile, order);
  const isOneImage = order.filter.whole_image !== undefined;
  const count = await (isOneImage
    ? countImageTile(db, tile, order, MAX_POINTS)
    : countTile(db, tile, order));
  if (count === 0) return new Uint8Array();
  if (tile.z >= crownZoom && count <= maxFarCrowns) return withCrowns(db, tile, order);
  if (count <= MAX_POINTS) {
    const dots = await points(db, tile, order, count <= maxWithIds);
    // Says what is not drawn: the panel asks to zoom in for the crowns.
    return tile.z < crownZoom ? dots : joined(dots, encodeTileCount(count, "crownless"));
  }
  const level = Math.max(PYRAMID_LEVELS.from, Math.min(PYRAMID_LEVELS.to, tile.z + cellLevels));
  const cells = await (isOneImage ? findPackedImageCells : findPackedCells)(db, tile, level, order);
  return encodeCellTile(tile, level, cells);
}

const withCrowns = async (db: Db, tile: TileAddress, order: TileOrder) =>
  joined(await crownsOf(db, tile, order), await near(db, tile, order));

const near = (db: Db, tile: TileAddress, order: TileOrder) => points(db, tile, order, true);

async function points(db: Db, tile: TileAddress, order: TileOrder, withIds: boolean) {
  const packed = await findPackedTrees(db, tile, order, withIds);
  return encodeTreeTile(tile, decodePackedTrees(packed, withIds));
}

/** Layers of two tiles in one: a tile is a list of layers, and lists of protobuf join end to end. */
function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const tile = new Uint8Array(first.length + second.length);
  tile.set(first);
  tile.set(second, first.length);
  return tile;
}

async function crownsOf(db: Db, tile: TileAddress, order: TileOrder): Promise<Uint8Array> {
  const [west, south, east, north] = tileBbox(tile.z, tile.x, tile.y);
  const margin = crownMarginDegrees;
  const around: Bbox = [west - margin, south - margin, east + margin, north + margin];
  const rows = await listCrowns(db, mortonCover(around), order, maxCrowns);
  const grounds = await findGeoreferences(db, [...new Set(rows.map((r) => r.whole_image_id))]);
  const crowns: Crown[] = [];
  for (const { id, whole_image_id, green, crown } of rows) {
    const ground = grounds.get(whole_image_id);
    if (!ground || crown.length < 6) continue;
    crowns.push({ id, rings: [ringOf(ground, crown)], properties: { id, green } });
  }
  return encodeCrownTile(tile, crowns);
}

/** A crown in source pixels as a closed ring in degrees. */
function ringOf(ground: Georeference, crown: number[]): Position[] {
  const flat = pixelsToLonLats(ground, crown);
  const ring: Position[] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) ring.push([flat[i] ?? 0, flat[i + 1] ?? 0]);
  const [first, last] = [ring[0], ring.at(-1)];
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) ring.push(first);
  return ring;
}
