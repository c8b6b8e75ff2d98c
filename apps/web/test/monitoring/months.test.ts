/** A month by hours, the rose of wind, dry days and the sums of the wall screen. */
import { midnightOf } from "@nihol/contract/values/planting/programme-day";
import { describe, expect, test } from "vitest";
import {
  byDay,
  dryDays,
  greenShares,
  isDry,
  monthRows,
  survivalRows,
} from "../../src/features/gardens/hub/water/dry-days.ts";
import { windLines } from "../../src/features/monitoring/chart/lines.ts";
import { readMonitoringSearch } from "../../src/features/monitoring/monitoring-search.ts";
import {
  daysOf,
  hourTable,
  monthOf,
  monthsAfter,
  monthsUntil,
  monthWindow,
} from "../../src/features/monitoring/month/month-window.ts";
import { shadeOf, shades } from "../../src/features/monitoring/month/shades.ts";
import {
  classOf,
  sectorOf,
  speedClasses,
  windRose,
} from "../../src/features/monitoring/month/wind.ts";
import { readWallSearch } from "../../src/features/wall/wall-search.ts";
import { silentCount, summariesOf } from "../../src/features/wall/wall-values.ts";

const hour = 3_600_000;
const point = (at: number, value: number) => {
  return { ts: new Date(at).toISOString(), value, min: value, max: value, n: 1 };
};

describe("a month", () => {
  test("begins and ends at the programme's midnight, and knows its days", () => {
    expect(monthWindow("2026-02")).toEqual({
      from: Date.parse("2026-01-31T19:00:00Z"),
      to: Date.parse("2026-02-28T19:00:00Z"),
    });
    expect(daysOf("2024-02")).toHaveLength(29);
    expect(monthsAfter("2026-01", -1)).toBe("2025-12");
    expect(monthsAfter("2025-12", 1)).toBe("2026-01");
    // Nine in the evening in London is the next month in Dushanbe.
    const now = Date.parse("2026-04-30T21:00:00Z");
    expect(monthOf(now)).toBe("2026-05");
    expect(monthsUntil(now).slice(0, 2)).toEqual(["2026-05", "2026-04"]);
  });

  test("puts each hour where it lies on the programme's clock; what is missing stays empty", () => {
    const start = midnightOf("2026-05-01").getTime();
    const points = [point(start, 10), point(start + 25 * hour, 20)];
    const table = hourTable(points, daysOf("2026-05"), start + 50 * hour);
    expect(table.rows[0]?.[0]?.value).toBe(10);
    expect(table.rows[1]?.[1]?.value).toBe(20);
    expect(table.rows[0]?.[1]).toMatchObject({ value: null, isAhead: false });
    expect(table.rows[30]?.[23]).toMatchObject({ value: null, isAhead: true });
    expect(table).toMatchObject({ filled: 2, passed: 51, emptyDays: 1, low: 10, high: 20 });
  });

  test("has shades from the lowest to the highest, and the middle one where all is the same", () => {
    expect(shadeOf(0, 0, 10)).toBe(shades[0]);
    expect(shadeOf(10, 0, 10)).toBe(shades.at(-1));
    expect(shadeOf(5, 5, 5)).toBe(shades[3]);
  });

  test("is kept by the address", () => {
    expect(readMonitoringSearch({ view: "month", month: "2026-05" })).toMatchObject({
      view: "month",
      month: "2026-05",
    });
    expect(readMonitoringSearch({ view: "year", month: "2026-13" })).toEqual({});
  });
});

describe("the rose of wind", () => {
  const at = (n: number) => Date.parse("2026-05-01T00:00:00Z") + n * hour;
  const of = (values: readonly number[]) => values.map((value, n) => point(at(n), value));

  test("a sector lies about its direction, a class begins with its lowest speed", () => {
    expect([0, 11, 12, 349, 348, 360, 90].map(sectorOf)).toEqual([0, 0, 1, 0, 15, 0, 4]);
    expect([0, 0.2, 0.3, 1.5, 1.6, 40].map(classOf)).toEqual([-1, -1, 0, 0, 1, 5]);
  });

  test("counts hours by both; calm needs no direction, wind without one is left out and told", () => {
    const rose = windRose(of([0.1, 2, 2, 5]), [point(at(1), 0), point(at(2), 180)]);
    expect(rose).toMatchObject({ calm: 1, undirected: 1, hours: 3 });
    expect(rose.counts[0]?.[1]).toBe(1);
    expect(rose.counts[8]?.[1]).toBe(1);
    // Opposite winds cancel.
    expect(rose.mean?.speed).toBeCloseTo(0, 9);
    expect(rose.speed).toBeCloseTo(4.1 / 3, 9);
    expect(rose.counts.flat()).toHaveLength(16 * speedClasses.length);
  });

  test("the vector mean weighs strong winds more", () => {
    const { mean } = windRose(of([3, 4]), of([0, 90]));
    expect(mean?.speed).toBeCloseTo(2.5, 9);
    expect(mean?.from).toBeCloseTo((Math.atan2(4, 3) * 180) / Math.PI, 9);
    expect(windRose([], []).mean).toBeNull();
  });

  test("is offered where one device has sent speed and direction", () => {
    const line = (...sent: string[]) => ({
      parameter: "co2",
      name: "D",
      device: {
        ...{ id: 1, name: "D" },
        latest: sent.map((parameter) => ({
          ...{ parameter, unit: "u", value: 1, ts: "2026-05-01T00:00:00Z" },
          ...{ state: "good" as const, suspect: false },
        })),
      },
    });
    expect(windLines([line("wind_speed")])).toBeUndefined();
    expect(
      windLines([line(), line("wind_direction", "wind_speed")])?.map((one) => one.parameter),
    ).toEqual(["wind_speed", "wind_direction"]);
  });
});

describe("dry days", () => {
  const soil = new Map([
    ["2026-05-01", 12],
    ["2026-05-02", 20],
    ["2026-05-03", 25],
    ["2026-06-01", 5],
  ]);

  test("are those below what is good, of the days that have a value", () => {
    expect(isDry(20, 20)).toBe(false);
    expect(isDry(1, null)).toBe(false);
    const all = { from: "2026-05-01", to: "2026-06-01" };
    expect(dryDays(soil, 20, all)).toEqual({ dry: 1, known: 3 });
    expect(dryDays(soil, null, all)).toEqual({ dry: 0, known: 3 });
  });

  test("stand beside what survived, counted in the year before; a year without a count is left out", () => {
    const year = (n: number, from: string | null) => ({
      ...{ year: n, tasks_seen: 1, tasks: 1, plots: 3, reported_seen: 10, reported: 10 },
      survival: from ? { value: 0.8, low: 0.7, high: 0.9 } : null,
      ...{ from, to: from },
    });
    const rows = survivalRows([year(1, "2026-06-01"), year(2, null)], soil, 20);
    expect(rows).toMatchObject([{ year: 1, counted: "2026-06-01", days: { dry: 1, known: 3 } }]);
  });

  test("and the rest by month: means of the days that are known, nothing where none is", () => {
    const days = ["2026-05-31", "2026-06-01"];
    const temperature = byDay({ points: [point(midnightOf("2026-05-04").getTime(), 21)] });
    const green = new Map([["2026-05-10", 0.6]]);
    const rows = monthRows({ soil, temperature, rain: new Map(), green }, 20, days);
    expect(rows).toEqual([
      { month: "2026-06", days: { dry: 1, known: 1 }, temperature: null, rain: null, green: null },
      { month: "2026-05", days: { dry: 1, known: 3 }, temperature: 21, rain: null, green: 0.6 },
    ]);
  });

  test("an image that shows no colour has no share of green", () => {
    const trees = { total: 10, green: 3, not_green: 1, unsure: 0 };
    const capture = (date: string, of: object) => ({ date, trees: { ...trees, ...of } });
    const blank = capture("2026-05-02", { green: 0, not_green: 0, unsure: 0 });
    expect([...greenShares([capture("2026-05-01", {}), blank])]).toEqual([["2026-05-01", 0.75]]);
  });
});

describe("the wall screen", () => {
  const latest = (parameter: string, value: number | null, state: "good" | "act" | "faulty") => ({
    ...{ parameter, unit: "u", value, state },
    suspect: false,
    ts: value === null ? null : `2026-05-01T00:0${Math.abs(value) % 10}:00Z`,
  });

  test("sums up what sends; silent devices and faulty values say nothing of the present", () => {
    const devices = [
      { state: "online" as const, latest: [latest("co2", 5, "good"), latest("ph", 7, "faulty")] },
      { state: "faulty" as const, latest: [latest("co2", 3, "act")] },
      { state: "silent" as const, latest: [latest("co2", 9, "act")] },
    ];
    expect(summariesOf(devices, ["ph", "co2"])).toEqual([
      {
        ...{ parameter: "co2", low: 3, high: 5, devices: 2, worst: "act", inWorst: 1 },
        since: "2026-05-01T00:03:00Z",
      },
    ]);
    const said = { condition: "good" as const };
    expect(silentCount(devices.map((one) => ({ ...one, ...said })))).toBe(1);
  });

  test("its address keeps the place alone", () => {
    expect(readWallSearch({ region: 3, garden: "x", view: "y" })).toEqual({ region: "3" });
  });
});
