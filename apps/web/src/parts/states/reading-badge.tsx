import type { ReadingState } from "@nihol/contract/values/sensors/sensor-guidance";
import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge.tsx";

const shapes = {
  good: "done",
  watch: "warning",
  act: "failed",
  faulty: "stopped",
  no_limits: "dot",
  unknown: "none",
} as const;

/** Shows the state of a value by word, shape and colour. */
export function ReadingBadge({ state }: { state: ReadingState }) {
  const { t } = useTranslation("monitoring");
  return (
    <Badge tone={state === "no_limits" ? "unknown" : state} shape={shapes[state]}>
      {t(`state_${state}`)}
    </Badge>
  );
}
