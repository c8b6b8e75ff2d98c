import type uPlot from "uplot";
import type { ChartData } from "./chart-data.ts";
import type { Segment } from "./range-segments.ts";

/** Colours of the theme that is shown, for a canvas, which knows no variables. */
export type ChartColors = Record<"ink" | "line" | "surface" | "faulty" | Segment["state"], string>;

export function chartColors(): ChartColors {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: read("--ink-3"),
    line: read("--line"),
    surface: read("--surface"),
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

/** The word of each band that has room for it, at the right and over the lines. */
export function paintWords(
  chart: uPlot,
  segments: readonly Segment[],
  colors: ChartColors,
  words: Record<Segment["state"], string>,
): void {
  const { ctx, bbox } = chart;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.font = `${11 * scale}px "Inter Variable", sans-serif`;
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  ctx.lineWidth = 4 * scale;
  ctx.lineJoin = "round";
  ctx.strokeStyle = colors.surface;
  const x = bbox.left + bbox.width - 6 * scale;
  for (const { state, top, bottom } of shownBands(chart, segments)) {
    if (bottom - top < 18 * scale) continue;
    ctx.fillStyle = colors[state];
    ctx.strokeText(words[state], x, (top + bottom) / 2);
    ctx.fillText(words[state], x, (top + bottom) / 2);
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
