import type { Process } from "@nihol/contract/imagery/processes";
import { isProcessRunning } from "@nihol/contract/values/imagery";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { ProgressBar } from "../../ui/progress.tsx";

/** Tells whether the worker is still at work on it. */
export const isRunning = ({ status }: Pick<Process, "status">): boolean => isProcessRunning(status);

/** The state percentage as a bar with what is being done. */
export function ProcessProgress({ process }: { process: Process }) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const share = process.state_percentage / 100;
  return (
    <span className="grid min-w-28 gap-1 @max-6xl/list:min-w-20">
      <span className="flex justify-between gap-2 text-xs">
        <span className="text-ink-3">{isRunning(process) && t(`step_${process.step}`)}</span>
        <span className="numeric">{format.share(share, share < 0.1 ? 1 : 0)}</span>
      </span>
      <ProgressBar label={t("state_percentage")} share={share} />
    </span>
  );
}
