/** Computes where each image lies in a tile of the mosaic: plain arithmetic, no pixels. */
import { tileBbox } from "@nihol/geo/tiles/tile-math";
import { type Bounds, boundsTouch } from "../data/map-view-state.ts";

/** Fields of an image that taking its tiles needs. */
export type TiledImage = { id: number; bbox: Bounds; gsd_m: number };

export type Tile = { z: number; x: number; y: number };

/** A part of an image's tile that fills a tile of the map: 0 to 1 of its side, from its upper left corner. */
export type MosaicPart = { image: number; tile: Tile; left: number; top: number; side: number };

/** Pixels of a web map's tile at zoom 0 are this many metres wide at the equator. */
const metersAtZoom0 = 156_543.03;

/** The zoom of an image's tiles beyond which they would only be enlarged. */
export function ownZoom({ bbox, gsd_m }: TiledImage): number {
  const latitude = (bbox[1] + bbox[3]) / 2;
  const own = Math.log2((metersAtZoom0 * Math.cos((latitude * Math.PI) / 180)) / gsd_m);
  return Math.min(22, Math.max(1, Math.ceil(own)));
}

/** From here on images are asked for by the cells of this zoom, some eight kilometres wide: one call each. */
const cellZoom = 12;

export function cellAround({ z, x, y }: Tile): Bounds {
  const up = z - cellZoom;
  return tileBbox(cellZoom, x >> up, y >> up);
}

/** The images that touch a tile, in the order given, each with the part of its own tile that lies there. */
export function mosaicParts(images: readonly TiledImage[], tile: Tile): MosaicPart[] {
  const ground = tileBbox(tile.z, tile.x, tile.y);
  return images
    .filter(({ bbox }) => boundsTouch(bbox, ground))
    .map((image) => {
      // An image coarser than the tile is enlarged from its own finest tile.
      const up = Math.max(0, tile.z - ownZoom(image));
      const side = 1 / 2 ** up;
      return {
        image: image.id,
        tile: { z: tile.z - up, x: tile.x >> up, y: tile.y >> up },
        left: (tile.x % 2 ** up) * side,
        top: (tile.y % 2 ** up) * side,
        side,
      };
    });
}
