import type { FieldTask } from "@nihol/contract/planting/field-tasks";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { NewButton } from "../../../ui/new-button.tsx";
import { FieldMap } from "../place/field-map.tsx";
import { isPosition, type PositionState } from "../place/use-position.ts";
import { metresToArea, middleOf } from "../place/way.ts";
import { WayLine } from "../place/way-line.tsx";
import { type KnownVisit, mapPlots } from "./plots.ts";
import { TaskState, useTaskName } from "./task-state.tsx";
import { VisitList } from "./visit-list.tsx";

type Props = {
  task: FieldTask;
  visits: readonly KnownVisit[];
  position: PositionState;
  onStart: () => void;
  onReport: () => void;
  onPlot: (plot: number) => void;
};

/** One task: where it is, the way there, what to plant, and what may be reported or counted. */
export function TaskView({ task, visits, position, onStart, onReport, onPlot }: Props) {
  const { t } = useTranslation(["field", "planting"]);
  const taskName = useTaskName();
  const { boundary } = task;
  const me = isPosition(position) ? position : undefined;
  const isInside = me && boundary && metresToArea(me, boundary) === 0;
  const plots = visits.flatMap((known) => mapPlots(known));
  return (
    <section
      aria-label={taskName({ task: task.id, garden: task.garden.name })}
      className="grid gap-4"
    >
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold break-words">
          {taskName({ task: task.id, garden: task.garden.name })}
        </h2>
        <TaskState task={task} />
      </div>
      <FieldMap boundary={boundary} plots={plots} me={me} />
      {boundary && (
        <WayLine
          to={middleOf(boundary)}
          position={position}
          onStart={onStart}
          arrived={isInside ? t("in_garden") : undefined}
        />
      )}
      <TaskItems task={task} />
      {task.can.report && <NewButton onClick={onReport}>{t("planting:report_new")}</NewButton>}
      {task.survival_due && visits.length === 0 && (
        <p className="rounded-lg bg-sunken px-3 py-2.5 text-sm text-ink-2">{t("no_plots")}</p>
      )}
      {visits.map((known) => (
        <VisitList key={known.visit.id} known={known} position={position} onPlot={onPlot} />
      ))}
    </section>
  );
}

function TaskItems({ task }: { task: FieldTask }) {
  const { t } = useTranslation(["planting", "field"]);
  const format = useFormat();
  return (
    <section aria-label={t("items")} className="grid gap-1">
      <h3 className="font-semibold">{t("items")}</h3>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface px-3">
        {task.items.map(({ tree_type, quantity, submitted, stock_height_cm }) => (
          <li key={tree_type.id} className="flex justify-between gap-3 py-2 text-sm">
            <span>
              {format.name(tree_type.name)}
              {stock_height_cm !== null && (
                <span className="block text-xs text-ink-3">
                  {t("stock_height", { n: format.number(stock_height_cm) })}
                </span>
              )}
            </span>
            <span className="numeric text-ink-2">
              {t("field:planted_of", { n: format.number(submitted), m: format.number(quantity) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
