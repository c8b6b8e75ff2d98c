import type { FieldTask } from "@nihol/contract/planting/field-tasks";
import { ChevronRight, ClipboardList } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { isPosition, type PositionState } from "../place/use-position.ts";
import { metresToArea, middleOf, wayTo } from "../place/way.ts";
import { useDistanceText } from "../place/way-line.tsx";
import type { KeptTasks } from "../queue/database.ts";
import { type Entry, treesWaiting } from "../queue/entry.ts";
import { TaskState, TreesWaiting, useTaskName } from "./task-state.tsx";

type Props = {
  kept: KeptTasks;
  entries: readonly Entry[];
  position: PositionState;
  onStart: () => void;
  onTask: (task: number) => void;
};

/** My tasks, as they were fetched last. */
export function TaskList({ kept, entries, position, onStart, onTask }: Props) {
  const { t } = useTranslation("field");
  const format = useFormat();
  const { tasks, count, fetched_at } = kept;
  if (tasks.length === 0)
    return <EmptyState icon={<ClipboardList />} title={t("no_tasks")} text={t("no_tasks_text")} />;
  return (
    <section aria-label={t("my_tasks")} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-2">
          {t("fetched", { date: format.dateTime(fetched_at) })}
          {count > tasks.length &&
            ` · ${t("cut", { n: format.number(tasks.length), m: format.number(count) })}`}
        </p>
        {position === "off" && (
          <Button size="sm" onClick={onStart}>
            {t("where_am_i")}
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {tasks.map((task) => (
          <li key={task.id}>
            <TaskLine
              task={task}
              entries={entries.filter((one) => one.task === task.id)}
              position={position}
              onOpen={() => onTask(task.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

type LineProps = {
  task: FieldTask;
  entries: readonly Entry[];
  position: PositionState;
  onOpen: () => void;
};

function TaskLine({ task, entries, position, onOpen }: LineProps) {
  const { t } = useTranslation("field");
  const format = useFormat();
  const taskName = useTaskName();
  const waiting = entries.filter(({ state }) => state === "waiting").length;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-center gap-2 px-3 py-2.5 text-start"
    >
      <span className="grid min-w-0 grow gap-1">
        <span className="font-medium break-words">
          {taskName({ task: task.id, garden: task.garden.name })}
        </span>
        <TaskState task={task} />
        <span className="flex flex-wrap gap-x-3 text-sm text-ink-2">
          <span className="numeric">
            {t("planted_of", {
              n: format.number(task.submitted_plant_count),
              m: format.number(task.scheduled_plant_count),
            })}
            <TreesWaiting n={treesWaiting(entries)} />
          </span>
          <Distance task={task} position={position} />
        </span>
        {waiting > 0 && (
          <span>
            <Badge tone="watch" shape="waiting">
              {t("waiting_here", { n: format.number(waiting) })}
            </Badge>
          </span>
        )}
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
    </button>
  );
}

function Distance({ task: { boundary }, position }: Pick<LineProps, "task" | "position">) {
  const { t } = useTranslation("field");
  const distanceText = useDistanceText();
  if (!boundary || !isPosition(position)) return null;
  const metres = metresToArea(position, boundary);
  if (metres === 0) return <span>{t("in_garden")}</span>;
  const direction = t(`direction_${wayTo(position, middleOf(boundary)).eighth}`);
  return <span className="numeric">{t("way", { distance: distanceText(metres), direction })}</span>;
}
