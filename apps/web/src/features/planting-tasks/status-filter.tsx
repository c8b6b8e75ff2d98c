import { paths } from "@nihol/contract/paths";
import { taskStatuses } from "@nihol/contract/plant-tree-task-states";
import type { PlantTreeTaskCounts } from "@nihol/contract/plant-tree-tasks";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { get } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/format.ts";

type Filters = Record<string, string | undefined>;
type Props = {
  /** The other filters and the search: the counts are of what they leave. */
  filters: Filters;
  value: string | undefined;
  onChange: (status: string | undefined) => void;
};

const order = ["all", "overdue", ...taskStatuses] as const;

/** How many tasks are in each state, each count a filter. */
export function StatusFilter({ filters, value, onChange }: Props) {
  const { t } = useTranslation("planting");
  const format = useFormat();
  const { data } = useQuery({
    queryKey: [paths.plantTreeTask, "count", filters],
    queryFn: ({ signal }) =>
      get<PlantTreeTaskCounts>(`${paths.plantTreeTask}/count`, filters, { signal }),
    placeholderData: (before) => before,
  });
  return (
    <fieldset className="flex shrink-0 gap-1 px-5 pb-3 max-md:overflow-x-auto md:flex-wrap">
      <legend className="sr-only">{t("statuses")}</legend>
      {order.map((one) => {
        const chosen = (value ?? "all") === one;
        const label = one === "all" || one === "overdue" ? t(one) : t(`status_${one}`);
        return (
          <button
            key={one}
            type="button"
            aria-pressed={chosen}
            onClick={() => onChange(one === "all" || chosen ? undefined : one)}
            className={cx(
              "inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 text-sm whitespace-nowrap pointer-coarse:h-10",
              chosen
                ? "border-accent bg-accent-soft font-medium text-accent-strong"
                : "border-line text-ink-2 hover:bg-sunken hover:text-ink",
            )}
          >
            {label}
            <span
              className={cx(
                "numeric",
                one === "overdue" && data && data.overdue > 0 && "font-semibold text-act",
              )}
            >
              {format.number(data?.[one])}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
