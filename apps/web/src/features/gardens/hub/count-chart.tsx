import type { GardenAnalytics } from "@nihol/contract/gardens";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { useCountText } from "../../../parts/counts/count-ground.tsx";
import { type CountPoint, layoutCounts } from "./count-chart-layout.ts";

/** Pixels: of what is drawn, above it, and below it for the dates. */
const [height, above, below] = [128, 10, 24];

/**
 * A garden's counts with their ranges over the dates of its images. Drawn for the eye: the history below says the same
 * as a table. Nothing from fewer than two dates.
 */
export function CountChart({ captures }: { captures: GardenAnalytics["captures"] }) {
  const { t } = useTranslation("gardens");
  const format = useFormat();
  const { points, models, top } = layoutCounts(captures);
  if (new Set(points.map(({ capture }) => capture.date)).size < 2) return null;
  const yOf = (count: number) => above + height * (1 - count / top);
  const ticks = [0, top / 2, top];
  return (
    <figure className="grid gap-1.5">
      <figcaption className="text-sm font-semibold">{t("counts_over_time")}</figcaption>
      <div aria-hidden className="flex" style={{ height: above + height + below }}>
        <div className="relative w-14 shrink-0 text-2xs text-ink-3">
          {ticks.map((tick) => (
            <span
              key={tick}
              className="numeric absolute inset-e-2 -translate-y-1/2"
              style={{ top: yOf(tick) }}
            >
              {format.number(tick)}
            </span>
          ))}
        </div>
        <svg className="h-full w-0 grow overflow-visible" aria-hidden>
          {ticks.map((tick) => (
            <line
              key={tick}
              x1="0"
              x2="100%"
              y1={yOf(tick)}
              y2={yOf(tick)}
              className="stroke-line"
            />
          ))}
          {models.map((x) => (
            <line
              key={x}
              x1={`${x}%`}
              x2={`${x}%`}
              y1={above}
              y2={above + height}
              strokeDasharray="3 3"
              className="stroke-line-strong"
            />
          ))}
          {points.map((point) => (
            <Point key={point.capture.whole_image} point={point} yOf={yOf} />
          ))}
        </svg>
      </div>
      <p className="text-xs text-ink-3">
        {t("counts_legend")}
        {points.some(({ isWhole }) => !isWhole) && ` ${t("counts_legend_part")}`}
        {models.length > 0 && ` ${t("counts_legend_model")}`}
      </p>
    </figure>
  );
}

function Point({ point, yOf }: { point: CountPoint; yOf: (count: number) => number }) {
  const format = useFormat();
  const countText = useCountText();
  const { capture, low, high, x, isWhole, hasDate } = point;
  return (
    // Percent of the breadth of the drawing: what is in it is in pixels, however broad the panel is.
    <g style={{ transform: `translateX(${x}%)` }}>
      <title>
        {[
          format.date(capture.date),
          countText(capture.trees),
          format.share(capture.covered_percent / 100, 0),
          capture.model,
        ].join(" · ")}
      </title>
      <g className="stroke-tree-green" strokeWidth="2">
        <path d={`M 0 ${yOf(low)} V ${yOf(high)} M -4 ${yOf(low)} h 8 M -4 ${yOf(high)} h 8`} />
        <circle
          cy={yOf(capture.trees.total)}
          r="4.5"
          className={isWhole ? "fill-tree-green" : "fill-surface"}
        />
      </g>
      {hasDate && (
        <text
          y={above + height + 17}
          textAnchor={x < 20 ? "start" : x > 80 ? "end" : "middle"}
          className="numeric fill-ink-3 text-2xs"
        >
          {format.date(capture.date)}
        </text>
      )}
    </g>
  );
}
