import type { Fragment } from "@nihol/contract/imagery/fragments";
import { usualView, type ViewSettings } from "@nihol/contract/values/imagery";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useBlobAddress } from "../../../lib/api/blob-address.ts";
import { viewQuery } from "../../../map/data/view-search.ts";
import { Button } from "../../../ui/button.tsx";
import { combineLayers } from "./both-layers.ts";
import { fragmentImageQuery, inView } from "./fragment-image.ts";
import { ImageStage, type StageControls } from "./image-stage.tsx";
import type { Layer } from "./layers.ts";

type Props = {
  fragment: Fragment;
  layer: Layer;
  /** 0: only the original, 1: only the layer. */
  blend: number;
  controls: React.RefObject<StageControls | null>;
  /** Colouring of the image. */
  view?: ViewSettings;
  /** Draws the places of rows of young trees too. */
  hasRows?: boolean;
  /** Lies over the image and moves with it. */
  overlay?: React.ReactNode;
};

/** The original at full resolution, and over it the chosen layer as strongly as the slider says. */
export function ViewerImage(props: Props) {
  const { fragment, layer, blend, controls, view, hasRows = false, overlay } = props;
  const { t } = useTranslation("imagery");
  const images = imagesIn(fragment, view ?? usualView, hasRows);
  const original = useQuery(fragmentImageQuery(images.original));
  const over = useLayer(images, layer);
  const base = useBlobAddress(original.data);
  const top = useBlobAddress(over.data);
  const failed = original.isError || over.isError;
  const waiting = !failed && (!base || (layer !== "original" && !top));
  function handleAgain() {
    if (original.isError) void original.refetch();
    if (over.isError) void over.refetch();
  }
  return (
    <ImageStage
      size={fragment.window}
      imageKey={`${fragment.whole_image}-${fragment.n}`}
      label={t("fragment_n", { n: fragment.n })}
      controls={controls}
      notice={
        <>
          {waiting && <Notice>{t("app:loading")}</Notice>}
          {failed && (
            <Notice>
              {t("picture_failed")}
              <Button size="sm" onClick={handleAgain}>
                {t("app:try_again")}
              </Button>
            </Notice>
          )}
        </>
      }
    >
      {base && <img src={base} alt="" draggable={false} className={imageClass} />}
      {top && layer !== "original" && (
        <img src={top} alt="" draggable={false} className={imageClass} style={{ opacity: blend }} />
      )}
      {base && overlay}
    </ImageStage>
  );
}

const imageClass = "absolute inset-0 size-full max-w-none";

function Notice({ children }: { children: React.ReactNode }) {
  return (
    <p
      role="status"
      className="popup absolute top-3 left-1/2 flex -translate-x-1/2 items-center gap-3 px-3 py-1.5 text-sm"
    >
      {children}
    </p>
  );
}

type Images = Pick<Fragment["images"], "original" | "labelled" | "segmentation">;

function imagesIn({ images }: Fragment, view: ViewSettings, hasRows: boolean): Images {
  const query = viewQuery(view);
  const drawn = [query, hasRows ? "rows=1" : ""].filter(Boolean).join("&");
  const { original, labelled, segmentation } = images;
  return {
    original: inView(original, query),
    labelled: inView(labelled, drawn),
    segmentation: inView(segmentation, drawn),
  };
}

/** The layer's image; "both" is put together here out of the other three. */
function useLayer(images: Images, layer: Layer) {
  const needs = (one: Layer) => layer === one || layer === "both";
  const original = useQuery({ ...fragmentImageQuery(images.original), enabled: layer === "both" });
  const labelled = useQuery({ ...fragmentImageQuery(images.labelled), enabled: needs("labelled") });
  const crowns = useQuery({
    ...fragmentImageQuery(images.segmentation),
    enabled: needs("segmentation"),
  });
  const all = [original.data, labelled.data, crowns.data] as const;
  const both = useQuery({
    queryKey: ["fragment-picture", "both", images.labelled, images.segmentation],
    queryFn: () => combineLayers(...(all as [Blob, Blob, Blob])),
    enabled: layer === "both" && all.every(Boolean),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  if (layer === "original") return original;
  if (layer === "labelled") return labelled;
  if (layer === "segmentation") return crowns;
  return [labelled, crowns].find((one) => one.isError) ?? both;
}
