import type { ReadingSeries } from "@nihol/contract/sensors/readings";
import type { Ranges } from "@nihol/contract/values/sensors/sensor-guidance";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParameters } from "../../../lib/sensors/parameters.ts";
import { segmentsOf } from "../../../lib/sensors/range-segments.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { useDark } from "../../../lib/theme.ts";
import { fingerScreen, useMedia } from "../../../lib/use-media.ts";
import { lazyPart } from "../../../ui/missing-part.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { chartData, ofLines, valueRange } from "./chart-data.ts";
import type { Drawn } from "./chart-options.ts";
import { lineStyle } from "./line-styles.ts";
import { axisGroups, chartsOf, type Line } from "./lines.ts";
import { Readout, useReading } from "./readout.tsx";
import { movedWindow, type TimeWindow } from "./time-window.ts";

const Chart = lazyPart(() => import("./chart.tsx"));

type Props = {
  lines: readonly Line[];
  series: readonly ReadingSeries[];
  /** Names what is shown. */
  title: string;
  /** Null: the devices have no guidance in common. Undefined with several parameters. */
  ranges: Ranges | null | undefined;
  window: TimeWindow;
  /** Another part of time; undefined for the whole period. */
  onWindow: (window: TimeWindow | undefined) => void;
};

/**
 * Draws the charts of these lines, over one axis of time: two units stand on either side of one chart, more have a chart
 * each.
 */
function useDrawn({ lines, series, ranges, window }: Omit<Props, "title" | "onWindow">): Drawn[] {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const parameters = useParameters();
  const isDark = useDark();
  const { from, to } = window;
  return useMemo(() => {
    const data = chartData(series);
    const groups = axisGroups(lines, parameters.unit);
    const isOne = groups.length === 1;
    return chartsOf(groups).map((axes) => ({
      data,
      styles: series.map((_, place) => lineStyle(place, isDark)),
      window: { from, to },
      axes: axes.map((axis) => ({
        unit: isOne ? "" : axis.unit,
        lines: axis.lines,
        range: valueRange(ofLines(data, axis.lines), ranges ?? undefined),
      })),
      segments: ranges ? segmentsOf(ranges) : [],
      words: { good: t("state_good"), watch: t("state_watch"), act: t("state_act") },
      format,
      isDays: series[0]?.step === "day",
      axisMin: groups.length > 2 ? 60 : 0,
    }));
  }, [lines, series, ranges, from, to, isDark, format, parameters, t]);
}

/** The lines with what they say at the crosshair. */
export function SeriesChart({ lines, series, title, ranges, window, onWindow }: Props) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const parameters = useParameters();
  const isFinger = useMedia(fingerScreen);
  const [index, setIndex] = useState<number | null>(null);
  const { from, to } = window;
  const charts = useDrawn({ lines, series, ranges, window });
  const data = charts[0]?.data ?? chartData(series);
  const reading = useReading({ data, series, lines, index });
  const valueText = reading
    ? [reading.time, ...reading.values.map(({ name, text }) => `${name}: ${text}`)].join("; ")
    : t(isFinger ? "readout_hint_touch" : "readout_hint");
  const isSeveral = charts.length > 1;
  const labelOf = ({ axes }: Drawn) => {
    const shown = axes.flatMap((axis) => axis.lines.map((line) => lines[line]?.parameter ?? ""));
    const names = [...new Set(shown)].map((one) => parameters.name(one)).join(", ");
    const parameter = isSeveral ? names : title;
    return t("chart_label", { parameter, from: format.dateTime(from), to: format.dateTime(to) });
  };
  return (
    <div className="grid min-w-0 gap-2">
      {lines.length > 1 && ranges === null && (
        <p className="text-xs text-watch">{t("different_soil")}</p>
      )}
      <p className="hidden text-sm print:block">
        {`${format.dateTime(from)} – ${format.dateTime(to)}`}
      </p>
      <Readout reading={reading} ranges={ranges} />
      {isSeveral && <p className="text-xs text-ink-3">{t("one_unit")}</p>}
      <Suspense fallback={<Skeleton className="h-80 w-full" />}>
        {charts.map((drawn) => (
          <Chart
            key={drawn.axes[0]?.unit}
            {...{ drawn, valueText, index }}
            label={labelOf(drawn)}
            size={isSeveral ? "several" : "one"}
            onIndex={setIndex}
            onZoom={onWindow}
            onWhole={() => onWindow(undefined)}
            onStretch={(factor) => onWindow(movedWindow(window, { factor }, Date.now()))}
          />
        ))}
      </Suspense>
    </div>
  );
}
