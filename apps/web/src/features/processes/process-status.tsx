import type { Process } from "@nihol/contract/imagery/processes";
import { isProcessRunning, type ProcessState } from "@nihol/contract/values/imagery";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { ProgressBar } from "../../ui/progress.tsx";

/** The colour of each state; that of success belongs to what is done. */
export const processStyles = {
  pending: { tone: "unknown", shape: "waiting" },
  in_progress: { tone: "info", shape: "running" },
  failed: { tone: "act", shape: "failed" },
  stopped: { tone: "watch", shape: "stopped" },
  completed: { tone: "good", shape: "done" },
} as const satisfies Record<ProcessState, { tone: Tone; shape: string }>;

/** Whether the worker is still at work on it. */
export const isRunning = ({ status }: Pick<Process, "status">): boolean => isProcessRunning(status);

/** The specification's five states, each with its colour, shape and word. */
export function ProcessStatus({ status }: { status: ProcessState }) {
  const { t } = useTranslation("imagery");
  return <Badge {...processStyles[status]}>{t(`status_${status}`)}</Badge>;
}

/** The state percentage as a bar with what is being done. */
export function ProcessProgress({ process }: { process: Process }) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const share = process.state_percentage / 100;
  return (
    <span className="grid min-w-28 gap-1">
      <span className="flex justify-between gap-2 text-xs">
        <span className="text-ink-3">{isRunning(process) && t(`step_${process.step}`)}</span>
        <span className="numeric">{format.share(share, share < 0.1 ? 1 : 0)}</span>
      </span>
      <ProgressBar label={t("state_percentage")} share={share} />
    </span>
  );
}
