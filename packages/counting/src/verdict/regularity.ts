/** Tells whether trees stand in rows by the distances between neighbours. */

interface PlanePoint {
  x: number;
  y: number;
}

interface Regularity {
  /** Mean distance to the nearest neighbour against that of as many trees set at random: 1 at random, 2 in a square grid. */
  ratio: number;
  /** In standard errors from random. */
  z: number;
  /** Median distance to the nearest neighbour, metres. */
  nearestM: number;
}

/** Fewer trees say nothing of rows. */
export const MIN_PATTERN_TREES = 20;

/**
 * The aggregation index of Clark and Evans (Ecology 35, 1954), with Donnelly's correction for trees near the edge
 * (1978), from positions in metres. Misses and false finds pull it towards 1. Undefined for too few trees.
 * @param perimeterM of the area
 */
export function regularityOf(
  points: readonly PlanePoint[],
  areaM2: number,
  perimeterM: number,
): Regularity | undefined {
  const n = points.length;
  if (n < MIN_PATTERN_TREES || areaM2 <= 0) return undefined;
  const nearest = nearestDistances(points, Math.sqrt(areaM2 / n));
  const mean = nearest.reduce((total, one) => total + one, 0) / n;
  const edge = (0.0514 + 0.041 / Math.sqrt(n)) * (perimeterM / n);
  const expected = 0.5 * Math.sqrt(areaM2 / n) + edge;
  const error = Math.sqrt(
    (0.0703 * areaM2) / n ** 2 + 0.037 * perimeterM * Math.sqrt(areaM2 / n ** 5),
  );
  const sorted = [...nearest].sort((a, b) => a - b);
  return {
    ratio: mean / expected,
    z: (mean - expected) / error,
    nearestM: sorted[Math.floor(n / 2)] ?? mean,
  };
}

/** The distance of each point to its nearest neighbour, found in cells of this width and those around. */
function nearestDistances(points: readonly PlanePoint[], cellM: number): number[] {
  const cells = new Map<string, PlanePoint[]>();
  const column = (value: number) => Math.floor(value / cellM);
  for (const point of points) {
    const key = `${column(point.x)} ${column(point.y)}`;
    const cell = cells.get(key);
    if (cell) cell.push(point);
    else cells.set(key, [point]);
  }
  const within = (point: PlanePoint, rings: number) => {
    let min = Infinity;
    for (let dx = -rings; dx <= rings; dx++)
      for (let dy = -rings; dy <= rings; dy++)
        for (const other of cells.get(`${column(point.x) + dx} ${column(point.y) + dy}`) ?? [])
          if (other !== point)
            min = Math.min(min, Math.hypot(other.x - point.x, other.y - point.y));
    return min;
  };
  return points.map((point) => {
    for (let rings = 1; ; rings *= 2) {
      const min = within(point, rings);
      if (min <= rings * cellM || rings > 4096) return min;
    }
  });
}
