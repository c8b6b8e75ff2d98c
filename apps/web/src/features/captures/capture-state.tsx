import type { Capture } from "@nihol/contract/imagery/captures";
import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge.tsx";

const tones = { new: "unknown", accepted: "good", rejected: "act" } as const;

export function CaptureState({ review }: { review: Capture["review"] }) {
  const { t } = useTranslation("captures");
  return <Badge tone={tones[review]}>{t(`review_${review}`)}</Badge>;
}
