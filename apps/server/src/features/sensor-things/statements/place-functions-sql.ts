/**
 * Spatial functions of `$filter`. Devices stand at points, so each relation follows from whether the point lies in the
 * interior, on the boundary or outside of the other geometry (OGC 06-103r4, 6.1.15). PostgreSQL's own geometry takes
 * two points for one within 0.000001 degrees.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Shape } from "../query/well-known-text.ts";

type Sql = RawBuilder<unknown>;
type Condition = RawBuilder<SqlBool>;
type Line = readonly (readonly [number, number])[];

const never = sql<SqlBool>`false`;
const written = (line: Line) => line.map(([x, y]) => `(${x},${y})`).join(",");
/** An open path: a closed one would hold what lies within it. */
const pathOf = (line: Line) => sql`${`[${written(line)}]`}::path`;
const anyOf = (conditions: Condition[]): Condition =>
  conditions.length === 0 ? never : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;

/** A GeoJSON point as a point of PostgreSQL. */
export const storedPoint = (geometry: Sql): Sql =>
  sql`point((${geometry}->'coordinates'->>0)::float8, (${geometry}->'coordinates'->>1)::float8)`;

const isAt = (at: Sql, [x, y]: readonly [number, number]) =>
  sql<SqlBool>`${at} ~= point(${x}::float8, ${y}::float8)`;
const isOn = (at: Sql, line: Line) => sql<SqlBool>`${at} <@ ${pathOf(line)}`;

function isClosed(line: Line): boolean {
  const [first, last] = [line[0], line.at(-1)];
  return first?.[0] === last?.[0] && first?.[1] === last?.[1];
}
/** The ends of lines; a closed one has none. */
const endsOf = (line: Line) =>
  isClosed(line) ? [] : [line[0], line.at(-1)].flatMap((end) => (end ? [end] : []));

function onBoundary(at: Sql, { lines, polygons }: Shape): Condition {
  return anyOf([
    ...lines.flatMap(endsOf).map((end) => isAt(at, end)),
    ...polygons.flat().map((ring) => isOn(at, ring)),
  ]);
}

function meets(at: Sql, { points, lines, polygons }: Shape): Condition {
  return anyOf([
    ...points.map((one) => isAt(at, one)),
    ...lines.map((line) => isOn(at, line)),
    ...polygons.map(([outer = [], ...holes]) => {
      const inHoles = holes.map(
        (hole) =>
          sql<SqlBool>`(${at} <@ ${`(${written(hole)})`}::polygon and not ${isOn(at, hole)})`,
      );
      return sql<SqlBool>`(${at} <@ ${`(${written(outer)})`}::polygon and not ${anyOf(inHoles)})`;
    }),
  ]);
}

/** Where a point lies, as three conditions of which one holds. */
function partsOf(at: Sql, shape: Shape) {
  const [met, boundary] = [meets(at, shape), onBoundary(at, shape)];
  return {
    interior: sql<SqlBool>`(${met} and not ${boundary})`,
    boundary: sql<SqlBool>`(${met} and ${boundary})`,
    exterior: sql<SqlBool>`(not ${met})`,
  };
}
type Part = keyof ReturnType<typeof partsOf>;

/** Rows of the matrix of the nine intersections (DE-9IM) of a point: of its interior; its boundary is empty. */
const pointRows: Record<Part, string> = { interior: "0FF", boundary: "F0F", exterior: "FF0" };

/** The row of the point's exterior: dimensions of what is left of the other geometry's interior and boundary. */
function outerRow({ points, lines, polygons }: Shape, part: Part): string {
  if (polygons.length > 0) return "212";
  if (lines.length > 0) return `1${lines.every(isClosed) ? "F" : "0"}2`;
  return `${points.length === 1 && part === "interior" ? "F" : "0"}F2`;
}

const transposed = (matrix: string) =>
  [0, 3, 6, 1, 4, 7, 2, 5, 8].map((place) => matrix.charAt(place)).join("");

function fits(matrix: string, pattern: string): boolean {
  return [...pattern.toUpperCase()].every((asked, place) => {
    const has = matrix.charAt(place);
    if (asked === "*") return true;
    return asked === "T" ? has !== "F" : asked === has;
  });
}

/**
 * A pattern of nine letters over a stored point and a geometry.
 * @param isReversed the geometry comes first
 */
function relates(at: Sql, shape: Shape, pattern: string, isReversed: boolean): Condition {
  const parts = partsOf(at, shape);
  const names: readonly Part[] = ["interior", "boundary", "exterior"];
  return anyOf(
    names
      .filter((part) => {
        const matrix = `${pointRows[part]}FFF${outerRow(shape, part)}`;
        return fits(isReversed ? transposed(matrix) : matrix, pattern);
      })
      .map((part) => parts[part]),
  );
}

/** Patterns of the named relations, first with second. No point overlaps or crosses anything. */
const patterns: Readonly<Record<string, readonly string[]>> = {
  "geo.intersects": ["T********", "*T*******", "***T*****", "****T****"],
  st_intersects: ["T********", "*T*******", "***T*****", "****T****"],
  st_disjoint: ["FF*FF****"],
  st_equals: ["T*F**FFF*"],
  st_touches: ["FT*******", "F**T*****", "F***T****"],
  st_within: ["T*F**F***"],
  st_contains: ["T*****FF*"],
  st_overlaps: [],
  st_crosses: [],
};

export const isPlaceRelation = (name: string) => Object.hasOwn(patterns, name);

/** The named relation of a stored point with a geometry, or of the geometry with the point. */
export function placeRelation(name: string, at: Sql, shape: Shape, isReversed: boolean): Condition {
  const own = Object.hasOwn(patterns, name) ? (patterns[name] ?? []) : [];
  return anyOf(own.map((pattern) => relates(at, shape, pattern, isReversed)));
}

/** `st_relate` with a pattern of its own; undefined where that is none. */
export function askedRelation(
  at: Sql,
  shape: Shape,
  pattern: string,
  isReversed: boolean,
): Condition | undefined {
  return /^[TF012*]{9}$/i.test(pattern) ? relates(at, shape, pattern, isReversed) : undefined;
}

/** Degrees from a stored point to a geometry, 0 within it. */
export function distanceTo(at: Sql, shape: Shape): Sql {
  const lines = [...shape.lines, ...shape.polygons.flat()];
  const distances = [
    ...shape.points.map(([x, y]) => sql`(${at} <-> point(${x}::float8, ${y}::float8))`),
    ...lines.map((line) => sql`(${at} <-> ${pathOf(line)})`),
  ];
  return sql`case when ${meets(at, shape)} then 0::float8 else least(${sql.join(distances)}) end`;
}

/** Length of the lines of a geometry in degrees. */
export const lengthOf = ({ lines }: Shape): number =>
  lines
    .flatMap((line) =>
      line.slice(1).map(([x, y], i) => {
        const [fromX, fromY] = line[i] ?? [x, y];
        return Math.hypot(x - fromX, y - fromY);
      }),
    )
    .reduce((sum, one) => sum + one, 0);
