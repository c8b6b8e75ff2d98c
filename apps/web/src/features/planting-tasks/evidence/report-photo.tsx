import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import { ImageOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { PhotoButton } from "../../../parts/attachments/photo-button.tsx";

/** A row's image, small; pressed, as large as the screen allows. */
export function ReportPhoto({ row }: { row: PlantTreeReport }) {
  const { t } = useTranslation("planting");
  const format = useFormat();
  const label = t("photo_of", {
    name: format.name(row.tree_type.name),
    date: format.dateShort(row.image_date ?? row.plant_date),
  });
  if (!row.image)
    return (
      <span className="flex size-12 shrink-0 items-center justify-center rounded-md border border-dashed border-line text-ink-3">
        <ImageOff aria-hidden className="size-4" />
        <span className="sr-only">{t("photo_none")}</span>
      </span>
    );
  return <PhotoButton image={row.image} label={label} width="w-12" />;
}
