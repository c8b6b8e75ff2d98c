/** Shading of slopes as a veil: black where a slope lies in shadow, white where it is lit, clear where it is flat. */
import sharp from "sharp";
import type { Tile } from "./pmtiles-writer.ts";
import { dataBounds, tilesOver } from "./tile-grid.ts";

const side = 256;
/** Pixels of the GeoTIFF are those of zoom 7; it is enlarged smoothly, for a browser enlarges it in blocks. */
const enlarged = 2;
const lastZoom = 8;
const firstZoom = 3;
/** Where the enlarged image begins, in pixels of the last zoom; it lies on the grid. */
const origin = { x: 19_842 * enlarged, y: 11_525 * enlarged };
/** Grey of flat ground in Natural Earth's shading. */
const flat = 217;

/** Pixels over which the shading ends, so that no edge is seen where the data do. */
const fade = 120 * enlarged;

/** Grey to a veil. */
function veil(grey: Buffer): Buffer {
  const out = Buffer.alloc(grey.length * 4);
  for (const [i, value] of grey.entries()) {
    const isLit = value > flat;
    const share = isLit ? (value - flat) / (255 - flat) : (flat - value) / flat;
    out.fill(isLit ? 255 : 0, i * 4, i * 4 + 3);
    out[i * 4 + 3] = Math.round(255 * Math.min(1, isLit ? share : share * 1.4));
  }
  return out;
}

/** @param path the GeoTIFF, EPSG:3857, 1,223 m a pixel */
export async function reliefTiles(path: string): Promise<Tile[]> {
  const { width = 0 } = await sharp(path).metadata();
  const { data, info } = await sharp(path)
    .extractChannel(0)
    .resize({ width: width * enlarged, kernel: "cubic" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const tiles: Tile[] = [];
  for (let z = firstZoom; z <= lastZoom; z++) {
    const scale = 2 ** (lastZoom - z);
    for (const { x, y } of tilesOver(dataBounds, z)) {
      const grey = Buffer.alloc(side * side, flat);
      for (let row = 0; row < side; row++)
        for (let column = 0; column < side; column++) {
          const value = meanAt(x * side + column, y * side + row, scale);
          if (value !== undefined) grey[row * side + column] = value;
        }
      const picture = sharp(veil(grey), { raw: { width: side, height: side, channels: 4 } });
      tiles.push({
        z,
        x,
        y,
        data: await picture.webp({ quality: 60, alphaQuality: 90, effort: 6 }).toBuffer(),
      });
    }
  }
  return tiles;

  /** Mean of the pixels that a pixel of a smaller scale covers; undefined beyond the data. */
  function meanAt(px: number, py: number, scale: number): number | undefined {
    let [sum, count] = [0, 0];
    for (let dy = 0; dy < scale; dy++)
      for (let dx = 0; dx < scale; dx++) {
        const [column, row] = [px * scale + dx - origin.x, py * scale + dy - origin.y];
        if (column < 0 || row < 0 || column >= info.width || row >= info.height) continue;
        const inside = Math.min(column, row, info.width - column, info.height - row);
        const share = Math.min(1, inside / fade);
        sum += flat + share * ((data[row * info.width + column] ?? flat) - flat);
        count += 1;
      }
    return count > 0 ? Math.round(sum / count) : undefined;
  }
}
