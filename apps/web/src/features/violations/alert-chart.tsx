import type { EvidenceSeries } from "@nihol/contract/values/violations";
import { useTranslation } from "react-i18next";
import { useParameters } from "../../lib/sensors/parameters.ts";
import { useFormat } from "../../lib/text/format.ts";

type Props = {
  series: EvidenceSeries;
  /** The rule's limit; null where it has none that is a value. */
  limit: number | null;
};

/** Units of the drawing; it is stretched to its frame, and lines keep their width. */
const [width, height] = [600, 120];
const hourMs = 3_600_000;
const stepMs = { hour: hourMs, day: 24 * hourMs };

/** Values around alerts as they were when the case was opened: one line with gaps, and the limit. */
export function AlertChart({ series, limit }: Props) {
  const { t } = useTranslation("violations");
  const format = useFormat();
  const parameters = useParameters();
  const { device, parameter, points, step } = series;
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return null;
  const values = [...points.map(([, value]) => value), ...(limit === null ? [] : [limit])];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (at: number) => ((at - first[0]) / (last[0] - first[0])) * width;
  const y = (value: number) => height - ((value - low) / (high - low || 1)) * height;
  const path = points
    .map(([at, value], i) => {
      const before = points[i - 1]?.[0] ?? Number.NEGATIVE_INFINITY;
      const isGap = at - before > 3 * stepMs[step];
      return `${isGap ? "M" : "L"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join("");
  const name = parameters.name(parameter) || parameter;
  const unit = parameters.unit(parameter) || series.unit;
  const number = (value: number) => format.number(value, 1);
  const range = t("alert_chart", {
    ...{ name, device, unit, low: number(low), high: number(high) },
  });
  return (
    <figure className="grid gap-1">
      <figcaption lang="mul" className="text-xs break-words text-ink-2">
        {range}
      </figcaption>
      <svg
        role="img"
        aria-label={range}
        viewBox={`0 -4 ${width} ${height + 8}`}
        preserveAspectRatio="none"
        className="h-28 w-full rounded-md border border-line"
      >
        {limit !== null && (
          <line
            x1={0}
            x2={width}
            y1={y(limit)}
            y2={y(limit)}
            strokeDasharray="6 4"
            vectorEffect="non-scaling-stroke"
            className="stroke-act"
          />
        )}
        <path
          d={path}
          fill="none"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
          className="stroke-accent"
        />
      </svg>
      <span className="numeric flex justify-between text-xs text-ink-3">
        <span>{format.dateTime(new Date(first[0]).toISOString())}</span>
        <span>{format.dateTime(new Date(last[0]).toISOString())}</span>
      </span>
    </figure>
  );
}
