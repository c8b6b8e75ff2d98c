/** GDAL's order: `x = a[0] + px·a[1] + py·a[2]`, `y = a[3] + px·a[4] + py·a[5]`; pixel (0, 0) is the outer top-left corner. */
export type Affine = readonly [number, number, number, number, number, number];

/** Pixel to map coordinates (units of the projection). */
export function applyAffine(a: Affine, px: number, py: number): [number, number] {
  return [a[0] + px * a[1] + py * a[2], a[3] + px * a[4] + py * a[5]];
}

/** Map units² a pixel covers, signed; 0 when the grid is degenerate. */
export function affineDeterminant(a: Affine): number {
  return a[1] * a[5] - a[2] * a[4];
}

/** No usual grid lies so much past whole pixels of its projection: what is nearly whole or nearly half does not flip. */
const UNUSUAL_PHASE = 0.7;

/**
 * Column and row of an image's first pixel, counted from the projection's origin: of images on one grid of pixels they
 * differ by as many pixels as the images lie apart.
 */
export function groundPixelOf(a: Affine): [number, number] {
  const [px, , , py] = invertAffine(a);
  return [Math.floor(1 - UNUSUAL_PHASE - px), Math.floor(1 - UNUSUAL_PHASE - py)];
}

/** The affine that takes map coordinates to pixels. Throws when the grid has no area. */
export function invertAffine(a: Affine): Affine {
  const det = affineDeterminant(a);
  if (!Number.isFinite(det) || det === 0) throw new Error("The pixel grid has no area.");
  const [gx, gy] = [a[0], a[3]];
  const [i1, i2, i4, i5] = [a[5] / det, -a[2] / det, -a[4] / det, a[1] / det];
  return [-(gx * i1 + gy * i2), i1, i2, -(gx * i4 + gy * i5), i4, i5];
}
