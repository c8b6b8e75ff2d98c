import { paths } from "@nihol/contract/values/paths";
import { dueSoonDays, taskStatuses } from "@nihol/contract/values/plant-tree-task-states";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useFormat } from "../../lib/text/format.ts";
import { CountFilter } from "../../ui/table/count-filter.tsx";
import { OneLine } from "../../ui/table/one-line.tsx";

type Filters = Record<string, string | undefined>;
type Props = {
  /** The other filters and the search: the counts are of what they leave. */
  filters: Filters;
  value: string | undefined;
  onChange: (status: string | undefined) => void;
};

/** Counts of tasks by state, each a filter. */
export function StatusFilter({ filters, value, onChange }: Props) {
  const { t } = useTranslation(["planting", "tasks"]);
  const format = useFormat();
  const { data } = useQuery({
    queryKey: [paths.plantTreeTask, "count", filters],
    queryFn: ({ signal }) => ask("GET /plant-tree-task/count", { query: filters, signal }),
    placeholderData: (before) => before,
  });
  // The line keeps its place, and is one line however long its figures are: the list below does not move.
  const count = (n: number | undefined) => (n === undefined ? "–" : format.number(n));
  const toPlant = { value: "to_plant", label: t("tasks:to_plant"), count: data?.to_plant };
  const overdue = { value: "overdue", label: t("overdue"), count: data?.overdue, isUrgent: true };
  const soon = {
    value: "due_soon",
    label: t("tasks:due_soon", { n: dueSoonDays }),
    count: data?.due_soon,
  };
  const survival = {
    value: "survival_due",
    label: t("status_survival_due"),
    count: data?.survival_due,
    isUrgent: true,
  };
  const states = taskStatuses.map((one) => ({
    value: one,
    label: t(`status_${one}`),
    count: data?.[one],
  }));
  return (
    <>
      <CountFilter
        label={t("statuses")}
        all={data?.all}
        options={[toPlant, overdue, soon, ...states, survival]}
        value={value}
        onChange={onChange}
      />
      {!value && (
        <OneLine
          className="numeric shrink-0 px-5 pb-2 text-xs text-ink-3 @max-sm/list:px-4"
          text={t(data?.contradicted_plant_count ? "totals_contradicted" : "totals", {
            scheduled: count(data?.scheduled_plant_count),
            planted: count(data?.submitted_plant_count),
            contradicted: count(data?.contradicted_plant_count),
          })}
        />
      )}
    </>
  );
}
