import type { OpenTransition, PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { isClosed, type TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { TransitionDialog } from "./task/transition-dialog.tsx";
import { moveKey } from "./task/transition-words.ts";

/** Onward first, the end of everything last. */
const order: readonly TaskStatus[] = [
  "completed",
  "submitted",
  "in_progress",
  "needs_changes",
  "pending",
  "cancelled",
];

/** Actions that this person may take on the task now: the server lists them in `transitions`. */
export function TaskTransitions({ task }: { task: PlantTreeTask }) {
  const { t } = useTranslation("planting");
  const [asked, setAsked] = useState<OpenTransition>();
  if (task.transitions.length === 0) return null;
  const blocked = task.transitions.find((one) => one.blocked);
  const moves = task.transitions
    .filter((one) => !one.blocked)
    .sort((a, b) => order.indexOf(a.to) - order.indexOf(b.to));
  const primary = isClosed(task.status) || blocked ? undefined : moves[0];
  return (
    <div className="flex flex-wrap gap-2">
      {moves.map((one) => (
        <Button
          key={one.to}
          size="sm"
          tone={one === primary ? "primary" : one.to === "cancelled" ? "quiet" : "plain"}
          onClick={() => setAsked(one)}
        >
          {t(moveKey(task.status, one.to))}
        </Button>
      ))}
      {blocked && <p className="w-full text-sm text-ink-2">{t(`blocked_${blocked.blocked}`)}</p>}
      {asked && (
        <TransitionDialog task={task} transition={asked} onClose={() => setAsked(undefined)} />
      )}
    </div>
  );
}
