import type { TreeCounts } from "@nihol/contract/statistics";
import {
  countText,
  type DrawnCount,
  drawnCountText,
  groundText,
  isUnfamiliar,
} from "@nihol/locales/ground-text";
import { Link } from "@tanstack/react-router";
import { ScanSearch } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../lib/permissions.ts";
import { buttonClass } from "../../ui/button.tsx";
import { useCoverageWords } from "./coverage-line.tsx";

/** "1 240 ± 90", a dash, or in place of a number that means nothing yet that the ground is unfamiliar. */
export function useCountText(): (counts: TreeCounts | null) => string {
  const words = useCoverageWords();
  return (counts) => countText(counts, words);
}

/** The same of trees that came, went or stayed between two images. */
export function useDrawnCountText(): (figure: DrawnCount) => string {
  const words = useCoverageWords();
  return (figure) => drawnCountText(figure, words);
}

/** Says why the range is wider or missing; nothing where the ground is known. */
export function GroundNote({ counts }: { counts: TreeCounts | null }) {
  const words = useCoverageWords();
  const said = groundText(counts, words);
  if (!said) return null;
  const isDoubtful = counts?.ground?.familiarity === "unfamiliar";
  return <p className={`text-xs ${isDoubtful ? "text-watch" : "text-ink-3"}`}>{said}</p>;
}

/** The way to the sample plots of the newest unfamiliar image; nothing where there is none. */
export function CountPlots({ counts }: { counts: TreeCounts | null }) {
  return (
    <PlotsLink image={counts?.ground?.unfamiliar_image ?? null} isFirst={isUnfamiliar(counts)} />
  );
}

type PlotsLinkProps = {
  image: number | null;
  /** Says that plots must be counted first. */
  isFirst: boolean;
};

/** The way to the sample plots of an image; nothing without one. */
export function PlotsLink({ image, isFirst }: PlotsLinkProps) {
  const { t } = useTranslation("coverage");
  const maySee = useHolds("wholeimage.view");
  if (!image || !maySee) return null;
  return (
    <Link
      to="/admin/image_processing_ai/$image/calibration"
      params={{ image: String(image) }}
      className={`${buttonClass(isFirst ? "primary" : "plain", "sm")} mt-1 w-fit`}
    >
      <ScanSearch aria-hidden className="size-4" />
      {t("count_plots")}
    </Link>
  );
}
