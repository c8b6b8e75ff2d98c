import type { OfferedCapture } from "@nihol/contract/imagery/offered-captures";
import { offerStanding } from "@nihol/contract/values/imagery/imagery-sources";
import { useTranslation } from "react-i18next";
import { Badge } from "../../../ui/badge.tsx";

const tones = { new: "unknown", accepted: "good", rejected: "act", here: "unknown" } as const;

export function OfferState({ offer }: { offer: OfferedCapture }) {
  const { t } = useTranslation("offers");
  const standing = offerStanding(offer);
  return <Badge tone={tones[standing]}>{t(`state_${standing}`)}</Badge>;
}
