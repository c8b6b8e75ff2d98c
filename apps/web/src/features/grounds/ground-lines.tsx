import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

/** Says what people's windows taught of the ground that an image shows, beside its count; or why that was not used. */
export function GroundLines({ image: { lessons, ground_unused: unused } }: { image: WholeImage }) {
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
