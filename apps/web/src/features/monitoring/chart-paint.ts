import type uPlot from "uplot";
import type { ChartData } from "./chart-data.ts";
import type { Segment } from "./range-segments.ts";

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

/** Guidance as bands behind the lines, each with its word at the right. */
export function paintBands(
  chart: uPlot,
  segments: readonly Segment[],
  colors: ChartColors,
  words: Record<Segment["state"], string>,
): void {
  const { ctx, bbox } = chart;
  const scale = devicePixelRatio;
  const edge = (value: number) =>
    Math.min(bbox.top + bbox.height, Math.max(bbox.top, chart.valToPos(value, "y", true)));
  ctx.save();
  ctx.font = `${11 * scale}px "Inter Variable", sans-serif`;
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  for (const { state, from, to } of segments) {
    const [top, bottom] = [edge(to), edge(from)];
    if (bottom - top < 1) continue;
    ctx.globalAlpha = strength[state];
    ctx.fillStyle = colors[state];
    ctx.fillRect(bbox.left, top, bbox.width, bottom - top);
    if (bottom - top < 18 * scale) continue;
    ctx.globalAlpha = 0.85;
    ctx.fillText(words[state], bbox.left + bbox.width - 6 * scale, (top + bottom) / 2);
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
