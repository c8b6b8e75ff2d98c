import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import type { SurvivalVisit, TaskSurvival } from "@nihol/contract/planting/survival";
import { Plus, Sprout } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { RowsSeenText } from "../../../parts/planting/rows-seen.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { AddVisitDialog } from "./add-visit-dialog.tsx";
import type { Replanting } from "./replant-proposal.ts";
import { useSurvival } from "./survival-data.ts";
import { VisitPart } from "./visit-part.tsx";

/** The visit that a person most likely came for: the one that is due, else the newest that was made. */
function firstShown(visits: readonly SurvivalVisit[]): number | undefined {
  const due = visits.find((one) => one.due);
  const last = visits.findLast((one) => one.draw !== null);
  return (due ?? last ?? visits[0])?.id;
}

/** Survival of the trees of a task: its visits, their plots, and what the counts say. */
export function SurvivalTab({ task, onReplant }: Omit<Props, "survival">) {
  const query = useSurvival(task.id);
  if (query.isPending) return <SkeletonLines lines={5} />;
  if (query.isError && !query.data)
    return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  return <Visits task={task} survival={query.data} onReplant={onReplant} />;
}

type Props = {
  task: PlantTreeTask;
  survival: TaskSurvival;
  /** Opens a new task with what is proposed. */
  onReplant: (replanting: Replanting) => void;
};

function Visits({ task, survival, onReplant }: Props) {
  const { t } = useTranslation("survival");
  const { visits, waiting, ground_m2, rows_seen, can } = survival;
  const [shown, setShown] = useState(() => firstShown(visits));
  const [adding, setAdding] = useState(false);
  const add = can.add && (
    <Button size="sm" icon={<Plus className="size-4" />} onClick={() => setAdding(true)}>
      {t("visit_add")}
    </Button>
  );
  return (
    <div className="grid gap-3">
      {visits.length === 0 && (
        <EmptyState
          icon={<Sprout />}
          title={t("empty_title")}
          text={t("empty_text")}
          action={add}
        />
      )}
      {visits.length > 0 && waiting && <p className="text-sm text-ink-2">{t("waiting")}</p>}
      {visits.length > 0 && !waiting && can.blocked && (
        <p className="text-sm text-ink-2">{t(`blocked_${can.blocked}`)}</p>
      )}
      {visits.length > 0 && ground_m2 === null && (
        <p className="text-sm text-ink-2">{t("no_ground")}</p>
      )}
      {visits.length > 0 && rows_seen && (
        <p className="text-sm text-ink-2">
          <RowsSeenText rows={rows_seen} /> {t("rows_seen_note")}
        </p>
      )}
      <div className="grid divide-y divide-line border-y border-line empty:hidden">
        {visits.map((visit) => (
          <VisitPart
            key={visit.id}
            task={task}
            visit={visit}
            survival={survival}
            onReplant={onReplant}
            isShown={visit.id === shown}
            onShow={(isShown) => setShown(isShown ? visit.id : undefined)}
          />
        ))}
      </div>
      {visits.length > 0 && <div>{add}</div>}
      {adding && <AddVisitDialog task={task.id} onClose={() => setAdding(false)} />}
    </div>
  );
}
