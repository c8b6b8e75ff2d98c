import type { Device } from "@nihol/contract/sensors/devices";
import type { ReadingSeries } from "@nihol/contract/sensors/readings";
import type { Parameter, Ranges } from "@nihol/contract/values/sensors/sensor-guidance";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { useDark } from "../../../lib/theme.ts";
import { fingerScreen, useMedia } from "../../../lib/use-media.ts";
import { useParameters } from "../../../parts/states/parameters.ts";
import { lazyPart } from "../../../ui/missing-part.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { chartData, valueRange } from "./chart-data.ts";
import type { Drawn } from "./chart-options.ts";
import { lineStyle } from "./line-styles.ts";
import { segmentsOf } from "./range-segments.ts";
import { Readout, useReading } from "./readout.tsx";
import { movedWindow, type TimeWindow } from "./time-window.ts";

const Chart = lazyPart(() => import("./chart.tsx"));

type Props = {
  devices: readonly Device[];
  series: readonly ReadingSeries[];
  parameter: Parameter;
  ranges: Ranges | null | undefined;
  window: TimeWindow;
  /** Another part of time; undefined for the whole period. */
  onWindow: (window: TimeWindow | undefined) => void;
};

/** The lines with what they say at the crosshair. */
export function SeriesChart({ devices, series, parameter, ranges, window, onWindow }: Props) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const parameters = useParameters();
  const isDark = useDark();
  const isFinger = useMedia(fingerScreen);
  const [index, setIndex] = useState<number | null>(null);
  const { from, to } = window;
  const drawn = useMemo((): Drawn => {
    const data = chartData(series);
    return {
      data,
      styles: series.map((_, place) => lineStyle(place, isDark)),
      window: { from, to },
      range: valueRange(data, ranges ?? undefined),
      segments: ranges ? segmentsOf(ranges) : [],
      words: { good: t("state_good"), watch: t("state_watch"), act: t("state_act") },
      format,
      isDays: series[0]?.step === "day",
    };
  }, [series, ranges, from, to, isDark, format, t]);
  const reading = useReading({ data: drawn.data, series, devices, parameter, index });
  const valueText = reading
    ? [reading.time, ...reading.values.map(({ name, text }) => `${name}: ${text}`)].join("; ")
    : t(isFinger ? "readout_hint_touch" : "readout_hint");
  const label = t("chart_label", {
    parameter: parameters.name(parameter),
    from: format.dateTime(from),
    to: format.dateTime(to),
  });
  return (
    <div className="grid min-w-0 gap-2">
      {devices.length > 1 && ranges === null && (
        <p className="text-xs text-watch">{t("different_soil")}</p>
      )}
      <p className="hidden text-sm print:block">
        {`${format.dateTime(from)} – ${format.dateTime(to)}`}
      </p>
      <Readout reading={reading} ranges={ranges} />
      <Suspense fallback={<Skeleton className="h-80 w-full" />}>
        <Chart
          {...{ drawn, label, valueText, index }}
          onIndex={setIndex}
          onZoom={onWindow}
          onWhole={() => onWindow(undefined)}
          onStretch={(factor) => onWindow(movedWindow(window, { factor }, Date.now()))}
        />
      </Suspense>
    </div>
  );
}
