/** Vector tile of compared trees. */
import type { Db } from "@nihol/db/connection";
import { columnOfHalves, MORTON_BITS, rowOfHalves } from "@nihol/geo/tiles/morton";
import type { TileAddress } from "@nihol/geo/tiles/mvt";
import { addFeature, EXTENT, encodeTile, layerDraft, POINT, tag } from "@nihol/geo/tiles/mvt-layer";
import { byteBuffer, finish, writeVarint, writeZigzag } from "@nihol/geo/tiles/protobuf";
import type { ChangeScope } from "../../shared/imagery/change-sums.ts";
import { listTileTrees } from "./change-queries.ts";

/** From this zoom on every tree is drawn; one zoom below, a quarter of them. */
const ALL_KEPT_ZOOM = 14;
const ALL_CHANGED_ZOOM = 11;
const MOVE_TO = 1;

const rateAt = (zoom: number, all: number) => 4 ** Math.min(12, Math.max(0, all - zoom));

/** Where a Morton code lies in a tile, 0 to 4095. */
function placeIn(tile: TileAddress, zc: bigint): [x: number, y: number] {
  const [high, low] = [Number(zc >> 32n), Number(zc & 0xffffffffn)];
  const side = 2 ** (MORTON_BITS - tile.z);
  const offset = (coordinate: number, number: number) =>
    Math.floor(((coordinate - number * side) * EXTENT) / side);
  return [offset(columnOfHalves(high, low), tile.x), offset(rowOfHalves(high, low), tile.y)];
}

/**
 * Layer `changes`: points with `id`, `state` (order of treeChanges), `unsure` 0 or 1, and `r`, the crown's
 * radius in decimetres. No bytes where nothing was compared.
 */
export async function findChangeTile(
  db: Db,
  tile: TileAddress,
  comparisons: number[],
  scope: ChangeScope,
): Promise<Uint8Array> {
  const rates = { kept: rateAt(tile.z, ALL_KEPT_ZOOM), changed: rateAt(tile.z, ALL_CHANGED_ZOOM) };
  const trees = await listTileTrees(db, tile, comparisons, scope, rates);
  const layer = layerDraft("changes", trees.length * 28);
  const geometry = byteBuffer(16);
  for (const { id, zc, state, unsure, area_m2 } of trees) {
    const [x, y] = placeIn(tile, BigInt(zc));
    geometry.length = 0;
    writeVarint(geometry, (1 << 3) | MOVE_TO);
    writeZigzag(geometry, x);
    writeZigzag(geometry, y);
    const tags = [
      ...tag(layer, "id", Number(id)),
      ...tag(layer, "state", state),
      ...tag(layer, "unsure", unsure ? 1 : 0),
      ...tag(layer, "r", Math.round(10 * Math.sqrt(area_m2 / Math.PI))),
    ];
    addFeature(layer, POINT, tags, finish(geometry), Number(id));
  }
  return encodeTile([layer]);
}
