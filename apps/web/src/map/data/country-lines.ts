/** Borders of countries that the programme's own outlines do not draw: no border stands on the map twice. */
import type { MultiLineString } from "geojson";
import { type Bounds, boundsTouch } from "./map-view-state.ts";

type Point = readonly number[];
type Line = readonly Point[];
type Outline = { coordinates: readonly (readonly Line[])[] };

/** Kilometres that a source of the world may lie beside a country's own survey (decision 42 has the measurement). */
const toleranceKm = 5;
/** Where a border only meets an outline it is near it for about the tolerance; nearness for less is no doubling. */
const meetingKm = 2 * toleranceKm;
const stepKm = 1;
const degreeKm = 111.3;
const cellDegrees = 0.1;

type Segment = readonly [from: Point, to: Point];
type Cells = Map<number, Segment[]>;

/** The outlines' segments by the cells that they touch. */
function cellsOf(outlines: readonly Outline[]): Cells {
  const cells: Cells = new Map();
  for (const ring of outlines.flatMap(({ coordinates }) => coordinates.flat()))
    for (const [i, to] of ring.entries()) {
      const from = ring[i - 1];
      if (!from) continue;
      for (const key of new Set(stepsBetween(from, to, cellDegrees / 2).map(cellOf))) {
        const held = cells.get(key);
        if (held) held.push([from, to]);
        else cells.set(key, [[from, to]]);
      }
    }
  return cells;
}

/** Number of the cell at a point; a degree is ten cells wide. */
const cellOf = ([lon = 0, lat = 0]: Point) =>
  Math.floor(lon / cellDegrees) * 10_000 + Math.floor(lat / cellDegrees);

/** Points from one to the other, both with them, at most so many degrees apart. */
function stepsBetween(from: Point, to: Point, degrees: number): Point[] {
  const [x = 0, y = 0] = from;
  const [dx, dy] = [(to[0] ?? 0) - x, (to[1] ?? 0) - y];
  const count = Math.max(1, Math.ceil(Math.hypot(dx, dy) / degrees));
  return Array.from({ length: count + 1 }, (_, n) => [x + (dx * n) / count, y + (dy * n) / count]);
}

/** Kilometres from a point to a segment. */
function distanceKm([lon = 0, lat = 0]: Point, [from, to]: Segment): number {
  const across = degreeKm * Math.cos((lat * Math.PI) / 180);
  const [ax, ay] = [((from[0] ?? 0) - lon) * across, ((from[1] ?? 0) - lat) * degreeKm];
  const [dx, dy] = [
    ((to[0] ?? 0) - (from[0] ?? 0)) * across,
    ((to[1] ?? 0) - (from[1] ?? 0)) * degreeKm,
  ];
  const share = Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(ax + share * dx, ay + share * dy);
}

function isBeside(point: Point, cells: Cells): boolean {
  const [lon = 0, lat = 0] = point;
  for (const dx of [-cellDegrees, 0, cellDegrees])
    for (const dy of [-cellDegrees, 0, cellDegrees]) {
      const segments = cells.get(cellOf([lon + dx, lat + dy])) ?? [];
      if (segments.some((one) => distanceKm(point, one) < toleranceKm)) return true;
    }
  return false;
}

/** The box around points, a cell wider on each side. */
function boxOf(points: readonly Point[]): Bounds {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lon = 0, lat = 0] of points) {
    west = Math.min(west, lon - cellDegrees);
    south = Math.min(south, lat - cellDegrees);
    east = Math.max(east, lon + cellDegrees);
    north = Math.max(north, lat + cellDegrees);
  }
  return [west, south, east, north];
}

type Run = { points: Point[]; own: boolean };

/** A line as runs of points that lie beside outlines or away from them, each beginning where the last one ends. */
function runsOf(line: Line, cells: Cells): Run[] {
  const runs: Run[] = [];
  const points = line.flatMap((to, i) => {
    const from = line[i - 1];
    return from ? stepsBetween(from, to, stepKm / degreeKm).slice(1) : [to];
  });
  for (const point of points) {
    const own = isBeside(point, cells);
    const last = runs.at(-1);
    if (last) last.points.push(point);
    if (last?.own !== own) runs.push({ points: [point], own });
  }
  return runs.filter((run) => run.points.length > 1);
}

/** Runs of one kind that follow one another as one. */
function joined(runs: readonly Run[]): Run[] {
  const kept: Run[] = [];
  for (const run of runs) {
    const last = kept.at(-1);
    if (last?.own === run.own) last.points.push(...run.points.slice(1));
    else kept.push({ ...run, points: [...run.points] });
  }
  return kept;
}

/** Short runs of `own` turned over; those at an end of the line only where `ends` says so. */
const without = (runs: readonly Run[], own: boolean, ends: boolean): Run[] =>
  joined(
    runs.map((run, i) => {
      const isInner = i > 0 && i < runs.length - 1;
      const isShort = (run.points.length - 1) * stepKm < meetingKm;
      return run.own === own && isShort && (isInner || (ends && runs.length > 1))
        ? { ...run, own: !own }
        : run;
    }),
  );

/** The parts of borders along which no outline runs. */
export function countryLines(
  borders: MultiLineString,
  outlines: readonly Outline[],
): MultiLineString {
  if (outlines.length === 0) return borders;
  const cells = cellsOf(outlines);
  const around = boxOf(outlines.flatMap((one) => one.coordinates.flat(2)));
  const coordinates = borders.coordinates.flatMap((line) => {
    if (!boundsTouch(around, boxOf(line))) return [line];
    const runs = runsOf(line, cells);
    if (!runs.some(({ own }) => own)) return [line];
    return without(without(runs, false, false), true, true)
      .filter(({ own }) => !own)
      .map(({ points }) => points.map((point) => [...point]));
  });
  return { type: "MultiLineString", coordinates };
}
