import type { PlantTreeReport } from "@nihol/contract/plant-tree-reports";
import { ImageOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApiImage } from "../../../lib/api/api-image.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Dialog } from "../../../ui/dialog.tsx";

/** A row's image, small; pressed, as large as the screen allows. */
export function ReportPhoto({ row }: { row: PlantTreeReport }) {
  const { t } = useTranslation("planting");
  const format = useFormat();
  const address = useApiImage(row.image);
  const [open, setOpen] = useState(false);
  const label = t("photo_of", {
    name: format.name(row.tree_type.name),
    date: format.dateShort(row.image_date ?? row.plant_date),
  });
  if (!row.image)
    return (
      <span className="flex size-12 items-center justify-center rounded-md border border-dashed border-line text-ink-3">
        <ImageOff aria-hidden className="size-4" />
        <span className="sr-only">{t("photo_none")}</span>
      </span>
    );
  return (
    <>
      <button
        type="button"
        aria-label={label}
        onClick={() => setOpen(true)}
        className="block size-12 overflow-hidden rounded-md bg-sunken"
      >
        {address && <img src={address} alt="" className="size-full object-cover" />}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={label} width="lg">
        <img
          src={address}
          alt={label}
          className="mx-auto max-h-[75dvh] max-w-full rounded-md object-contain"
        />
      </Dialog>
    </>
  );
}
