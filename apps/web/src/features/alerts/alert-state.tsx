import type { Alert } from "@nihol/contract/sensors/alerts";
import type { AlertSeverity } from "@nihol/contract/values/sensors/alerts";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge.tsx";

const severityStyles: Record<
  AlertSeverity,
  Pick<ComponentProps<typeof Badge>, "tone" | "shape">
> = {
  critical: { tone: "act", shape: "failed" },
  major: { tone: "watch", shape: "warning" },
  minor: { tone: "info", shape: "dot" },
};

export function SeverityBadge({ severity }: { severity: AlertSeverity }) {
  const { t } = useTranslation("alerts");
  return <Badge {...severityStyles[severity]}>{t(`severity_${severity}`)}</Badge>;
}

/** Active or cleared, and of an active one whether somebody has seen it. */
export function AlertState({ alert }: { alert: Pick<Alert, "state" | "acknowledged"> }) {
  const { t } = useTranslation("alerts");
  const { state, acknowledged } = alert;
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge
        tone={state === "active" ? "act" : "good"}
        shape={state === "active" ? "failed" : "done"}
      >
        {t(`state_${state}`)}
      </Badge>
      <Badge tone={acknowledged ? "good" : "unknown"} shape={acknowledged ? "done" : "none"}>
        {t(acknowledged ? "is_acknowledged" : "not_acknowledged")}
      </Badge>
    </span>
  );
}
