import type { ViolationState as State } from "@nihol/contract/values/violations";
import type { Violation } from "@nihol/contract/violations/violations";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge.tsx";

type BadgeStyle = Pick<ComponentProps<typeof Badge>, "tone" | "shape">;

/** Noticed, at work, serious, over: the colour of success belongs to what is done. */
export const violationStyles: Record<State, BadgeStyle> = {
  new: { tone: "info", shape: "dot" },
  under_review: { tone: "info", shape: "waiting" },
  confirmed: { tone: "watch", shape: "warning" },
  referred: { tone: "watch", shape: "sent" },
  closed: { tone: "good", shape: "done" },
  dismissed: { tone: "unknown", shape: "stopped" },
};

export function StateBadge({ state }: { state: State }) {
  const { t } = useTranslation("violations");
  return <Badge {...violationStyles[state]}>{t(`state_${state}`)}</Badge>;
}

/** The state of a case and, beside it, that its deadline has passed. */
export function ViolationState({ violation }: { violation: Pick<Violation, "state" | "overdue"> }) {
  const { t } = useTranslation("violations");
  return (
    <span className="inline-flex flex-wrap gap-1">
      <StateBadge state={violation.state} />
      {violation.overdue && (
        <Badge tone="act" shape="failed">
          {t("overdue")}
        </Badge>
      )}
    </span>
  );
}
