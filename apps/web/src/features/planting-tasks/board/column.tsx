import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import type { TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { StatusBadge } from "../../../parts/states/task-state.tsx";
import { Button } from "../../../ui/button.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { useDropTarget } from "../../../ui/form/drop-target.ts";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import type { ViewFilters } from "../task/view-filters.ts";
import { useColumn } from "./column-query.ts";
import { moveRefusal } from "./move-refusal.ts";
import { TaskCard } from "./task-card.tsx";
import type { Move } from "./use-move.tsx";
import { useRefusalText } from "./use-refusal-text.ts";

type Props = {
  state: TaskStatus;
  filters: ViewFilters;
  open: string | undefined;
  onOpen: (id: string) => void;
  onMove: Move;
  moving: number | undefined;
  /** Task that the pointer holds. */
  dragged: PlantTreeTask | undefined;
  onDrag: (task: PlantTreeTask | undefined) => void;
};

/** The tasks of one state with how many there are; further ones are asked for. */
export function Column({ state, filters, open, onOpen, onMove, moving, dragged, onDrag }: Props) {
  const { t } = useTranslation("tasks");
  const format = useFormat();
  const id = useId();
  const refusalText = useRefusalText();
  const query = useColumn(state, filters);
  const tasks = query.data?.pages.flatMap(({ results }) => results) ?? [];
  const count = query.data?.pages[0]?.count;
  const isTarget = dragged !== undefined && dragged.status !== state;
  const { isOver, handlers } = useDropTarget(() => dragged && onMove(dragged, state), isTarget);
  const refusal = isTarget ? moveRefusal(dragged, state) : undefined;
  return (
    <section
      aria-labelledby={id}
      data-column={state}
      {...handlers}
      className={cx(
        "flex w-[min(17rem,85vw)] shrink-0 snap-start flex-col rounded-lg bg-sunken",
        isOver && !refusal && "outline-2 outline-accent",
        refusal && "opacity-70",
      )}
    >
      <h2 id={id} className="flex items-center justify-between gap-2 px-3 py-2 text-sm">
        <StatusBadge status={state} />
        <span className="numeric text-ink-2">
          {count === undefined ? "" : format.number(count)}
        </span>
      </h2>
      {isOver && refusal && <p className="px-3 pb-2 text-xs text-act">{refusalText(refusal)}</p>}
      <div className="min-h-24 grow overflow-y-auto px-2 pb-2">
        {query.isPending && <SkeletonLines lines={4} />}
        {query.isError && !query.data && (
          <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
        )}
        {count === 0 && <p className="px-1 text-xs text-ink-3">{t("column_empty")}</p>}
        <ul className="grid gap-2">
          {tasks.map((task) => (
            <TaskCard
              key={task.id}
              task={task}
              isOpen={open === String(task.id)}
              isMoving={moving === task.id}
              onOpen={() => onOpen(String(task.id))}
              {...{ onMove, onDrag }}
            />
          ))}
        </ul>
        {query.hasNextPage && count !== undefined && (
          <Button
            size="sm"
            tone="quiet"
            className="mt-2 w-full"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t("column_more", { n: format.number(count - tasks.length) })}
          </Button>
        )}
      </div>
    </section>
  );
}
