import type { Verdict } from "@nihol/contract/values/planting/verdicts";
import { useTranslation } from "react-i18next";
import { Badge, type Tone } from "../../../ui/badge.tsx";

const styles = {
  agrees: { tone: "good", shape: "done" },
  unclear: { tone: "watch", shape: "none" },
  contradicts: { tone: "act", shape: "warning" },
  too_early: { tone: "unknown", shape: "waiting" },
} as const satisfies Record<Verdict, { tone: Tone; shape: string }>;

/** A verdict; null while it is being worked out. */
export function VerdictBadge({ verdict }: { verdict: Verdict | null }) {
  const { t } = useTranslation("verdicts");
  if (verdict === null)
    return (
      <Badge tone="unknown" shape="running">
        {t("working_out")}
      </Badge>
    );
  return <Badge {...styles[verdict]}>{t(`verdict_${verdict}`)}</Badge>;
}
