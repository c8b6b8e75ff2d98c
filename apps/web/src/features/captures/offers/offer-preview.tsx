import type { OfferedCapture } from "@nihol/contract/imagery/offered-captures";
import { paths } from "@nihol/contract/values/paths";
import { ImageOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useApiImage } from "../../../lib/api/api-image.ts";
import { cx } from "../../../lib/cx.ts";
import { useFormat } from "../../../lib/text/format.ts";

const sizes = { row: "size-12 rounded", panel: "h-64 w-full rounded-lg" };

/** The garden as the source shows it on that day; small in a row, whole in the panel. */
export function OfferPreview({ offer, size }: { offer: OfferedCapture; size: keyof typeof sizes }) {
  const { t } = useTranslation("offers");
  const format = useFormat();
  const source = useApiImage(
    offer.has_preview ? `${paths.offeredCapture}/${offer.id}/preview` : undefined,
  );
  const box = cx("border border-line bg-sunken", sizes[size]);
  if (!offer.has_preview)
    return (
      <span className={cx(box, "grid place-content-center justify-items-center gap-2 text-ink-3")}>
        <ImageOff aria-hidden className="size-4" />
        <span className={size === "row" ? "sr-only" : "text-sm"}>{t("no_preview")}</span>
      </span>
    );
  if (!source) return <span className={cx(box, "block")} />;
  return (
    <img
      src={source}
      alt={t("preview_of", {
        garden: format.name(offer.garden.name),
        day: format.date(offer.day),
      })}
      className={cx(box, size === "row" ? "object-cover" : "object-contain")}
    />
  );
}
