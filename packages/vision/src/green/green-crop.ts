import type { Box, WorkTile } from "../pixels/pixels.ts";

/** For each of `side` cells along one axis: the tile pixels that make it, two or more, and their weights. */
type Taps = { starts: Int32Array; pixels: number[]; weights: number[] };

/** Area average where the image is reduced, linear where it is enlarged; the tile's edge is repeated. */
function tapsAlong(start: number, length: number, side: number, size: number): Taps {
  const ratio = length / side;
  const inside = (p: number): number => Math.min(size - 1, Math.max(0, p));
  const taps: Taps = { starts: new Int32Array(side + 1), pixels: [], weights: [] };
  for (let i = 0; i < side; i++) {
    const from = start + i * ratio;
    if (ratio >= 1) {
      const to = from + ratio;
      for (let p = Math.floor(from); p < to; p++) {
        taps.pixels.push(inside(p));
        taps.weights.push((Math.min(to, p + 1) - Math.max(from, p)) / ratio);
      }
    } else {
      const centre = from + ratio / 2 - 0.5;
      const low = Math.floor(centre);
      taps.pixels.push(inside(low), inside(low + 1));
      taps.weights.push(low + 1 - centre, centre - low);
    }
    taps.starts[i + 1] = taps.pixels.length;
  }
  return taps;
}

/**
 * The square around a crown as a classifier sees it: red, green and blue planes of `side` × `side`
 * pixels, 0..1, written into `out`. The square's side is `around` times the crown's longer side.
 */
export function cutCrown(
  tile: WorkTile,
  box: Box,
  side: number,
  around: number,
  out: Float32Array,
): void {
  const length = Math.max(1, around * Math.max(box[2] - box[0], box[3] - box[1]));
  const across = tapsAlong((box[0] + box[2] - length) / 2, length, side, tile.width);
  const down = tapsAlong((box[1] + box[3] - length) / 2, length, side, tile.height);
  for (let band = 0; band < 3; band++) {
    const plane = tile.planes[band];
    if (!plane) throw new RangeError("A crown is judged in red, green and blue.");
    let at = band * side * side;
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        let sum = 0;
        for (let v = down.starts[y] as number; v < (down.starts[y + 1] as number); v++) {
          const row = (down.pixels[v] as number) * tile.width;
          const weight = down.weights[v] as number;
          for (let u = across.starts[x] as number; u < (across.starts[x + 1] as number); u++)
            sum +=
              weight *
              (across.weights[u] as number) *
              (plane[row + (across.pixels[u] as number)] as number);
        }
        out[at++] = sum;
      }
  }
}
