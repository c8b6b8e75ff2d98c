import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft, Cpu, ScanSearch } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { useMapSearchChange } from "../../map/data/use-map-search.ts";
import { onlyView } from "../../map/data/view-search.ts";
import { RecordFailure } from "../../parts/records/record-failure.tsx";
import { ProcessBadge } from "../../parts/states/process-badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { CheckImage } from "./check-image.tsx";
import { ConflictsStrip } from "./conflicts/conflicts-strip.tsx";
import { DeleteImage } from "./delete-image.tsx";
import { FragmentGrid } from "./fragments/fragment-grid.tsx";
import type { FragmentSearch } from "./fragments/fragment-search.ts";
import { ImageDownload } from "./image-download.tsx";
import { ImageMap } from "./image-map.tsx";
import { ImageMetadata } from "./image-metadata.tsx";
import type { ImageSearch } from "./image-search.ts";
import { OpinionLine } from "./opinion-line.tsx";

type Props = {
  id: string;
  search: ImageSearch;
  /** Says what was learned of its kind of ground, as it bears on its count. */
  renderGround: (image: WholeImage) => ReactNode;
};

/** Page of one whole image: the image on the map, and beside it its metadata and fragments. */
export function ImagePage({ id, search, renderGround }: Props) {
  const query = useQuery({
    ...recordQuery(paths.wholeImage, id),
    refetchInterval: ({ state }) =>
      ["pending", "in_progress"].includes(state.data?.status ?? "") ? 5000 : false,
  });
  const navigate = useNavigate();
  const toList = () => void navigate({ to: "/admin/image_processing_ai" });
  if (query.data)
    return <Shown image={query.data} search={search} ground={renderGround(query.data)} />;
  return (
    <div className="p-6">
      {query.isError ? (
        <RecordFailure error={query.error} onRetry={() => void query.refetch()} onClose={toList} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </div>
  );
}

type ShownProps = { image: WholeImage; search: ImageSearch; ground: ReactNode };

function Shown({ image, search, ground }: ShownProps) {
  const navigate = useNavigate();
  const handleMap = useMapSearchChange<ImageSearch>();
  const [pointed, setPointed] = useState<Fragment>();
  const { review, with_trees, ordering, page, page_size } = search;
  const listed: FragmentSearch = {
    ...{ review, with_trees, ordering, page, page_size },
    ...onlyView(search),
  };
  function handleList(next: FragmentSearch) {
    void navigate({
      to: "/admin/image_processing_ai/$image",
      params: { image: String(image.id) },
      search: { ...search, ...next },
      resetScroll: false,
    });
  }
  return (
    <div className="flex min-h-full flex-col lg:h-full lg:flex-row">
      <div className="h-[45dvh] shrink-0 lg:h-full lg:w-[42%]">
        <ImageMap image={image} search={search} onSearch={handleMap} pointed={pointed} />
      </div>
      <div className="grid min-w-0 grow content-start gap-6 bg-surface pb-10 lg:overflow-y-auto lg:border-s lg:border-line">
        <Header image={image} />
        <div className="grid gap-8 px-5">
          <ConflictsStrip image={image} />
          <ImageMetadata image={image} ground={ground} />
          {image.counts && <CheckImage image={image} />}
          <OpinionLine image={image} />
          <FragmentGrid image={image} search={listed} onSearch={handleList} onPoint={setPointed} />
        </div>
      </div>
    </div>
  );
}

function Header({ image }: { image: WholeImage }) {
  const { t } = useTranslation(["imagery", "calibration"]);
  const format = useFormat();
  const mayProcess = useHolds("satelliteimagery.view");
  const mayCheck = useHolds("wholeimage.view") && image.status === "completed";
  return (
    <PageHeader
      title={image.file_name}
      text={
        <span className="flex flex-wrap items-center gap-2 pt-0.5">
          {t("image_of", { date: format.date(image.date) })}
          <ProcessBadge status={image.status} />
        </span>
      }
      actions={
        <>
          <Link to="/admin/image_processing_ai" className={buttonClass("plain", "sm")}>
            <ArrowLeft aria-hidden className="size-4" />
            {t("all_images")}
          </Link>
          {mayCheck && (
            <Link
              to="/admin/image_processing_ai/$image/calibration"
              params={{ image: String(image.id) }}
              className={buttonClass("plain", "sm")}
            >
              <ScanSearch aria-hidden className="size-4" />
              {t("calibration:title")}
            </Link>
          )}
          {mayProcess && (
            <Link
              to="/admin/process"
              search={{ open: String(image.process) }}
              className={buttonClass("plain", "sm")}
            >
              <Cpu aria-hidden className="size-4" />
              {t("process")}
            </Link>
          )}
          <ImageDownload image={image} />
          <DeleteImage image={image} />
        </>
      }
    />
  );
}
