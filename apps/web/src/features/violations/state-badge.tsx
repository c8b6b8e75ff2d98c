import type { ViolationState } from "@nihol/contract/values/violations";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge.tsx";

type BadgeStyle = Pick<ComponentProps<typeof Badge>, "tone" | "shape">;

/** Noticed, at work, serious, over: the colour of success belongs to what is done. */
export const violationStyles: Record<ViolationState, BadgeStyle> = {
  new: { tone: "info", shape: "dot" },
  under_review: { tone: "info", shape: "waiting" },
  confirmed: { tone: "watch", shape: "warning" },
  referred: { tone: "watch", shape: "sent" },
  closed: { tone: "good", shape: "done" },
  dismissed: { tone: "unknown", shape: "stopped" },
};

export function StateBadge({ state }: { state: ViolationState }) {
  const { t } = useTranslation("violations");
  return <Badge {...violationStyles[state]}>{t(`state_${state}`)}</Badge>;
}
