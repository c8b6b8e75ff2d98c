import type { ParameterRow } from "@nihol/contract/sensors/parameters";
import type { ReadingSeries } from "@nihol/contract/sensors/readings";
import { readingLimits } from "@nihol/contract/values/sensors/readings";
import { type Ranges, readingStateOf } from "@nihol/contract/values/sensors/sensor-guidance";
import { gapsOf, tableRows } from "@nihol/contract/values/sensors/series-rows";
import type uPlot from "uplot";
import { describe, expect, test, vi } from "vitest";
import {
  chartData,
  lonePoints,
  nearestIndex,
  valueRange,
} from "../../src/features/monitoring/chart/chart-data.ts";
import { gutterWidth, paintWords } from "../../src/features/monitoring/chart/chart-paint.ts";
import { movedWindow } from "../../src/features/monitoring/chart/time-window.ts";
import {
  chartStep,
  chosenIds,
  maxChosen,
  periodWindow,
  readMonitoringSearch,
  shownWindow,
  zoomText,
} from "../../src/features/monitoring/monitoring-search.ts";
import {
  chosenParameters,
  shownParameters,
} from "../../src/features/monitoring/shown-parameter.ts";
import { segmentsOf, segmentsText, sideOf } from "../../src/lib/sensors/range-segments.ts";

type Limit = number | null;
const rangesOf = (
  good_min: Limit,
  good_max: Limit,
  watch_min: Limit,
  watch_max: Limit,
  faulty_min: number,
  faulty_max: number,
): Ranges => ({ good_min, good_max, watch_min, watch_max, faulty_min, faulty_max });
/** Ranges of every form: closed, open below or above, with one limit. */
const ranges = {
  co2: rangesOf(400, 600, null, 1000, 0, 10_000),
  soil_humidity: rangesOf(20, 28, 11, 35, 0, 100),
  soil_conductivity: rangesOf(null, 2, null, 4, 0, 50),
  water_conductivity: rangesOf(null, 700, null, 2500, 0, 100_000),
  water_temperature: rangesOf(5, 25, null, 30, -5, 60),
  dissolved_oxygen: rangesOf(6, null, 4, null, 0, 25),
};

const words = { tg: "u", ru: "u", en: "u", az: "u" };
const row = (key: string, optional = false): ParameterRow => ({
  key,
  optional,
  device_types: ["air"],
  name: words,
  unit: "u",
  unit_name: words,
  decimals: 0,
  averaging: "mean",
  headings: [],
  basis: null,
  example: 1,
  can: { change: false },
});
const air = [row("co2"), row("air_humidity"), row("air_temperature"), row("pm10", true)];
const soil = [row("soil_humidity"), row("soil_ph")];

const at = (minute: number) => new Date(Date.UTC(2026, 4, 14, 0, minute)).toISOString();
const second = (minute: number) => Date.parse(at(minute)) / 1000;
/** A series of [minute, value], one reading each ten minutes, a gap after 25. */
function series(points: [number, number][], rest: Partial<ReadingSeries> = {}): ReadingSeries {
  return {
    device: 1,
    parameter: "co2",
    unit: "ppm",
    averaging: "mean",
    step: "raw",
    from: at(0),
    to: at(1440),
    points: points.map(([minute, value]) => ({
      ts: at(minute),
      value,
      min: value - 1,
      max: value + 1,
      n: 1,
    })),
    gap_after_s: 25 * 60,
    faulty: [],
    faulty_count: 0,
    ...{ conflicts: [], conflict_count: 0, bad_intervals: [], set_aside_count: 0, moved_on: [] },
    ...rest,
  };
}

describe("series", () => {
  const one = series([
    [0, 410],
    [10, 420],
    [100, 430],
    [110, 440],
  ]);

  test("a silence longer than the device's gap is a gap", () => {
    expect(gapsOf(one)).toEqual([{ from: second(10), to: second(100) }]);
  });

  test("the line breaks in the middle of a gap", () => {
    const { xs, lines } = chartData([one]);
    expect(xs).toEqual([0, 10, 55, 100, 110].map(second));
    expect(lines).toEqual([[410, 420, null, 430, 440]]);
  });

  test("a moment of another device is no gap of this one", () => {
    const { xs, lines } = chartData([
      series([
        [0, 1],
        [20, 2],
      ]),
      series([
        [5, 7],
        [15, 8],
      ]),
    ]);
    expect(xs).toEqual([0, 5, 15, 20].map(second));
    expect(lines).toEqual([
      [1, undefined, undefined, 2],
      [undefined, 7, 8, undefined],
    ]);
  });

  test("a gap stays a gap at the moments of another device", () => {
    const other = series([
      [5, 1],
      [30, 2],
      [50, 3],
      [105, 4],
    ]);
    const [line] = chartData([one, other]).lines;
    expect(line).toEqual([410, undefined, 420, null, null, null, null, 430, undefined, 440]);
  });

  test("means carry a band from lowest to highest, single readings none", () => {
    expect(chartData([one]).highs).toEqual([]);
    const hours = chartData([
      series(
        [
          [0, 400],
          [60, 500],
        ],
        { step: "hour", gap_after_s: 7200 },
      ),
    ]);
    expect(hours.lows).toEqual([[399, 499]]);
    expect(hours.highs).toEqual([[401, 501]]);
  });

  test("faulty values stay out of the line and out of the value axis", () => {
    const marked = chartData([{ ...one, faulty: [{ ts: at(50), value: -999 }], faulty_count: 1 }]);
    expect(marked.lines.flat()).not.toContain(-999);
    expect(marked.faulty).toEqual([{ ts: second(50), value: -999, line: 0 }]);
    expect(valueRange(marked, undefined)[0]).toBeGreaterThan(390);
  });

  test("a value between two gaps is drawn as a point", () => {
    expect(
      lonePoints(
        chartData([
          series([
            [0, 1],
            [100, 2],
            [200, 3],
            [210, 4],
          ]),
        ]).lines[0] ?? [],
      ),
    ).toEqual([0, 2]);
  });

  test("the crosshair reads the nearest value of each line, but not across a gap", () => {
    const data = chartData([
      series([
        [0, 1],
        [20, 2],
      ]),
      series([[5, 7]]),
    ]);
    expect(nearestIndex(data, data.lines[1] ?? [], 0, 600)).toBe(1);
    expect(nearestIndex(data, data.lines[1] ?? [], 2, 600)).toBeUndefined();
  });

  test("the value axis holds the data and the good limits that are near, not those far away", () => {
    const [low, high] = valueRange(
      chartData([
        series([
          [0, 450],
          [10, 560],
        ]),
      ]),
      ranges.co2,
    );
    expect(low).toBeLessThan(400);
    expect(high).toBeGreaterThan(600);
    expect(high).toBeLessThan(700);
    const [, hot] = valueRange(
      chartData([
        series([
          [0, 1],
          [10, 1.2],
        ]),
      ]),
      ranges.water_conductivity,
    );
    expect(hot).toBeLessThan(10);
  });

  test("the table says all that the chart draws, newest first", () => {
    const rows = tableRows(
      [{ ...one, faulty: [{ ts: at(105), value: -999 }] }],
      Date.parse(at(112)),
    );
    expect(rows.map((row) => [row.kind, row.ts === Date.parse(at(10)) ? 10 : 0])).toEqual([
      ["values", 0],
      ["faulty", 0],
      ["values", 0],
      ["gap", 10],
      ["values", 10],
      ["values", 0],
    ]);
    expect(rows[3]).toMatchObject({ kind: "gap", to: Date.parse(at(100)) });
  });

  test("a device that has fallen silent has a gap up to the end", () => {
    const [first] = tableRows([one], Date.parse(at(600)));
    expect(first).toEqual({
      kind: "gap",
      ts: Date.parse(at(110)),
      to: Date.parse(at(600)),
      line: 0,
    });
  });
});

describe("guidance", () => {
  test.each(Object.entries(ranges))("the bands of %s say what the server says", (_key, limits) => {
    const segments = segmentsOf(limits);
    expect(segments[0]?.from).toBe(limits.faulty_min);
    expect(segments.at(-1)?.to).toBe(limits.faulty_max);
    for (const [place, { state, from, to }] of segments.entries()) {
      expect(readingStateOf((from + to) / 2, limits), `${from}–${to}`).toBe(state);
      if (place > 0) expect(from).toBe(segments[place - 1]?.to);
    }
  });

  test("the bands read as decisions.md writes them", () => {
    const number = (value: number) => String(value);
    const text = (key: keyof typeof ranges, state: "good" | "watch" | "act") =>
      segmentsText(segmentsOf(ranges[key]), state, number);
    expect(text("soil_humidity", "good")).toBe("20–28");
    expect(text("soil_humidity", "watch")).toBe("11–20, 28–35");
    expect(text("soil_humidity", "act")).toBe("< 11, > 35");
    expect(text("soil_conductivity", "good")).toBe("< 2");
    expect(text("water_temperature", "act")).toBe("> 30");
    expect(text("co2", "good")).toBe("400–600");
  });

  test("without limits there are no bands, and a value has no state but that", () => {
    const pressure = rangesOf(null, null, null, null, 300, 1100);
    expect(segmentsOf(pressure)).toEqual([]);
    expect(readingStateOf(925, pressure)).toBe("no_limits");
    expect(readingStateOf(200, pressure)).toBe("faulty");
  });

  test("a value off what is good lies below or above it", () => {
    expect(sideOf(15, ranges.soil_humidity)).toBe("low");
    expect(sideOf(31, ranges.soil_humidity)).toBe("high");
    expect(sideOf(0, ranges.soil_conductivity)).toBe("good");
  });
});

describe("address", () => {
  const now = Date.parse("2026-05-14T12:00:00Z");
  const hours = (window: { from: number; to: number }) => (window.to - window.from) / 3_600_000;

  test("parameters that make no sense are left out", () => {
    const bad = {
      device: "1,x",
      parameter: "<b>",
      period: "year",
      zoom: "a_b",
      from: "2026-13-30",
    };
    expect(readMonitoringSearch(bad)).toEqual({});
    const good = { device: "3,5", parameter: "soil_ph", from: "2026-05-14" };
    expect(readMonitoringSearch(good)).toEqual(good);
  });

  test("dust has a tile where one of the devices has sent it", () => {
    const usual = ["co2", "air_humidity", "air_temperature"];
    expect(shownParameters(air, [])).toEqual(usual);
    const dust = {
      parameter: "pm10",
      unit: "µg/m³",
      value: 12,
      ts: "2026-05-14T12:00:00Z",
      suspect: false,
    } as const;
    const devices = [{ latest: [] }, { latest: [{ ...dust, state: "good" as const }] }];
    expect(shownParameters(air, devices)).toEqual([...usual, "pm10"]);
  });

  test("a parameter that the type does not measure is its first one", () => {
    expect(chosenParameters(air, "soil_ph")).toEqual(["co2"]);
    expect(chosenParameters(soil, "soil_ph")).toEqual(["soil_ph"]);
  });

  test("several parameters, each once, those of the type alone", () => {
    expect(chosenParameters(air, "pm10,co2,soil_ph,pm10")).toEqual(["pm10", "co2"]);
    expect(readMonitoringSearch({ parameter: "co2,air_humidity" }).parameter).toBe(
      "co2,air_humidity",
    );
    expect(readMonitoringSearch({ parameter: "co2,<b>" }).parameter).toBeUndefined();
  });

  test("at most as many devices as a chart has lines, each once", () => {
    expect(maxChosen).toBe(readingLimits.series);
    expect(chosenIds("3,3,1,2,4,5,6,7")).toEqual([3, 1, 2, 4, 5, 6]);
    expect(chosenIds(undefined)).toEqual([]);
  });

  test("periods end now", () => {
    expect(periodWindow({}, now)).toEqual({ from: now - 86_400_000, to: now });
    expect(hours(periodWindow({ period: "ten_days" }, now))).toBe(240);
  });

  test("dates hold both days whole, but nothing after now", () => {
    expect(
      hours(periodWindow({ period: "dates", from: "2026-05-01", to: "2026-05-02" }, now)),
    ).toBe(48);
    expect(
      periodWindow({ period: "dates", from: "2026-05-01", to: "2026-05-14" }, now).to,
    ).toBeLessThanOrEqual(Math.max(now, new Date("2026-05-15T00:00").getTime()));
  });

  test("a part drawn out of the chart is shown instead of the period", () => {
    const part = { from: now - 3_600_000, to: now };
    expect(shownWindow({ period: "week", zoom: zoomText(part) }, now)).toEqual(part);
  });

  test("zooming in halves, going later stops at now", () => {
    const day = { from: now - 86_400_000, to: now };
    expect(hours(movedWindow(day, { factor: 0.5 }, now))).toBe(12);
    expect(movedWindow(day, { shift: 0.5 }, now)).toEqual(day);
    expect(movedWindow(day, { shift: -0.5 }, now).to).toBe(now - 43_200_000);
  });
});

describe("the drawing of a chart", () => {
  const hour = 3_600_000;

  test("twelve days are drawn by hours, a month by days", () => {
    expect(chartStep({ from: 0, to: 12 * 24 * hour })).toBe("auto");
    expect(chartStep({ from: 0, to: 30 * 24 * hour })).toBe("day");
  });

  test("the words of the guidance stand beside the plot and have their room there", () => {
    vi.stubGlobal("devicePixelRatio", 2);
    const measure = (text: string) => text.length * 6;
    const words = { good: "Normada", watch: "Diqqət lazımdır", act: "Tədbir lazımdır" };
    const segments = segmentsOf(ranges.co2);
    const written: { text: string; x: number }[] = [];
    const ctx = {
      save() {},
      restore() {},
      fillText: (text: string, x: number) => void written.push({ text, x }),
    };
    // A plot of 300 × 200 pixels of CSS on a fine screen, 0 to 1200 ppm.
    const chart = {
      ctx,
      bbox: { left: 80, top: 20, width: 600, height: 400 },
      valToPos: (value: number) => 420 - value / 3,
    } as unknown as uPlot;
    const colors = { ink: "", line: "", faulty: "", good: "g", watch: "w", act: "a" };
    paintWords(chart, segments, colors, words);
    expect(written.map(({ text }) => text)).toContain("Normada");
    const right = (80 + 600) / 2;
    const room = gutterWidth(segments, words, measure);
    for (const { text, x } of written) {
      expect(x / 2).toBeGreaterThan(right);
      expect(x / 2 + measure(text)).toBeLessThanOrEqual(right + room);
    }
    vi.unstubAllGlobals();
  });
});
