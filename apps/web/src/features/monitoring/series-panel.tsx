import type { Device } from "@nihol/contract/sensors/devices";
import type { ReadingSeries } from "@nihol/contract/sensors/readings";
import type { Parameter, Ranges } from "@nihol/contract/values/sensors/sensor-guidance";
import type { TFunction } from "i18next";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { saveFile } from "../../lib/api/save-file.ts";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/text/format.ts";
import { useParameters } from "../../parts/states/parameters.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { BadTimes } from "./bad-times.tsx";
import { SeriesChart } from "./chart/series-chart.tsx";
import { seriesCsv } from "./chart/series-csv.ts";
import { SeriesTable } from "./chart/series-table.tsx";
import type { TimeWindow } from "./chart/time-window.ts";
import { KeptValues } from "./kept-values.tsx";
import { useSeries } from "./monitoring-data.ts";
import { chartStep, type MonitoringSearch, shownWindow, zoomText } from "./monitoring-search.ts";
import { MovesNote } from "./moves-note.tsx";
import { PeriodBar } from "./period-bar.tsx";

type Props = {
  devices: readonly Device[];
  parameter: Parameter;
  /** Null: the devices have no guidance in common. */
  ranges: Ranges | null | undefined;
  search: MonitoringSearch;
  now: number;
  onChange: (next: MonitoringSearch) => void;
};

/** Panel of one parameter of the chosen devices over time, as a chart or as a table. */
export function SeriesPanel({ devices, parameter, ranges, search, now, onChange }: Props) {
  const { t } = useTranslation("monitoring");
  const parameters = useParameters();
  const window = shownWindow(search, now);
  const step = search.view === "table" ? "auto" : chartStep(window);
  const answer = useSeries(devices, parameter, window, step);
  return (
    <section
      aria-labelledby="series-title"
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="series-title" className="text-base font-semibold">
          {parameters.name(parameter)}
          {parameters.unitAfter(parameter) && (
            <span className="ms-1.5 font-normal text-ink-3">{parameters.unit(parameter)}</span>
          )}
        </h2>
        <div data-print="no">
          <Segmented
            label={t("view")}
            value={search.view ?? "chart"}
            onChange={(view) => onChange({ view: view === "table" ? "table" : undefined })}
            options={[
              { value: "chart", label: t("view_chart") },
              { value: "table", label: t("view_table") },
            ]}
          />
        </div>
      </header>
      <PeriodBar {...{ search, now, onChange }} />
      <Shown {...{ answer, devices, parameter, ranges, search, window, onChange }} />
    </section>
  );
}

type ShownProps = Omit<Props, "now"> & {
  answer: ReturnType<typeof useSeries>;
  window: TimeWindow;
};

function Shown({ answer, devices, parameter, ranges, search, window, onChange }: ShownProps) {
  const { t } = useTranslation("monitoring");
  const { series } = answer;
  if (answer.error && !series) return <ErrorPanel error={answer.error} onRetry={answer.refetch} />;
  // The devices, or their readings, are on their way: the room of the chart with what stands above and below it.
  if (!series || devices.length === 0) return <Skeleton className="h-99 w-full" />;
  const step = series[0]?.step ?? "raw";
  const isEmpty = series.every(({ points }) => points.length === 0);
  return (
    <div
      aria-busy={answer.isOld || undefined}
      className={cx("grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3", answer.isOld && "opacity-60")}
    >
      {isEmpty ? (
        <NoReadings devices={devices} parameter={parameter} onChange={onChange} />
      ) : search.view === "table" ? (
        <SeriesTable {...{ devices, series, parameter }} end={window.to} />
      ) : (
        <SeriesChart
          {...{ devices, series, parameter, ranges, window }}
          onWindow={(next) => onChange({ zoom: next && zoomText(next) })}
        />
      )}
      {!isEmpty && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-xs text-ink-3">
            {stepText(t, series[0], search.view)}
            {step === "day" && search.view !== "table" && `. ${t("step_day_hint")}`}
          </p>
          <CsvButton {...{ devices, series, parameter }} />
        </div>
      )}
      <MovesNote {...{ devices, series }} />
      <BadTimes {...{ devices, series }} />
      <KeptValues {...{ devices, series, parameter }} />
    </div>
  );
}

/** How the points were made: single values, means, sums or directions. */
function stepText(t: TFunction, series: ReadingSeries | undefined, view: "table" | undefined) {
  const { step = "raw", averaging = "mean" } = series ?? {};
  const isOwn = step !== "raw" && (averaging === "sum" || averaging === "vector");
  if (isOwn) return t(`monitoring:${averaging}_${step}`);
  return t(`monitoring:${view === "table" ? "table" : "step"}_${step}`);
}

type CsvProps = Pick<Props, "devices" | "parameter"> & { series: readonly ReadingSeries[] };

/** Saves as a file what the chart shows. */
function CsvButton({ devices, series, parameter }: CsvProps) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const parameters = useParameters();
  function handleSave() {
    const words = {
      time: t("time"),
      device: t("device"),
      value: `${parameters.name(parameter)}, ${parameters.unit(parameter)}`,
      lowest: t("lowest"),
      highest: t("highest"),
      state: t("mark"),
      faulty: t("state_faulty"),
      suspect: t("suspect"),
    };
    const names = devices.map((one) => one.name);
    const text = seriesCsv(series, names, words, {
      format,
      decimals: parameters.decimals(parameter),
    });
    saveFile(new Blob([text], { type: "text/csv" }), `${parameter}.csv`);
  }
  return (
    <Button
      size="sm"
      tone="quiet"
      data-print="no"
      icon={<Download className="size-3.5" />}
      onClick={handleSave}
    >
      {t("download_csv")}
    </Button>
  );
}

type NoneProps = Pick<Props, "devices" | "parameter" | "onChange">;

/** The specification's "no results yet", and the way to the last readings there are. */
function NoReadings({ devices, parameter, onChange }: NoneProps) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const last = devices
    .flatMap(({ latest }) => latest.find((one) => one.parameter === parameter) ?? [])
    .flatMap(({ ts, state }) => (ts && state !== "faulty" ? [ts] : []))
    .sort()
    .at(-1);
  const end = last ? Date.parse(last) + 3_600_000 : 0;
  return (
    <EmptyState
      title={t("no_results")}
      text={t("no_results_text")}
      action={
        last && (
          <Button
            className="h-auto! min-h-9 py-1.5 whitespace-normal!"
            onClick={() => onChange({ zoom: zoomText({ from: end - 86_400_000, to: end }) })}
          >
            {t("show_last", { date: format.date(last) })}
          </Button>
        )
      }
    />
  );
}
