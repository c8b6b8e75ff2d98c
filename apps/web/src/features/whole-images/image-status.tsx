import type { ProcessState } from "@nihol/contract/values/imagery";
import { useTranslation } from "react-i18next";
import { Badge, type Tone } from "../../ui/badge.tsx";

const styles = {
  pending: { tone: "unknown", shape: "waiting" },
  in_progress: { tone: "info", shape: "running" },
  failed: { tone: "act", shape: "failed" },
  stopped: { tone: "watch", shape: "stopped" },
  completed: { tone: "good", shape: "done" },
} as const satisfies Record<ProcessState, { tone: Tone; shape: string }>;

/** The state of the process that the image came from. */
export function ImageStatus({ status }: { status: ProcessState }) {
  const { t } = useTranslation("imagery");
  return <Badge {...styles[status]}>{t(`status_${status}`)}</Badge>;
}
