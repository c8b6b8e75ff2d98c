import type { OfferedCapture } from "@nihol/contract/imagery/offered-captures";
import { useTranslation } from "react-i18next";
import { Badge } from "../../../ui/badge.tsx";

const tones = { new: "unknown", accepted: "good", rejected: "act" } as const;

export function OfferState({ state }: { state: OfferedCapture["state"] }) {
  const { t } = useTranslation("offers");
  return <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>;
}
