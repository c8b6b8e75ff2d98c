import type { ViolationState } from "@nihol/contract/violations";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge.tsx";

type Look = Pick<ComponentProps<typeof Badge>, "tone" | "shape">;

const looks: Record<ViolationState, Look> = {
  new: { tone: "accent", shape: "dot" },
  under_review: { tone: "watch", shape: "waiting" },
  confirmed: { tone: "act", shape: "warning" },
  referred: { tone: "watch", shape: "none" },
  closed: { tone: "good", shape: "done" },
  dismissed: { tone: "unknown", shape: "stopped" },
};

export function StateBadge({ state }: { state: ViolationState }) {
  const { t } = useTranslation("violations");
  return <Badge {...looks[state]}>{t(`state_${state}`)}</Badge>;
}
