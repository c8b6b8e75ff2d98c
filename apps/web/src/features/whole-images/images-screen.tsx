import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { wholeImageOrderings } from "@nihol/contract/values/imagery";
import { paths } from "@nihol/contract/values/paths";
import { isUnfamiliar } from "@nihol/locales/ground-text";
import { modelName } from "@nihol/locales/model-name";
import { Link, useNavigate } from "@tanstack/react-router";
import { Images, UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { useListCan, useRecords } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { CanopyNote } from "../../parts/counts/canopy-note.tsx";
import { useCountText } from "../../parts/counts/count-ground.tsx";
import { FileName } from "../../parts/images/file-name.tsx";
import { ImageThumbnail } from "../../parts/images/image-thumbnail.tsx";
import { ListActions } from "../../parts/records/list-actions.tsx";
import { ProcessBadge } from "../../parts/states/process-badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { ImageChips, type ImageFilter, ImageFilters } from "./image-filters.tsx";
import { OutOfScope } from "./out-of-scope.tsx";
import { ScreenLink } from "./screen-link.tsx";

type ImagesSearch = ListSearch & ImageFilter;

/** All whole images; pressing one opens its own page. */
export function ImagesScreen({ search }: { search: ImagesSearch }) {
  const { t } = useTranslation(["imagery", "map", "app"]);
  const format = useFormat();
  const navigate = useNavigate();
  const list = useRecords(paths.wholeImage, search);
  const columns = useColumns();
  const mayUpload = useListCan(paths.satelliteImagery, useHolds("satelliteimagery.view")).add;
  function handleChange(next: ListSearch & Record<string, unknown>) {
    if (!next.open) return list.change(next);
    void navigate({ to: "/admin/image_processing_ai/$image", params: { image: next.open } });
  }
  return (
    <ListLayout>
      <PageHeader
        title={t("images_title")}
        text={t("images_about")}
        actions={
          <Link to="/admin/image_processing_ai/agreement" className={buttonClass("plain", "sm")}>
            <UsersRound aria-hidden className="size-4" />
            {t("agreement_link")}
          </Link>
        }
      />
      <Toolbar end={<ListActions list="whole-image" search={search} count={list.count} />}>
        <SearchBox label={t("search_images")} value={search.search} onChange={list.change} />
        <ImageFilters search={search} onChange={list.change} />
      </Toolbar>
      <ImageChips list={list} />
      <OutOfScope search={search} />
      <DataTable
        label={t("images_title")}
        list={{ ...list, change: handleChange }}
        columns={columns}
        rowId={(image) => String(image.id)}
        rowLabel={(image) => `${format.date(image.date)}, ${image.file_name}`}
        empty={
          <EmptyState
            icon={<Images />}
            title={t("no_images")}
            text={t("no_images_text")}
            action={mayUpload && <ScreenLink>{t("new_process")}</ScreenLink>}
          />
        }
      />
    </ListLayout>
  );
}

const sortable = (id: string) => wholeImageOrderings.some((one) => one === id);

function useColumns(): Column<WholeImage>[] {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const columns: Column<WholeImage>[] = [
    {
      id: "date",
      header: t("image_date"),
      cell: ({ id, date }) => (
        <span className="flex items-center gap-2.5 whitespace-nowrap">
          <ImageThumbnail image={id} />
          {format.date(date)}
        </span>
      ),
    },
    {
      id: "file_name",
      header: t("file"),
      secondary: "wide",
      cell: ({ file_name, attribution }) => (
        <span className="block">
          <FileName name={file_name} />
          {attribution && (
            <span lang="mul" className="block text-xs text-ink-3">
              {attribution}
            </span>
          )}
        </span>
      ),
    },
    {
      id: "gsd_m",
      header: t("gsd_short"),
      align: "right",
      secondary: "wide",
      cell: ({ gsd_m }) => t("gsd_value", { gsd: format.number(gsd_m, 2) }),
    },
    {
      id: "nir",
      header: t("nir_short"),
      secondary: "wide",
      cell: ({ has_nir }) => (has_nir ? t("app:yes") : t("app:no")),
    },
    {
      id: "gardens",
      header: t("gardens"),
      secondary: true,
      cell: ({ gardens }) => gardens.map(({ name }) => format.name(name)).join(", ") || "–",
    },
    {
      id: "place",
      header: t("place"),
      secondary: true,
      cell: ({ district, region }) =>
        [district, region]
          .filter((one) => one !== null)
          .map((one) => format.name(one.name))
          .join(", ") || t("location_unknown"),
    },
    {
      id: "tree_count",
      header: t("trees"),
      align: "right",
      cell: (image) => <Trees image={image} />,
    },
    { id: "status", header: t("status"), cell: ({ status }) => <ProcessBadge status={status} /> },
  ];
  return columns.map((column) => ({ ...column, sortable: sortable(column.id) }));
}

/** Count, its range, and what it rests on. */
function Trees({ image }: { image: WholeImage }) {
  const { t } = useTranslation(["imagery", "map"]);
  const countText = useCountText();
  if (image.too_coarse) return <Note text={t("map:too_coarse_short")} />;
  const isCounted = image.trees.low !== null || image.trees.total > 0 || isUnfamiliar(image.trees);
  if (!isCounted) return t("no_results_yet");
  return (
    // The table does not break lines: what is said of the ground would push the column out of the screen.
    <span className="grid whitespace-normal sm:ms-auto sm:w-44">
      <span className="font-medium text-balance">{countText(image.trees)}</span>
      <span className="text-xs text-ink-3 max-xl:hidden">
        {image.trees.models.map(modelName).join(", ")}
      </span>
      <PlotsFirst image={image} />
      {image.canopy?.countable === false && <CanopyNote canopy={image.canopy} />}
      {image.outside_country && <Note text={t("map:outside_country")} />}
    </span>
  );
}

/** Says that the ground is not the detector's, and the way to what helps; the image's page says why. */
function PlotsFirst({ image }: { image: WholeImage }) {
  const { t } = useTranslation("coverage");
  const familiarity = image.trees.ground?.familiarity;
  if (familiarity !== "unlike" && familiarity !== "unfamiliar") return null;
  return (
    <>
      {familiarity === "unlike" && <span className="text-xs text-ink-3">{t("unlike_short")}</span>}
      <Link
        to="/admin/image_processing_ai/$image/calibration"
        params={{ image: String(image.id) }}
        onClick={(event) => event.stopPropagation()}
        className="text-xs text-accent underline-offset-2 hover:underline pointer-coarse:hidden"
      >
        {t("count_plots")}
      </Link>
    </>
  );
}

const Note = ({ text }: { text: string }) => (
  <span className="block text-xs text-watch whitespace-normal sm:ms-auto sm:w-44">{text}</span>
);
