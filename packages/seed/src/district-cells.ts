/**
 * Boundaries of the demonstration's districts. The real ones may not be shipped, so each region is divided among
 * the centre points of its districts: all ground that is nearest to one of them (Voronoi cells) is that district's.
 */
import type { Areal, Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { intersection } from "@nihol/geo/overlay";
import { bboxOf } from "@nihol/geo/polygon";

type Point = readonly [lon: number, lat: number];

/** About a tenth of a metre: corners that neighbours share come out equal. */
const round = (value: number) => Math.round(value * 1e6) / 1e6;

/** The part of a convex ring (not closed) that is nearer to `own` than to `other`, in degrees of equal length. */
function nearerPart(ring: readonly Point[], own: Point, other: Point, stretch: number): Point[] {
  const middle = [(own[0] + other[0]) / 2, (own[1] + other[1]) / 2] as const;
  const across = [(other[0] - own[0]) * stretch ** 2, other[1] - own[1]] as const;
  const beyond = ([lon, lat]: Point) =>
    (lon - middle[0]) * across[0] + (lat - middle[1]) * across[1];
  return ring.flatMap((from, i) => {
    const to = ring[(i + 1) % ring.length] ?? from;
    const [a, b] = [beyond(from), beyond(to)];
    const kept = a <= 0 ? [from] : [];
    if (a <= 0 === b <= 0) return kept;
    const share = a / (a - b);
    const edge: Point = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    return [...kept, edge];
  });
}

/**
 * Divides a region among centre points: one boundary for each, in their order, that together cover the region.
 * @param centers degrees, all different; those just outside the region have their part of it too
 */
export function districtCells(region: Areal, centers: readonly Point[]): MultiPolygon[] {
  const [west, south, east, north]: Bbox = bboxOf(region);
  const stretch = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const frame: Point[] = [
    [west - 1, south - 1],
    [east + 1, south - 1],
    [east + 1, north + 1],
    [west - 1, north + 1],
  ];
  return centers.map((own) => {
    let ring = frame;
    for (const other of centers) if (other !== own) ring = nearerPart(ring, own, other, stretch);
    const closed = [...ring, ...ring.slice(0, 1)].map(([lon, lat]): [number, number] => [
      round(lon),
      round(lat),
    ]);
    return intersection({ type: "Polygon", coordinates: [closed] }, region);
  });
}
