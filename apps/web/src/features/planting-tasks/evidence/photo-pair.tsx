import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import type { PhotoDuplicate } from "@nihol/contract/values/planting/evidence-flags";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useApiImage } from "../../../lib/api/api-image.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { useFlagText } from "../../../parts/planting/flag-text.ts";
import { Dialog } from "../../../ui/dialog.tsx";

type Props = {
  task: number;
  row: PlantTreeReport;
  flag: PhotoDuplicate & { other: NonNullable<PhotoDuplicate["other"]> };
  onClose: () => void;
};

/** A row's photo beside the one that looks like it. */
export function PhotoPair({ task, row, flag, onClose }: Props) {
  const { t } = useTranslation("planting");
  const format = useFormat();
  const flagText = useFlagText(task);
  const { other } = flag;
  const label = (of: Pick<PlantTreeReport, "tree_type" | "plant_date">) =>
    t("photo_of", { name: format.name(of.tree_type.name), date: format.dateShort(of.plant_date) });
  const otherTask = t("task_name", { id: other.task, garden: format.name(other.garden.name) });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("photos_compare")}
      width="lg"
      description={flagText(flag)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Photo image={row.image} label={label(row)} place={t("photo_this")} />
        <Photo
          image={other.image}
          label={label(other)}
          place={
            other.task === task ? (
              t("photo_this")
            ) : (
              <Link
                to="/admin/tree_task"
                search={{ open: String(other.task) }}
                className="font-medium text-accent underline underline-offset-2"
              >
                {otherTask}
              </Link>
            )
          }
        />
      </div>
    </Dialog>
  );
}

type PhotoProps = { image: string | null; label: string; place: React.ReactNode };

function Photo({ image, label, place }: PhotoProps) {
  const address = useApiImage(image);
  return (
    <figure className="grid content-start gap-2">
      <img
        src={address}
        alt={label}
        className="aspect-4/3 w-full rounded-md bg-sunken object-contain"
      />
      <figcaption className="text-sm">
        <span className="block">{place}</span>
        <span className="block text-ink-2">{label}</span>
      </figcaption>
    </figure>
  );
}
