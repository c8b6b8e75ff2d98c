import uPlot from "uplot";
import type { Segment } from "../../../lib/sensors/range-segments.ts";
import type { Format } from "../../../lib/text/format.ts";
import { timeLabels, valueLabels } from "./chart-axes.ts";
import { type ChartData, lonePoints, ofLines } from "./chart-data.ts";
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
import type { TimeWindow } from "./time-window.ts";

export type Drawn = {
  data: ChartData;
  styles: readonly LineStyle[];
  /** Milliseconds. */
  window: TimeWindow;
  /** Axes of values, one on either side at most: their unit where it is not said above the chart, and their lines. */
  axes: { unit: string; range: [low: number, high: number]; lines: number[] }[];
  segments: readonly Segment[];
  /** Names of the bands. */
  words: Record<Segment["state"], string>;
  format: Format;
  /** Points are days of the programme. */
  isDays: boolean;
  /** Pixels beside the plot that its values take at least: charts below each other begin at one line. */
  axisMin: number;
};

type Handlers = {
  onIndex: (index: number | null) => void;
  onZoom: (window: TimeWindow) => void;
  onWhole: () => void;
};

/** The data in uPlot's order: time, the lines of each axis, then highest and lowest of each line. */
export function plotData({ data, axes }: Pick<Drawn, "data" | "axes">): uPlot.AlignedData {
  const { lines, lows, highs } = ofLines(
    data,
    axes.flatMap((axis) => axis.lines),
  );
  const bands = highs.flatMap((high, line) => [high, lows[line] ?? []]);
  return [data.xs, ...lines, ...bands];
}

/** Options by which uPlot draws the readings of one parameter. */
export function chartOptions(
  drawn: Drawn,
  colors: ChartColors,
  size: { width: number; height: number },
  handlers: Handlers,
): uPlot.Options {
  const { data, window, isDays } = drawn;
  const shown = drawn.axes.flatMap(({ lines }, axis) => lines.map((line) => ({ line, axis })));
  const isShown = ({ line }: { line: number }) => shown.some((one) => one.line === line);
  return {
    ...size,
    padding: [10, Math.max(12, gutterWidth(drawn.segments, drawn.words, measureWord)), 0, 4],
    legend: { show: false },
    tzDate: (ts) => (isDays ? uPlot.tzDate(new Date(ts * 1000), "Etc/GMT-5") : new Date(ts * 1000)),
    scales: {
      x: { time: true, range: () => [window.from / 1000, window.to / 1000] },
      ...Object.fromEntries(
        drawn.axes.map(({ range }, axis) => [scaleOf(axis), { range: () => range }]),
      ),
    },
    axes: axesOf(drawn, colors),
    ...seriesOf(drawn, shown, colors),
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
        (chart) => paintBadTimes(chart, data.bad.filter(isShown), colors),
      ],
      draw: [
        (chart) => paintWords(chart, drawn.segments, colors, drawn.words),
        (chart) => paintFaulty(chart, data.faulty.filter(isShown), colors),
      ],
      setCursor: [(chart) => handlers.onIndex(chart.cursor.idx ?? null)],
      setSelect: [(chart) => handleSelect(chart, handlers.onZoom)],
    },
  };
}

const scaleOf = (axis: number) => (axis === 0 ? "y" : `y${axis + 1}`);

/** The lines, then highest and lowest of each as the edges of a band. */
function seriesOf(
  { data, styles }: Drawn,
  shown: readonly { line: number; axis: number }[],
  colors: ChartColors,
): Pick<uPlot.Options, "series" | "bands"> {
  const isBand = data.highs.length > 0;
  const edge = (axis: number): uPlot.Series => ({
    stroke: "transparent",
    width: 0,
    points: { show: false },
    scale: scaleOf(axis),
  });
  return {
    series: [
      {},
      ...shown.map(({ line, axis }) => lineSeries(styles[line], scaleOf(axis))),
      ...(isBand ? shown.flatMap(({ axis }) => [edge(axis), edge(axis)]) : []),
    ],
    bands: (isBand ? shown : []).map(({ line }, place) => ({
      series: [shown.length + 1 + place * 2, shown.length + 2 + place * 2],
      fill: `${styles[line]?.color ?? colors.ink}${shown.length > 1 ? "1e" : "2b"}`,
    })),
  };
}

function lineSeries(style: LineStyle | undefined, scale: string): uPlot.Series {
  return {
    scale,
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

function axesOf({ format, isDays, axes, axisMin }: Drawn, colors: ChartColors): uPlot.Axis[] {
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
    ...axes.map(
      ({ unit }, axis): uPlot.Axis => ({
        ...axisStyle,
        scale: scaleOf(axis),
        side: axis === 0 ? 3 : 1,
        // A second grid would cross the first one.
        grid: axis === 0 ? axisStyle.grid : { show: false },
        ...(unit !== "" && { label: unit, labelSize: 18, labelFont: axisStyle.font }),
        space: 42,
        size: (_, texts) =>
          Math.max(axisMin, 18 + 7 * Math.max(0, ...(texts ?? []).map((one) => one.length))),
        values: (_, splits, __, ___, step) => valueLabels(splits, step, format),
      }),
    ),
  ];
}

function handleSelect(chart: uPlot, onZoom: Handlers["onZoom"]): void {
  const { left, width } = chart.select;
  if (width < 8) return;
  const at = (x: number) => chart.posToVal(x, "x") * 1000;
  onZoom({ from: at(left), to: at(left + width) });
  chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
}
