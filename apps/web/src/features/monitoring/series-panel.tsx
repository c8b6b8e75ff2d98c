import type { ReadingSeries } from "@nihol/contract/sensors/readings";
import type { Ranges } from "@nihol/contract/values/sensors/sensor-guidance";
import type { TFunction } from "i18next";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useParameters } from "../../lib/sensors/parameters.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { lazyPart } from "../../ui/missing-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { BadTimes } from "./bad-times.tsx";
import { type Line, windLines } from "./chart/lines.ts";
import { SeriesChart } from "./chart/series-chart.tsx";
import { SeriesTable } from "./chart/series-table.tsx";
import type { TimeWindow } from "./chart/time-window.ts";
import { FileButtons } from "./file-buttons.tsx";
import { KeptValues } from "./kept-values.tsx";
import { seriesParams, useSeries } from "./monitoring-data.ts";
import { chartStep, type MonitoringSearch, shownWindow, zoomText } from "./monitoring-search.ts";
import { MovesNote } from "./moves-note.tsx";
import { PeriodBar } from "./period-bar.tsx";

const MonthPanel = lazyPart(() => import("./month-panel.tsx"));

type Props = {
  lines: readonly Line[];
  /** Lines that were chosen, also those for which the chart has no room. */
  all: number;
  /** Null: the devices have no guidance in common. Undefined with several parameters. */
  ranges: Ranges | null | undefined;
  search: MonitoringSearch;
  now: number;
  onChange: (next: MonitoringSearch) => void;
};

/** Panel of the chosen lines over time, as a chart or as a table. */
export function SeriesPanel({ lines, all, ranges, search, now, onChange }: Props) {
  const { t } = useTranslation("monitoring");
  const parameters = useParameters();
  const wind = windLines(lines);
  const isMonth = search.view === "month" || (search.view === "wind" && wind !== undefined);
  const ofMonth = search.view === "wind" && wind ? wind : lines.slice(0, 1);
  const shown = [...new Set((isMonth ? ofMonth : lines).map(({ parameter }) => parameter))];
  const [first = ""] = shown;
  const isOne = shown.length === 1;
  const title = shown.map((one) => parameters.name(one)).join(", ");
  return (
    <section
      aria-labelledby="series-title"
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="series-title" className="text-base font-semibold">
          {title}
          {isOne && parameters.unitAfter(first) && (
            <span className="ms-1.5 font-normal text-ink-3">{parameters.unit(first)}</span>
          )}
        </h2>
        <div data-print="no">
          <Segmented
            label={t("view")}
            value={search.view ?? "chart"}
            onChange={(view) => onChange({ view: view === "chart" ? undefined : view })}
            options={[
              { value: "chart", label: t("view_chart") },
              { value: "table", label: t("view_table") },
              { value: "month", label: t("view_month") },
              ...(wind ? [{ value: "wind" as const, label: t("view_wind") }] : []),
            ]}
          />
        </div>
      </header>
      {isMonth && lines.length > 0 ? (
        <Suspense fallback={<Skeleton className="h-99 w-full" />}>
          {ofMonth.length < lines.length && search.view === "month" && (
            <p className="text-xs text-ink-2">{t("month_first", { name: lines[0]?.name })}</p>
          )}
          <MonthPanel lines={ofMonth} {...{ title, search, now, onChange }} />
        </Suspense>
      ) : (
        <Period {...{ lines, all, title, ranges, search, now, onChange }} />
      )}
    </section>
  );
}

/** The lines over a period. */
function Period({ lines, all, title, ranges, search, now, onChange }: Props & { title: string }) {
  const { t } = useTranslation("monitoring");
  const window = shownWindow(search, now);
  const step = search.view === "table" ? "auto" : chartStep(window);
  const query = seriesParams(lines, window, step);
  const answer = useSeries(query);
  return (
    <>
      <PeriodBar {...{ search, now, onChange }} />
      {all > lines.length && (
        <p className="text-xs text-watch">{t("lines_cut", { n: lines.length, all })}</p>
      )}
      <Shown {...{ answer, query, lines, title, ranges, search, window, onChange }} />
    </>
  );
}

type ShownProps = Omit<Props, "now" | "all"> & {
  answer: ReturnType<typeof useSeries>;
  query: ReturnType<typeof seriesParams>;
  title: string;
  window: TimeWindow;
};

function Shown({ answer, query, lines, title, ranges, search, window, onChange }: ShownProps) {
  const { t } = useTranslation("monitoring");
  const { data } = answer;
  if (answer.error && !data)
    return <ErrorPanel error={answer.error} onRetry={() => void answer.refetch()} />;
  // The devices, or their readings, are on their way, or those shown are of other lines: the room of the chart with what
  // stands above and below it.
  if (!data || lines.length === 0 || !isOf(data.series, lines))
    return <Skeleton className="h-99 w-full" />;
  const { series, step } = data;
  const isEmpty = series.every(({ points }) => points.length === 0);
  const isOld = answer.isPlaceholderData;
  return (
    <div
      aria-busy={isOld || undefined}
      className={cx("grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3", isOld && "opacity-60")}
    >
      {isEmpty ? (
        <NoReadings lines={lines} onChange={onChange} />
      ) : search.view === "table" ? (
        <SeriesTable {...{ lines, series, title }} end={window.to} />
      ) : (
        <SeriesChart
          {...{ lines, series, title, ranges, window }}
          onWindow={(next) => onChange({ zoom: next && zoomText(next) })}
        />
      )}
      {!isEmpty && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-xs text-ink-3">
            {stepTexts(t, series, search.view)}
            {step === "day" && search.view !== "table" && `. ${t("step_day_hint")}`}
          </p>
          <FileButtons query={query} title={title} />
        </div>
      )}
      <MovesNote {...{ lines, series }} />
      <BadTimes {...{ lines, series }} />
      <KeptValues {...{ lines, series }} />
    </div>
  );
}

const isOf = (series: readonly ReadingSeries[], lines: readonly Line[]) =>
  series.length === lines.length &&
  series.every(
    ({ device, parameter }, place) =>
      lines[place]?.device.id === device && lines[place]?.parameter === parameter,
  );

/** How the points were made, each way once: single values, means, sums or directions. */
function stepTexts(t: TFunction, series: readonly ReadingSeries[], view: MonitoringSearch["view"]) {
  const texts = series.map(({ step, averaging }) => {
    const isOwn = step !== "raw" && (averaging === "sum" || averaging === "vector");
    if (isOwn) return t(`monitoring:${averaging}_${step}`);
    return t(`monitoring:${view === "table" ? "table" : "step"}_${step}`);
  });
  return [...new Set(texts)].join("; ");
}

/** The specification's "no results yet", and the way to the last readings there are. */
function NoReadings({ lines, onChange }: Pick<Props, "lines" | "onChange">) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const last = lines
    .flatMap(
      ({ device, parameter }) => device.latest.find((one) => one.parameter === parameter) ?? [],
    )
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
