import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { ProgressBar } from "../../../ui/progress.tsx";
import { TaskWarnings } from "../evidence/task-warnings.tsx";
import { DueNote } from "../task/due-note.tsx";
import { useTaskName } from "../task/task-name.ts";
import { MoveMenu } from "./move-menu.tsx";
import type { Move } from "./use-move.tsx";

type Props = {
  task: PlantTreeTask;
  isOpen: boolean;
  isMoving: boolean;
  onOpen: () => void;
  onMove: Move;
  onDrag: (task: PlantTreeTask | undefined) => void;
};

/** A task in its column: taken by the pointer, or moved by its menu. */
export function TaskCard({ task, isOpen, isMoving, onOpen, onMove, onDrag }: Props) {
  const { t } = useTranslation("planting");
  const format = useFormat();
  const taskName = useTaskName();
  const { submitted_plant_count: done, scheduled_plant_count: planned } = task;
  return (
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", String(task.id));
        onDrag(task);
      }}
      onDragEnd={() => onDrag(undefined)}
      className={cx(
        "grid cursor-grab gap-1.5 rounded-md border bg-surface p-2.5 text-sm shadow-sm [contain-intrinsic-size:auto_7.5rem] [content-visibility:auto]",
        isOpen ? "border-accent" : "border-line",
        isMoving && "opacity-50",
      )}
    >
      <div className="flex items-start gap-1">
        <button
          type="button"
          data-card={task.id}
          onClick={onOpen}
          className="min-w-0 grow rounded text-start font-medium break-words hover:underline"
        >
          {taskName(task)}
        </button>
        <MoveMenu task={task} onMove={onMove} />
      </div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-2 text-xs text-ink-2">
        <span className="numeric">{`${t("due")}: ${format.dateShort(task.dueDate)}`}</span>
        <DueNote task={task} />
      </p>
      {task.ministry && (
        <p className="text-xs break-words text-ink-3">{format.name(task.ministry.name)}</p>
      )}
      {task.report_count > 0 && (
        <ProgressBar label={t("progress")} share={done / Math.max(1, planned)} />
      )}
      <p className="flex flex-wrap items-center justify-between gap-x-2 text-xs text-ink-2">
        <span className="numeric">
          {`${task.report_count > 0 ? format.number(done) : "–"} / ${format.number(planned)}`}
        </span>
        <TaskWarnings task={task} />
      </p>
    </li>
  );
}
