/** Lines of several devices and parameters: their names, their axes and their places. */
import { describe, expect, test } from "vitest";
import { timeLabels, valueLabels } from "../../src/features/monitoring/chart/chart-axes.ts";
import { chartData, ofLines, valueRange } from "../../src/features/monitoring/chart/chart-data.ts";
import { plotData } from "../../src/features/monitoring/chart/chart-options.ts";
import {
  axisGroups,
  chartsOf,
  linesOf,
  placeOf,
  seriesQuery,
} from "../../src/features/monitoring/chart/lines.ts";
import { formatFor } from "../../src/lib/text/format.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 4, 14, 0, minute)).toISOString();
/** Single readings of [minute, value]. */
const series = (points: [number, number][]) => ({
  ...{ device: 1, parameter: "co2", unit: "ppm", gap_after_s: 1500 },
  ...{ averaging: "mean" as const, step: "raw" as const, from: at(0), to: at(1440) },
  points: points.map(([minute, value]) => {
    return { ts: at(minute), value, min: value, max: value, n: 1 };
  }),
  ...{ faulty: [], faulty_count: 0, conflicts: [], conflict_count: 0 },
  ...{ bad_intervals: [], set_aside_count: 0, moved_on: [] },
});

describe("lines of several devices and parameters", () => {
  const latest = (parameter: string) => ({
    ...{ parameter, unit: "u", value: 1, ts: at(0), state: "good" as const, suspect: false },
  });
  const device = (id: number, ...sent: string[]) => {
    return { id, name: `D${id}`, latest: sent.map(latest) };
  };
  const texts = { name: (key: string) => key.toUpperCase() };

  test("each is named by what distinguishes it", () => {
    const names = (devices: number[], parameters: string[]) =>
      linesOf(
        devices.map((id) => device(id, ...parameters)),
        parameters,
        texts,
      ).lines.map(({ name }) => name);
    expect(names([1, 2], ["co2"])).toEqual(["D1", "D2"]);
    expect(names([1], ["co2", "pm10"])).toEqual(["CO2", "PM10"]);
    expect(names([1, 2], ["co2", "pm10"])).toEqual([
      "D1 · CO2",
      "D2 · CO2",
      "D1 · PM10",
      "D2 · PM10",
    ]);
  });

  test("a chart holds six; a device without a parameter has no line of it, unless it is all that was asked", () => {
    const four = [1, 2, 3, 4].map((id) => device(id, "co2", "pm10"));
    expect(linesOf(four, ["co2", "pm10"], texts)).toMatchObject({ lines: { length: 6 }, all: 8 });
    const two = [device(1, "co2", "pm10"), device(2, "co2")];
    const { lines } = linesOf(two, ["co2", "pm10"], texts);
    expect(seriesQuery(lines)).toBe("1.co2,2.co2,1.pm10");
    expect(placeOf(lines, 1, "pm10")).toBe(2);
    expect(placeOf(lines, 2, "pm10")).toBe(-1);
    expect(seriesQuery(linesOf(two, ["pm10"], texts).lines)).toBe("1.pm10,2.pm10");
  });

  test("two units stand on either side of one chart, three have charts of their own", () => {
    const { lines } = linesOf([device(1, "a", "b", "c", "d")], ["a", "b", "c", "d"], texts);
    const unit = (key: string) => ({ a: "°C", b: "%", c: "°C" })[key] ?? "ppm";
    const two = axisGroups(lines.slice(0, 3), unit);
    expect(two).toEqual([
      { unit: "°C", lines: [0, 2] },
      { unit: "%", lines: [1] },
    ]);
    expect(chartsOf(two)).toEqual([two]);
    expect(chartsOf(axisGroups(lines, unit)).map((axes) => axes.length)).toEqual([1, 1, 1]);
  });

  test("each axis holds its own lines alone, and so does what is drawn", () => {
    const data = chartData([series([[0, 400]]), series([[0, 20]]), series([[10, 500]])]);
    const axes = [
      { unit: "ppm", lines: [0, 2], range: valueRange(ofLines(data, [0, 2]), undefined) },
      { unit: "°C", lines: [1], range: valueRange(ofLines(data, [1]), undefined) },
    ];
    expect(axes[1]?.range[1]).toBeLessThan(30);
    expect(axes[0]?.range[0]).toBeGreaterThan(300);
    const [, ...drawn] = plotData({ data, axes });
    expect(drawn.map((line) => [...line])).toEqual([
      [400, undefined],
      [undefined, 500],
      [20, undefined],
    ]);
  });
});

describe("axes", () => {
  test("time reads in the reader's words", () => {
    const day = Date.UTC(2026, 4, 13, 19) / 1000;
    expect(timeLabels([day, day + 3600], 3600, formatFor("tg"), true)).toEqual(["14 май", "01:00"]);
    expect(timeLabels([day], 86_400, formatFor("ru"), true)).toEqual(["14 мая"]);
    expect(timeLabels([day + 20 * 86_400], 86_400, formatFor("az"), true)).toEqual(["3 iyn"]);
  });

  test("numbers have the decimals that distinguish ticks", () => {
    expect(valueLabels([6.25, 6.5], 0.25, formatFor("ru"))).toEqual(["6,25", "6,5"]);
    expect(valueLabels([1000], 500, formatFor("en"))).toEqual(["1,000"]);
  });
});
