import type { TaskDueDay } from "@nihol/contract/planting/task-views";
import { paths } from "@nihol/contract/values/paths";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { monthNames } from "../../../lib/text/format-date.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import type { ViewFilters } from "../task/view-filters.ts";
import { Agenda } from "./agenda.tsx";
import { monthAfter, monthOf } from "./month.ts";
import { MonthGrid } from "./month-grid.tsx";

type Props = {
  filters: ViewFilters;
  /** `2026-05` */
  month: string;
  onMonth: (month: string) => void;
  onOpen: (id: string) => void;
  /** Shows all the tasks of a day. */
  onDay: (date: string) => void;
};

/** A month of due dates: a grid where there is room, a list of days where there is not. */
export function TaskCalendar({ filters, month, onMonth, onOpen, onDay }: Props) {
  const { t } = useTranslation(["tasks", "app"]);
  const format = useFormat();
  const asked = { ...filters, month };
  const query = useQuery({
    queryKey: [paths.plantTreeTask, "calendar", asked],
    queryFn: ({ signal }) => ask("GET /plant-tree-task/calendar", { query: asked, signal }),
    placeholderData: keepPreviousData,
  });
  const isShown = query.data?.month === month;
  const days = new Map<string, TaskDueDay>(
    isShown ? query.data?.days.map((day) => [day.date, day]) : [],
  );
  const [year = "", number = "1"] = month.split("-");
  const name = `${monthNames[format.language][Number(number) - 1] ?? ""} ${year}`;
  return (
    <div className="min-h-0 grow overflow-y-auto px-5 pb-4 @max-sm/list:px-4">
      <div className="flex flex-wrap items-center gap-2 pb-2">
        <IconButton label={t("app:month_previous")} onClick={() => onMonth(monthAfter(month, -1))}>
          <ChevronLeft />
        </IconButton>
        <h2 aria-live="polite" className="min-w-36 text-center text-base font-semibold">
          {name}
        </h2>
        <IconButton label={t("app:month_next")} onClick={() => onMonth(monthAfter(month, 1))}>
          <ChevronRight />
        </IconButton>
        <Button size="sm" tone="quiet" onClick={() => onMonth(monthOf(new Date()))}>
          {t("app:today")}
        </Button>
        <p className="numeric text-sm text-ink-2">
          {isShown && query.data
            ? query.data.count > 0
              ? t("month_count", { n: format.number(query.data.count) })
              : t("calendar_empty")
            : ""}
        </p>
      </div>
      {query.isError && !query.data ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <div className="@max-3xl/list:hidden">
            <MonthGrid label={name} {...{ month, days, onMonth, onOpen, onDay }} />
            <p className="pt-2 text-xs text-ink-3 pointer-coarse:hidden">{t("calendar_keys")}</p>
          </div>
          <div className="@min-3xl/list:hidden">
            {isShown ? (
              <Agenda label={name} days={[...days.values()]} {...{ onOpen, onDay }} />
            ) : (
              <SkeletonLines lines={5} />
            )}
          </div>
        </>
      )}
    </div>
  );
}
