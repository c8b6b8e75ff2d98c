import type { OpenTransition, PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { paths } from "@nihol/contract/values/paths";
import type { TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import { type ReactNode, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { useFailureText } from "../../../ui/error-panel.tsx";
import { TransitionDialog } from "../task/transition-dialog.tsx";
import { moveRefusal } from "./move-refusal.ts";
import { useRefusalText } from "./use-refusal-text.ts";

type Asked = { task: PlantTreeTask; transition: OpenTransition };
export type Move = (task: PlantTreeTask, to: TaskStatus) => void;

/** Handing in and accepting are formal acts: they are asked for, as everything that needs a comment is. */
const isAsked = ({ to, needs_comment }: OpenTransition) =>
  needs_comment || to === "submitted" || to === "completed";

/** Moving a task to another column: at once, after a question, or not, with the reason why not. */
export function useMove(onMoved: (task: PlantTreeTask) => void): {
  move: Move;
  moving: number | undefined;
  dialog: ReactNode;
} {
  const { t } = useTranslation(["planting", "tasks"]);
  const refusalText = useRefusalText();
  const failureText = useFailureText();
  const [asked, setAsked] = useState<Asked>();
  const [moving, setMoving] = useState<number>();

  async function moveNow(task: PlantTreeTask, to: TaskStatus) {
    setMoving(task.id);
    try {
      const body = { status: to };
      await ask("POST /plant-tree-task/:id/status", { params: { id: task.id }, body });
      await refresh(paths.plantTreeTask);
      toast.success(t("moved"));
      onMoved(task);
    } catch (error) {
      toast.error(failureText(error));
      await refresh(paths.plantTreeTask);
    } finally {
      setMoving(undefined);
    }
  }

  function move(task: PlantTreeTask, to: TaskStatus) {
    if (task.status === to) return;
    const refusal = moveRefusal(task, to);
    const transition = task.transitions.find((one) => one.to === to);
    if (refusal || !transition) {
      const reason = refusal ? refusalText(refusal) : "";
      return void toast.error(t("tasks:not_moved", { reason }));
    }
    if (isAsked(transition)) setAsked({ task, transition });
    else void moveNow(task, to);
  }

  const dialog = asked && (
    <TransitionDialog
      {...asked}
      onClose={() => {
        onMoved(asked.task);
        setAsked(undefined);
      }}
    />
  );
  return { move, moving, dialog };
}
