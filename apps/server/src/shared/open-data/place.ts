/** Where images are searched: `bbox` and `intersects` of STAC, both held to what an image covers and not to its bounds. */
import { stacAreaSchema } from "@nihol/contract/open-data/stac";
import { meetsBox } from "@nihol/geo/clip-to-box";
import type { Areal, Bbox, MultiPolygon, Polygon, Position } from "@nihol/geo/geometry";
import { intersects } from "@nihol/geo/overlay";
import { bboxOf } from "@nihol/geo/polygon";
import { refuseField } from "../../http/problem.ts";
import { boxesOf } from "./feature-query.ts";

/** A place as the query first narrows it down, and as each image is then tried. */
export interface Place {
  boxes: Bbox[];
  meets: (covered: MultiPolygon) => boolean;
}

/** Half the breadth of what a point or a line is taken for, degrees: about a millimetre. */
const thin = 1e-8;
/** Overlay is exact and costs as much as it is given. */
const maxPositions = 5_000;

const bad = (): never => refuseField("intersects", "invalid");

function positionOf(value: unknown): Position {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) return bad();
  if (!value.every(Number.isFinite)) return bad();
  return value as Position;
}
const positionsOf = (value: unknown): Position[] =>
  Array.isArray(value) ? value.slice(0, maxPositions + 1).map(positionOf) : bad();

/** A line between two positions, or a point where they are the same, as a very thin area. */
function thinArea([x, y]: Position, [toX, toY]: Position): Polygon {
  const length = Math.hypot(toX - x, toY - y);
  const [ux, uy] =
    length === 0 ? [thin, 0] : [((toX - x) / length) * thin, ((toY - y) / length) * thin];
  const ring: Position[] = [
    [x - ux - uy, y - uy + ux],
    [x - ux + uy, y - uy - ux],
    [toX + ux + uy, toY + uy - ux],
    [toX + ux - uy, toY + uy + ux],
    [x - ux - uy, y - uy + ux],
  ];
  return { type: "Polygon", coordinates: [ring] };
}
const lineAreas = (line: Position[]) =>
  line.slice(1).map((to, i) => thinArea(line[i] as Position, to));

/** Any geometry of GeoJSON as areas. */
function areasOf(value: unknown): Areal[] {
  const { type, coordinates, geometries } = (value ?? {}) as Record<string, unknown>;
  const each = <T>(read: (part: unknown) => T[]) =>
    Array.isArray(coordinates) ? coordinates.slice(0, maxPositions + 1).flatMap(read) : bad();
  const point = (part: unknown) => [thinArea(positionOf(part), positionOf(part))];
  const line = (part: unknown) => lineAreas(positionsOf(part));
  if (type === "Point") return point(coordinates);
  if (type === "MultiPoint") return each(point);
  if (type === "LineString") return line(coordinates);
  if (type === "MultiLineString") return each(line);
  if (type === "GeometryCollection" && Array.isArray(geometries))
    return geometries.flatMap(areasOf);
  const { data } = stacAreaSchema.safeParse(value);
  return data ? [data] : bad();
}

function ofGeometry(value: unknown): Place {
  const areas = areasOf(value);
  if (areas.length === 0 || JSON.stringify(areas).split("[").length > 10 * maxPositions)
    return bad();
  return {
    boxes: areas.map(bboxOf),
    meets: (covered) => areas.some((area) => intersects(area, covered)),
  };
}

const ofBoxes = (boxes: Bbox[]): Place => ({
  boxes,
  meets: (covered) => boxes.some((box) => meetsBox(covered, box)),
});

/** @throws {FieldProblem} for a place that is none, and for both at once, as the standard asks */
export function placeOf(bbox: string | undefined, intersects: unknown): Place | undefined {
  if (bbox !== undefined && intersects !== undefined) return bad();
  if (bbox !== undefined) return ofBoxes(boxesOf(bbox));
  return intersects === undefined ? undefined : ofGeometry(intersects);
}
