import type uPlot from "uplot";
import type { Segment } from "../../../lib/sensors/range-segments.ts";
import type { ChartData } from "./chart-data.ts";

/** Colours of the theme that is shown, for a canvas, which knows no variables. */
export type ChartColors = Record<"ink" | "line" | "faulty" | Segment["state"], string>;

export function chartColors(): ChartColors {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: read("--ink-3"),
    line: read("--line"),
    faulty: read("--faulty"),
    good: read("--good"),
    watch: read("--watch"),
    act: read("--act"),
  };
}

const strength: Record<Segment["state"], number> = { good: 0.13, watch: 0.12, act: 0.08 };

/** Guidance as bands behind the lines. */
export function paintBands(chart: uPlot, segments: readonly Segment[], colors: ChartColors): void {
  const { ctx, bbox } = chart;
  ctx.save();
  for (const { state, top, bottom } of shownBands(chart, segments)) {
    ctx.globalAlpha = strength[state];
    ctx.fillStyle = colors[state];
    ctx.fillRect(bbox.left, top, bbox.width, bottom - top);
  }
  ctx.restore();
}

/** Characters of a line beside the plot. */
const longestLine = 11;

/** Pixels of CSS: the words' size, the distance of their lines, and their distance from the plot. */
const wordSize = 11;
const lineStep = 13;
const wordGap = 8;

/** The width that the words of these bands need beside the plot, in pixels of CSS; 0 without bands. */
export function gutterWidth(
  segments: readonly Segment[],
  words: Record<Segment["state"], string>,
  measure: (text: string) => number,
): number {
  const lines = segments.flatMap(({ state }) => wordLines(words[state]));
  return lines.length === 0 ? 0 : Math.ceil(Math.max(...lines.map(measure))) + 2 * wordGap;
}

/** The width of a word of a band, in pixels of CSS. */
export function measureWord(text: string): number {
  const ctx = document.createElement("canvas").getContext("2d");
  if (!ctx) return wordSize * text.length;
  ctx.font = wordFont(1);
  return ctx.measureText(text).width;
}

/** A long text in lines of one word each: the gutter is narrow. */
const wordLines = (text: string) => (text.length > longestLine ? text.split(" ") : [text]);

const wordFont = (scale: number) => `${wordSize * scale}px "Inter Variable", sans-serif`;

/**
 * The word of each band that is high enough for it, right of the plot: there it never lies on a
 * line of readings or of the grid.
 */
export function paintWords(
  chart: uPlot,
  segments: readonly Segment[],
  colors: ChartColors,
  words: Record<Segment["state"], string>,
): void {
  const { ctx, bbox } = chart;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.font = wordFont(scale);
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  const x = bbox.left + bbox.width + wordGap * scale;
  for (const { state, top, bottom } of shownBands(chart, segments)) {
    const lines = wordLines(words[state]);
    if (bottom - top < lines.length * lineStep * scale) continue;
    ctx.fillStyle = colors[state];
    const first = (top + bottom - (lines.length - 1) * lineStep * scale) / 2;
    lines.forEach((line, place) => {
      ctx.fillText(line, x, first + place * lineStep * scale);
    });
  }
  ctx.restore();
}

function shownBands(chart: uPlot, segments: readonly Segment[]) {
  const { top: first, height } = chart.bbox;
  const edge = (value: number) =>
    Math.min(first + height, Math.max(first, chart.valToPos(value, "y", true)));
  return segments
    .map(({ state, from, to }) => ({ state, top: edge(to), bottom: edge(from) }))
    .filter(({ top, bottom }) => bottom - top >= 1);
}

/** Least width of a band in pixels of CSS: a single value is a moment. */
const bandMin = 3;

/** Times over which values were set aside, or wait for a person: upright bands behind the lines, with their edges. */
export function paintBadTimes(chart: uPlot, bad: ChartData["bad"], colors: ChartColors): void {
  const { ctx, bbox } = chart;
  const right = bbox.left + bbox.width;
  const edge = (ts: number | null) =>
    ts === null ? right : Math.min(right, Math.max(bbox.left, chart.valToPos(ts, "x", true)));
  ctx.save();
  for (const { from, to, isSuspect } of bad) {
    ctx.fillStyle = isSuspect ? colors.watch : colors.faulty;
    const start = edge(from);
    const isOut = start >= right || edge(to) <= bbox.left;
    const end = Math.max(edge(to), start + bandMin * devicePixelRatio);
    if (isOut) continue;
    ctx.globalAlpha = 0.16;
    ctx.fillRect(start, bbox.top, end - start, bbox.height);
    ctx.globalAlpha = 0.7;
    for (const x of [start, end - devicePixelRatio])
      ctx.fillRect(x, bbox.top, devicePixelRatio, bbox.height);
  }
  ctx.restore();
}

/** Values that cannot be right: crosses along the lower edge, at their time but on no scale. */
export function paintFaulty(chart: uPlot, faulty: ChartData["faulty"], colors: ChartColors): void {
  const { ctx, bbox } = chart;
  const scale = devicePixelRatio;
  const arm = 4 * scale;
  const y = bbox.top + bbox.height - 10 * scale;
  ctx.save();
  ctx.strokeStyle = colors.faulty;
  ctx.lineWidth = 2 * scale;
  ctx.beginPath();
  for (const { ts } of faulty) {
    const x = chart.valToPos(ts, "x", true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.moveTo(x - arm, y - arm);
    ctx.lineTo(x + arm, y + arm);
    ctx.moveTo(x + arm, y - arm);
    ctx.lineTo(x - arm, y + arm);
  }
  ctx.stroke();
  ctx.restore();
}
