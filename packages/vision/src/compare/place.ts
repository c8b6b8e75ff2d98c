/** Measures one place in the pixels of both images, where a tree stands in at least one of them. */
import type { Patch } from "./frame.ts";

/** A place in the cells of two patches that lie on each other. */
type Place = {
  x: number;
  y: number;
  radius: number;
  /** Discs of other trees nearby (cells), which are no background. */
  others: readonly { x: number; y: number; radius: number }[];
};

/** A value in the image that has the tree, and in the one that lacks it. */
export type OwnAndOther = readonly [own: number, other: number];

export type PlaceMeasurement = {
  /**
   * Share of the crown that the other image shows at all; less when too little of its surroundings is shown to
   * measure a contrast. Cells beyond the own image do not count.
   */
  shown: number;
  /**
   * Share of the crown's contrast with its surroundings that the other image has too: 1 is the same
   * contrast, 0 none of it. In vegetation index and brightness together, each by its own spread.
   */
  residualContrast: number;
  /** Correlation of crown and surroundings between the images, −1..1; the better of index and brightness. */
  crossCorrelation: number;
  /** The tree's appearance in its own image, which distinguishes a tree from a patch of grass. */
  appearance: TreeAppearance;
  /** Means of the crown's cells: vegetation index and brightness, in the own and in the other image. */
  crown: { plant: OwnAndOther; light: OwnAndOther };
  /** Mean vegetation index of the ground around, in the own and in the other image. */
  groundPlant: OwnAndOther;
  /** Detail (mean gradient of brightness) around, and mean brightness: in the own and in the other image. */
  detail: OwnAndOther;
  light: OwnAndOther;
  /** Mean warmth of the ground around in the other image: (red − blue) / (red + blue). */
  warm: number;
};

export type TreeAppearance = {
  /** Contrast of crown and ground, by the spread of the surroundings: vegetation index, and brightness. */
  plant: number;
  light: number;
  /** The darkest tenth of crown and ring, as a share of the mean brightness around: trees throw shadows. */
  dark: number;
  /** Detail within the crown, as a share of its brightness. */
  rough: number;
};

/** Standard deviation of an image's values, the unit of contrasts. */
export type Spreads = { light: number; vegetation: number };

const RING_FROM = 1.3;
export const RING_TO = 2.4;
/** So much of the ring around a crown is enough to know the ground: at an image's edge there is no more. */
const RING_ENOUGH = 0.4;

/** Measures a place in the image that has the tree (`own`) and in the other one. */
export function measurePlace(
  own: Patch,
  other: Patch,
  place: Place,
  spreads: readonly [own: Spreads, other: Spreads],
): PlaceMeasurement {
  const cells = cellsAround(own, place).filter(({ at }) => own.valid[at] === 1);
  const shownCells = cells.filter(({ at }) => other.valid[at] === 1);
  const shareOf = (part: "inCrown" | "inRing") => {
    const wanted = cells.filter((cell) => cell[part]).length;
    return wanted > 0 ? shownCells.filter((cell) => cell[part]).length / wanted : 0;
  };
  const shown = Math.min(shareOf("inCrown"), shareOf("inRing") / RING_ENOUGH);
  const near = shownCells.map(({ at }) => at);
  const crown = shownCells.filter(({ inCrown }) => inCrown).map(({ at }) => at);
  // The ground around shows cloud and shadow: it stays when a tree is gone.
  const ground = shownCells.filter(({ inCrown, inRing }) => inRing && !inCrown).map(({ at }) => at);
  const around = ground.length >= 12 ? ground : near;
  const both = (plane: "light" | "vegetation", of: readonly number[]): OwnAndOther => [
    meanOf(own[plane], of),
    meanOf(other[plane], of),
  ];
  const contrast = (image: 0 | 1, plane: "light" | "vegetation"): number => {
    const patch = image === 0 ? own : other;
    if (crown.length === 0 || ground.length === 0) return 0;
    return (meanOf(patch[plane], crown) - meanOf(patch[plane], ground)) / spreads[image][plane];
  };
  const [plant, light] = [contrast(0, "vegetation"), contrast(0, "light")];
  const strength = plant ** 2 + light ** 2;
  const left = plant * contrast(1, "vegetation") + light * contrast(1, "light");
  return {
    shown,
    residualContrast: strength > 0.01 ? Math.max(-1, Math.min(2, left / strength)) : 0,
    crossCorrelation: Math.max(
      correlation(own.vegetation, other.vegetation, near),
      correlation(own.light, other.light, near),
    ),
    appearance: {
      plant,
      light,
      dark: darkest(own.light, near) / Math.max(1, meanOf(own.light, near)),
      rough: detailOf(own, crown) / Math.max(1, meanOf(own.light, crown)),
    },
    crown: { plant: both("vegetation", crown), light: both("light", crown) },
    groundPlant: both("vegetation", around),
    detail: [detailOf(own, around), detailOf(other, around)],
    light: both("light", around),
    warm: meanOf(other.warm, around),
  };
}

type Cell = { at: number; inCrown: boolean; inRing: boolean };

function cellsAround(patch: Patch, { x, y, radius, others }: Place): Cell[] {
  const ringRadius = RING_TO * radius;
  const cells: Cell[] = [];
  for (let row = Math.floor(y - ringRadius); row <= y + ringRadius; row++)
    for (let col = Math.floor(x - ringRadius); col <= x + ringRadius; col++) {
      if (row < 0 || col < 0 || row >= patch.rows || col >= patch.cols) continue;
      const [cx, cy] = [col + 0.5, row + 0.5];
      const far = Math.hypot(cx - x, cy - y);
      if (far > ringRadius) continue;
      const inCrown = far <= Math.max(radius, 0.75);
      const isOthers = others.some((one) => Math.hypot(cx - one.x, cy - one.y) <= one.radius);
      if (!inCrown && isOthers) continue;
      cells.push({ at: row * patch.cols + col, inCrown, inRing: far >= RING_FROM * radius });
    }
  return cells;
}

function meanOf(plane: Float32Array, cells: readonly number[]): number {
  let sum = 0;
  for (const at of cells) sum += plane[at] as number;
  return cells.length > 0 ? sum / cells.length : 0;
}

function correlation(a: Float32Array, b: Float32Array, cells: readonly number[]): number {
  const [ma, mb] = [meanOf(a, cells), meanOf(b, cells)];
  let [saa, sbb, sab] = [0, 0, 0];
  for (const at of cells) {
    const [da, db] = [(a[at] as number) - ma, (b[at] as number) - mb];
    saa += da * da;
    sbb += db * db;
    sab += da * db;
  }
  return saa > 0 && sbb > 0 ? sab / Math.sqrt(saa * sbb) : 0;
}

function detailOf({ light, cols }: Patch, cells: readonly number[]): number {
  let sum = 0;
  for (const at of cells) {
    const [right, below] = [light[at + 1], light[at + cols]];
    if (right === undefined || below === undefined) continue;
    sum += Math.hypot(right - (light[at] as number), below - (light[at] as number));
  }
  return cells.length > 0 ? sum / cells.length : 0;
}

/** The value below which a tenth of the cells lie. */
function darkest(plane: Float32Array, cells: readonly number[]): number {
  const sorted = Float32Array.from(cells, (at) => plane[at] as number).sort();
  return sorted[Math.floor(sorted.length / 10)] ?? 0;
}
