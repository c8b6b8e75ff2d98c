import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParameters } from "../../lib/sensors/parameters.ts";
import { useFormat } from "../../lib/text/format.ts";
import { monthNames } from "../../lib/text/format-date.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { SelectBox } from "../../ui/form/select-field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { Line } from "./chart/lines.ts";
import { FileButtons } from "./file-buttons.tsx";
import { seriesParams, useSeries } from "./monitoring-data.ts";
import type { MonitoringSearch } from "./monitoring-search.ts";
import { HeatMap } from "./month/heat-map.tsx";
import {
  daysOf,
  hourTable,
  monthOf,
  monthsAfter,
  monthsUntil,
  monthWindow,
} from "./month/month-window.ts";
import { windRose } from "./month/wind.ts";
import { WindRoseView } from "./month/wind-rose.tsx";

type Props = {
  /** The series of the month, or speed and direction of wind. */
  lines: readonly Line[];
  title: string;
  search: MonitoringSearch;
  now: number;
  onChange: (next: MonitoringSearch) => void;
};

/** A month by hours: a heat map of one series, or the rose of wind. One call of hourly values makes either. */
export default function MonthPanel({ lines, title, search, now, onChange }: Props) {
  const { t } = useTranslation("monitoring");
  const month = search.month ?? monthOf(now);
  const query = seriesParams(lines, monthWindow(month), "hour");
  const answer = useSeries(query);
  const series = answer.isPlaceholderData ? undefined : answer.data?.series;
  const isEmpty = series?.every(({ points }) => points.length === 0);
  return (
    <>
      <MonthChoice month={month} now={now} onMonth={(next) => onChange({ month: next })} />
      {answer.error && !series ? (
        <ErrorPanel error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !series ? (
        <Skeleton className="h-99 w-full" />
      ) : isEmpty ? (
        <EmptyState title={t("no_results")} text={t("month_empty")} />
      ) : (
        <>
          <Shown {...{ lines, series, month, now }} isWind={search.view === "wind"} />
          <FileButtons query={query} title={title} />
        </>
      )}
    </>
  );
}

type ShownProps = Pick<Props, "lines" | "now"> & {
  series: NonNullable<ReturnType<typeof useSeries>["data"]>["series"];
  month: string;
  isWind: boolean;
};

function Shown({ lines, series, month, now, isWind }: ShownProps) {
  const { t } = useTranslation("monitoring");
  const [isNumbers, setNumbers] = useState(false);
  const parameters = useParameters();
  const [first, second] = series;
  const [line] = lines;
  if (!first || !line) return null;
  const days = daysOf(month);
  const table = hourTable(first.points, days, now);
  if (isWind)
    return (
      <WindRoseView
        rose={windRose(first.points, second?.points ?? [])}
        passed={table.passed}
        device={line.device.name}
      />
    );
  return (
    <>
      <Segmented
        label={t("month_cells")}
        value={isNumbers ? "numbers" : "shades"}
        onChange={(next) => setNumbers(next === "numbers")}
        options={[
          { value: "shades", label: t("month_shades") },
          { value: "numbers", label: t("month_numbers") },
        ]}
      />
      <HeatMap
        table={table}
        isNumbers={isNumbers}
        averaging={first.averaging}
        name={`${line.device.name} · ${parameters.name(line.parameter)}`}
        unit={parameters.unit(line.parameter)}
        number={(value) => parameters.number(line.parameter, value)}
      />
    </>
  );
}

type ChoiceProps = { month: string; now: number; onMonth: (month: string) => void };

function MonthChoice({ month, now, onMonth }: ChoiceProps) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const months = monthsUntil(now);
  const all = months.includes(month) ? months : [...months, month];
  const nameOf = (one: string) =>
    `${monthNames[format.language][Number(one.slice(5)) - 1]} ${one.slice(0, 4)}`;
  return (
    <div className="flex flex-wrap items-center gap-1">
      <p className="hidden text-sm print:block">{nameOf(month)}</p>
      <div data-print="no" className="flex items-center gap-1">
        <IconButton label={t("month_before")} onClick={() => onMonth(monthsAfter(month, -1))}>
          <ChevronLeft />
        </IconButton>
        <SelectBox
          aria-label={t("month")}
          className="w-48!"
          value={month}
          onChange={onMonth}
          options={all.map((one) => ({ value: one, label: nameOf(one) }))}
        />
        <IconButton
          label={t("month_after")}
          disabled={month >= monthOf(now)}
          onClick={() => onMonth(monthsAfter(month, 1))}
        >
          <ChevronRight />
        </IconButton>
      </div>
    </div>
  );
}
