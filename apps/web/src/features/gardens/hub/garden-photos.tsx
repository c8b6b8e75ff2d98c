import type { GardenReportPhoto } from "@nihol/contract/planting/garden-history";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Camera } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { PhotoButton } from "../../../parts/attachments/photo-button.tsx";
import { textLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { photosQuery } from "./garden-queries.ts";
import { HubPages } from "./hub-pages.tsx";

/** The photos of the garden's planting reports, the last planted first. */
export function GardenPhotos({ garden }: { garden: number }) {
  const { t } = useTranslation("gardens");
  return (
    <HubPages
      query={useInfiniteQuery(photosQuery(garden))}
      empty={<EmptyState icon={<Camera />} title={t("photos_empty")} />}
    >
      {(photos) => (
        <section className="grid gap-3">
          <h3 className="text-sm font-semibold">{t("photos_reports")}</h3>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3">
            {photos.map((photo) => (
              <li key={photo.id}>
                <Photo photo={photo} garden={garden} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </HubPages>
  );
}

function Photo({ photo, garden }: { photo: GardenReportPhoto; garden: number }) {
  const { t } = useTranslation(["planting", "gardens"]);
  const format = useFormat();
  const day = format.dateShort(photo.image_date ?? photo.plant_date);
  return (
    <PhotoButton
      image={photo.image}
      label={t("photo_of", { name: format.name(photo.tree_type.name), date: day })}
      width="w-full"
      about={
        <Link
          to="/admin/tree_task"
          search={{ garden: String(garden), open: String(photo.task) }}
          className={`${textLink} text-sm`}
        >
          {t("gardens:photo_task", { id: format.number(photo.task) })}
        </Link>
      }
    >
      <span className="numeric mt-1 block text-xs text-ink-2">{day}</span>
    </PhotoButton>
  );
}
