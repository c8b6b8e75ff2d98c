import type { ReadingSeries } from "@nihol/contract/sensors/readings";
import type { Ranges } from "@nihol/contract/values/sensors/sensor-guidance";
import { gapsOf } from "@nihol/contract/values/sensors/series-rows";

/** A value; null where the line breaks; undefined where only another device has a reading. */
type Cell = number | null | undefined;

/** Several devices on one axis of time, as the chart wants them. */
export type ChartData = {
  /** Seconds since 1970, ascending. */
  xs: number[];
  lines: Cell[][];
  /** Lowest and highest of each step, for readings that were put together; empty for single ones. */
  lows: Cell[][];
  highs: Cell[][];
  faulty: { ts: number; value: number; line: number }[];
  /** Times over which values were set aside, or wait for a person, in seconds; without `to` it goes on. */
  bad: { from: number; to: number | null; line: number; isSuspect: boolean }[];
};

/** Puts the series of several devices on one axis; a break stands in the middle of each gap. */
export function chartData(list: readonly ReadingSeries[]): ChartData {
  const gaps = list.map(gapsOf);
  const breaks = gaps.map((own) => own.map(({ from, to }) => (from + to) / 2));
  const moments = new Set<number>(breaks.flat());
  for (const { points } of list) for (const { ts } of points) moments.add(seconds(ts));
  const xs = [...moments].sort((a, b) => a - b);
  const places = new Map(xs.map((x, index) => [x, index]));
  const column = (which: number, of: (point: ReadingSeries["points"][number]) => number) => {
    const cells = new Array<Cell>(xs.length).fill(undefined);
    // Every moment of a gap, also those of other devices: uPlot clips only from neighbour to neighbour.
    for (const { from, to } of gaps[which] ?? [])
      cells.fill(null, (places.get(from) ?? 0) + 1, places.get(to) ?? 0);
    for (const point of list[which]?.points ?? [])
      cells[places.get(seconds(point.ts)) ?? 0] = of(point);
    return cells;
  };
  const isTogether = list.some(({ step }) => step !== "raw");
  return {
    xs,
    lines: list.map((_, which) => column(which, (point) => point.value)),
    lows: isTogether ? list.map((_, which) => column(which, (point) => point.min)) : [],
    highs: isTogether ? list.map((_, which) => column(which, (point) => point.max)) : [],
    faulty: list.flatMap(({ faulty }, line) =>
      faulty.map(({ ts, value }) => ({ ts: seconds(ts), value, line })),
    ),
    bad: list.flatMap(({ bad_intervals }, line) =>
      bad_intervals.map(({ from, to, sets_aside }) => ({
        line,
        from: seconds(from),
        to: to === null ? null : seconds(to),
        isSuspect: !sets_aside,
      })),
    ),
  };
}

/** Indexes of values with nothing to join them to: they are drawn as points. */
export function lonePoints(cells: readonly Cell[]): number[] {
  const known = cells.flatMap((cell, index) => (cell === undefined ? [] : [index]));
  return known.filter((index, place) => {
    const before = known[place - 1];
    const after = known[place + 1];
    const isBroken = (other: number | undefined) => other === undefined || cells[other] === null;
    return cells[index] !== null && isBroken(before) && isBroken(after);
  });
}

/** The index of a line's value nearest to `index`, at most `within` seconds away. */
export function nearestIndex(
  { xs }: Pick<ChartData, "xs">,
  cells: readonly Cell[],
  index: number,
  within: number,
): number | undefined {
  const x = xs[index];
  if (x === undefined) return undefined;
  for (let away = 0; away < xs.length; away++) {
    const sides = [index - away, index + away].filter(
      (one) => Math.abs((xs[one] ?? Number.POSITIVE_INFINITY) - x) <= within,
    );
    if (sides.length === 0) return undefined;
    const found = sides.find((one) => typeof cells[one] === "number");
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Part of the data of these lines alone, for an axis of their own. */
export function ofLines(data: ChartData, places: readonly number[]) {
  const pick = (all: Cell[][]) => places.flatMap((place) => (all[place] ? [all[place]] : []));
  return { lines: pick(data.lines), lows: pick(data.lows), highs: pick(data.highs) };
}

/**
 * Lowest and highest of the value axis: all that is drawn with room around it, and the limits of
 * what is good when they are near; never the whole of what a sensor could measure.
 */
export function valueRange(
  data: Pick<ChartData, "lines" | "lows" | "highs">,
  ranges: Ranges | undefined,
): [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const cells of [...data.lines, ...data.lows, ...data.highs]) {
    for (const cell of cells) {
      if (typeof cell !== "number") continue;
      if (cell < low) low = cell;
      if (cell > high) high = cell;
    }
  }
  const good = [ranges?.good_min, ranges?.good_max].filter((one) => typeof one === "number");
  if (low > high) return good.length > 0 ? around(Math.min(...good), Math.max(...good)) : [0, 1];
  const near = Math.max(high - low, Math.abs(high) * 0.15, 0.5);
  for (const limit of good) {
    if (limit < low && low - limit <= near) low = limit;
    if (limit > high && limit - high <= near) high = limit;
  }
  return around(low, high);
}

function around(low: number, high: number): [number, number] {
  const room = Math.max((high - low) * 0.12, Math.abs(high) * 0.01, 0.1);
  return [low - room, high + room];
}

const seconds = (ts: string) => Date.parse(ts) / 1000;
