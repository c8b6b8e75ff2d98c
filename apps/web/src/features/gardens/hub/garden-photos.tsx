import type { GardenReportPhoto } from "@nihol/contract/planting/garden-history";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Camera } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApiImage } from "../../../lib/api/api-image.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { photosQuery } from "./garden-queries.ts";
import { hubLink } from "./hub-list.tsx";
import { ShowMore } from "./show-more.tsx";

/** The photos of the garden's planting reports, the last planted first. */
export function GardenPhotos({ garden }: { garden: number }) {
  const { t } = useTranslation("gardens");
  const query = useInfiniteQuery(photosQuery(garden));
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonLines lines={4} />;
  const photos = query.data.pages.flatMap(({ results }) => results);
  if (photos.length === 0) return <EmptyState icon={<Camera />} title={t("photos_empty")} />;
  return (
    <section className="grid gap-3">
      <h3 className="text-sm font-semibold">{t("photos_reports")}</h3>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3">
        {photos.map((photo) => (
          <li key={photo.id}>
            <Photo photo={photo} garden={garden} />
          </li>
        ))}
      </ul>
      <ShowMore query={query} left={(query.data.pages[0]?.count ?? 0) - photos.length} />
    </section>
  );
}

function Photo({ photo, garden }: { photo: GardenReportPhoto; garden: number }) {
  const { t } = useTranslation(["planting", "gardens"]);
  const format = useFormat();
  const address = useApiImage(photo.image);
  const [open, setOpen] = useState(false);
  const day = format.dateShort(photo.image_date ?? photo.plant_date);
  const label = t("photo_of", { name: format.name(photo.tree_type.name), date: day });
  return (
    <>
      <button
        type="button"
        aria-label={label}
        onClick={() => setOpen(true)}
        className="grid w-full gap-1 text-left text-xs text-ink-2"
      >
        <span className="block aspect-square overflow-hidden rounded-md bg-sunken">
          {address && <img src={address} alt="" className="size-full object-cover" />}
        </span>
        <span className="numeric">{day}</span>
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={label} width="lg">
        <div className="grid gap-3">
          <img
            src={address}
            alt={label}
            className="mx-auto max-h-[70dvh] max-w-full rounded-md object-contain"
          />
          <Link
            to="/admin/tree_task"
            search={{ garden: String(garden), open: String(photo.task) }}
            className={`${hubLink} text-sm`}
          >
            {t("gardens:photo_task", { id: format.number(photo.task) })}
          </Link>
        </div>
      </Dialog>
    </>
  );
}
