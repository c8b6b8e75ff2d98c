import uPlot from "uplot";
import type { Format } from "../../../lib/text/format.ts";
import { timeLabels, valueLabels } from "./chart-axes.ts";
import { type ChartData, lonePoints } from "./chart-data.ts";
import {
  type ChartColors,
  gutterWidth,
  measureWord,
  paintBadTimes,
  paintBands,
  paintFaulty,
  paintWords,
} from "./chart-paint.ts";
import type { LineStyle } from "./line-styles.ts";
import type { Segment } from "./range-segments.ts";
import type { TimeWindow } from "./time-window.ts";

export type Drawn = {
  data: ChartData;
  styles: readonly LineStyle[];
  /** Milliseconds. */
  window: TimeWindow;
  range: [low: number, high: number];
  segments: readonly Segment[];
  /** Names of the bands. */
  words: Record<Segment["state"], string>;
  format: Format;
  /** Points are days of the programme. */
  isDays: boolean;
};

type Handlers = {
  onIndex: (index: number | null) => void;
  onZoom: (window: TimeWindow) => void;
  onWhole: () => void;
};

/** The data in uPlot's order: time, the lines, then highest and lowest of each. */
export function plotData({ xs, lines, lows, highs }: ChartData): uPlot.AlignedData {
  const bands = highs.flatMap((high, line) => [high, lows[line] ?? []]);
  return [xs, ...lines, ...bands];
}

/** Options by which uPlot draws the readings of one parameter. */
export function chartOptions(
  drawn: Drawn,
  colors: ChartColors,
  size: { width: number; height: number },
  handlers: Handlers,
): uPlot.Options {
  const { data, styles, window, range, isDays } = drawn;
  const count = data.lines.length;
  return {
    ...size,
    padding: [10, Math.max(12, gutterWidth(drawn.segments, drawn.words, measureWord)), 0, 4],
    legend: { show: false },
    tzDate: (ts) => (isDays ? uPlot.tzDate(new Date(ts * 1000), "Etc/GMT-5") : new Date(ts * 1000)),
    scales: {
      x: { time: true, range: () => [window.from / 1000, window.to / 1000] },
      y: { range: () => range },
    },
    axes: axes(drawn, colors),
    series: [{}, ...data.lines.map((_, line) => lineSeries(styles[line])), ...edges(data)],
    bands: data.highs.map((_, line) => ({
      series: [count + 1 + line * 2, count + 2 + line * 2],
      fill: `${styles[line]?.color ?? colors.ink}${data.highs.length > 1 ? "1e" : "2b"}`,
    })),
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false },
      points: { size: 8 },
      bind: {
        dblclick: () => () => {
          handlers.onWhole();
          return null;
        },
      },
    },
    hooks: {
      drawClear: [
        (chart) => paintBands(chart, drawn.segments, colors),
        (chart) => paintBadTimes(chart, data.bad, colors),
      ],
      draw: [
        (chart) => paintWords(chart, drawn.segments, colors, drawn.words),
        (chart) => paintFaulty(chart, data.faulty, colors),
      ],
      setCursor: [(chart) => handlers.onIndex(chart.cursor.idx ?? null)],
      setSelect: [(chart) => handleSelect(chart, handlers.onZoom)],
    },
  };
}

function lineSeries(style: LineStyle | undefined): uPlot.Series {
  return {
    stroke: style?.color,
    width: 2,
    dash: style?.dash,
    points: {
      size: 6,
      fill: style?.color,
      // Without its neighbours a value would be no line at all.
      show: (chart, line) =>
        lonePoints(chart.data[line] as (number | null | undefined)[]).length > 0,
      filter: (chart, line) => lonePoints(chart.data[line] as (number | null | undefined)[]),
    },
  };
}

/** Highest and lowest are drawn as the edges of a band, not as lines. */
function edges(data: ChartData): uPlot.Series[] {
  return data.highs.flatMap(() => {
    const edge: uPlot.Series = { stroke: "transparent", width: 0, points: { show: false } };
    return [edge, { ...edge }];
  });
}

function axes({ format, isDays }: Drawn, colors: ChartColors): uPlot.Axis[] {
  const axisStyle: uPlot.Axis = {
    stroke: colors.ink,
    font: '11px "Inter Variable", sans-serif',
    grid: { stroke: colors.line, width: 1 },
    ticks: { stroke: colors.line, width: 1, size: 5 },
  };
  return [
    {
      ...axisStyle,
      space: 74,
      size: 28,
      values: (_, splits, __, ___, step) => timeLabels(splits, step, format, isDays),
    },
    {
      ...axisStyle,
      space: 42,
      size: (_, texts) => 18 + 7 * Math.max(0, ...(texts ?? []).map((one) => one.length)),
      values: (_, splits, __, ___, step) => valueLabels(splits, step, format),
    },
  ];
}

function handleSelect(chart: uPlot, onZoom: Handlers["onZoom"]): void {
  const { left, width } = chart.select;
  if (width < 8) return;
  const at = (x: number) => chart.posToVal(x, "x") * 1000;
  onZoom({ from: at(left), to: at(left + width) });
  chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
}
