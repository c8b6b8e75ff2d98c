import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

/** Says in whose hand the count of an image was: a person's threshold, and what people's windows taught of its ground. */
export function GroundLines({ image }: { image: WholeImage }) {
  return (
    <>
      <ThresholdLine image={image} />
      <LessonsLine image={image} />
    </>
  );
}

function ThresholdLine({ image: { threshold_set: set } }: { image: WholeImage }) {
  const { t } = useTranslation("grounds");
  const format = useFormat();
  if (!set) return null;
  return (
    <p className="text-xs text-ink-3">
      {t("threshold_by", {
        threshold: format.number(set.threshold, 3),
        name: set.by ?? t("threshold_gone"),
        date: set.at ? format.dateShort(set.at) : "–",
      })}
    </p>
  );
}

function LessonsLine({ image: { lessons, ground_unused: unused } }: { image: WholeImage }) {
  const { t } = useTranslation("grounds");
  const format = useFormat();
  if (unused)
    return (
      <p className="text-xs text-ink-3">
        {t(`unused_${unused.reason}`, { name: unused.ground.name })}
      </p>
    );
  if (!lessons) return null;
  const by = lessons.is_better ? "image_by" : "image_range";
  return (
    <p className="text-xs text-ink-3">
      {t(by, {
        name: lessons.ground.name,
        n: format.number(lessons.n),
        plots: format.number(lessons.plots),
        trees: format.number(lessons.trees),
      })}
      {lessons.is_withdrawn && ` ${t("image_withdrawn")}`}
    </p>
  );
}
