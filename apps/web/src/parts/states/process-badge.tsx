import type { ProcessState } from "@nihol/contract/values/imagery";
import { useTranslation } from "react-i18next";
import { Badge, type Tone } from "../../ui/badge.tsx";

/** The colour of each state; that of success belongs to what is done. */
export const processStyles = {
  pending: { tone: "unknown", shape: "waiting" },
  in_progress: { tone: "info", shape: "running" },
  failed: { tone: "act", shape: "failed" },
  stopped: { tone: "watch", shape: "stopped" },
  completed: { tone: "good", shape: "done" },
} as const satisfies Record<ProcessState, { tone: Tone; shape: string }>;

/** The specification's five states, each with its colour, shape and word. */
export function ProcessBadge({ status }: { status: ProcessState }) {
  const { t } = useTranslation("imagery");
  return <Badge {...processStyles[status]}>{t(`status_${status}`)}</Badge>;
}
