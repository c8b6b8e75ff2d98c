import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { modelName } from "@nihol/locales/model-name";
import { Check, PencilLine, RotateCcw, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { CountLimits } from "../../../parts/counts/count-limits.tsx";
import { Badge, type Tone } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { KeyValue, KeyValues } from "../../../ui/key-values.tsx";

const styles = {
  new: { tone: "unknown", shape: "none" },
  accepted: { tone: "good", shape: "done" },
  corrected: { tone: "good", shape: "done" },
  rejected: { tone: "act", shape: "failed" },
} as const satisfies Record<Fragment["review"], { tone: Tone; shape: string }>;

type Props = {
  fragment: Fragment;
  image: WholeImage | undefined;
  busy: boolean;
  onReview: (review: "new" | "accepted" | "rejected") => void;
  /** Left out where the person may not correct its trees. */
  onCorrect: (() => void) | undefined;
};

/** Number of trees, seen when and by what; whether a person agrees. */
export function FragmentFacts({ fragment, image, busy, onReview, onCorrect }: Props) {
  const { t } = useTranslation(["imagery", "corrections"]);
  const format = useFormat();
  return (
    <div className="grid gap-3">
      <KeyValues>
        <KeyValue label={t("trees")}>
          <span className="numeric font-medium">{format.number(fragment.tree_count)}</span>
        </KeyValue>
        <KeyValue label={t("trees_green")}>
          <span className="numeric">{format.number(fragment.green_count)}</span>
        </KeyValue>
        <KeyValue label={t("image_date")}>{format.date(fragment.date)}</KeyValue>
        <KeyValue label={t("gsd_short")}>
          {image && t("gsd_value", { gsd: format.number(image.gsd_m, 2) })}
        </KeyValue>
        <KeyValue label={t("model")}>{image?.model && modelName(image.model)}</KeyValue>
        <KeyValue label={t("review")}>
          <span className="flex flex-wrap items-center gap-2">
            <Badge {...styles[fragment.review]}>{t(`review_${fragment.review}`)}</Badge>
            {fragment.reviewed_by && <span className="text-ink-3">{fragment.reviewed_by}</span>}
            {fragment.reviewed_at && (
              <span className="text-ink-3">{format.date(fragment.reviewed_at)}</span>
            )}
          </span>
        </KeyValue>
      </KeyValues>
      {image && <CountLimits image={image} />}
      {fragment.status !== "done" && (
        <p className="rounded-md bg-watch-soft px-3 py-2 text-sm text-watch">
          {t(fragment.status === "failed" ? "fragment_failed" : "fragment_pending")}
        </p>
      )}
      {fragment.review !== "rejected" && (
        <p className="text-sm text-ink-3">{t(fragment.checked ? "checked_text" : "check_text")}</p>
      )}
      {fragment.can.change && (
        <div className="grid grid-cols-2 gap-2">
          <Button
            className="col-span-2"
            disabled={busy || fragment.checked}
            icon={<Check className="size-4 text-good" />}
            aria-keyshortcuts="a"
            onClick={() => onReview("accepted")}
          >
            {t("accept")}
          </Button>
          <Button
            disabled={busy || fragment.review === "rejected"}
            icon={<X className="size-4 text-act" />}
            aria-keyshortcuts="r"
            onClick={() => onReview("rejected")}
          >
            {t("reject")}
          </Button>
          {fragment.review !== "new" && (
            <Button
              disabled={busy}
              icon={<RotateCcw className="size-4" />}
              aria-keyshortcuts="t"
              onClick={() => onReview("new")}
            >
              {t("take_back")}
            </Button>
          )}
        </div>
      )}
      {onCorrect && (
        <Button icon={<PencilLine className="size-4" />} aria-keyshortcuts="e" onClick={onCorrect}>
          {t("corrections:title")}
        </Button>
      )}
    </div>
  );
}
