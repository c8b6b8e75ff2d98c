import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { bboxPolygon } from "@nihol/geo/geometry";
import { PencilRuler } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../lib/permissions.ts";
import { viewOf, viewSearch } from "../../map/data/view-search.ts";
import { ViewChoice, ViewLegend } from "../../map/images/view-choice.tsx";
import { LazyMap } from "../../map/lazy-map.tsx";
import { NoInfrared } from "../../parts/states/no-infrared.tsx";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/missing-part.tsx";
import type { ImageSearch } from "./image-search.ts";
import type { MapDraft } from "./on-map/use-map-corrections.ts";

const CorrectOnMap = lazyPart(() => import("./on-map/correct-on-map.tsx"));

type Props = {
  image: WholeImage;
  search: ImageSearch;
  onSearch: (next: ImageSearch) => void;
  /** Outlined: the fragment that is pointed at. */
  pointed: Fragment | undefined;
};

/** The image on the map with its own trees. */
export function ImageMap({ image, search, onSearch, pointed }: Props) {
  const { t } = useTranslation(["imagery", "corrections"]);
  const mayCorrect = useMayCorrect() && image.status === "completed";
  const [isCorrecting, setCorrecting] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const [draft, setDraft] = useState<MapDraft>();
  const { view: name, low, high, gamma } = search;
  const hasNir = image.has_nir;
  const view = useMemo(
    () => viewOf({ view: name, low, high, gamma }, hasNir),
    [name, low, high, gamma, hasNir],
  );
  const opacity = search.opacity ?? 1;
  const { id, bbox, date, gsd_m, attribution } = image;
  const mapImage = useMemo(
    () => ({ id, bbox, date, gsd_m, attribution, view }),
    [id, bbox, date, gsd_m, attribution, view],
  );
  const shapes = useMemo(() => {
    const footprint = { id: 0, geometry: image.footprint };
    return pointed
      ? [footprint, { id: pointed.n, geometry: bboxPolygon(pointed.bbox), chosen: true }]
      : [footprint];
  }, [image.footprint, pointed]);
  const trees = useMemo(() => ({ whole_image: image.id }), [image.id]);
  return (
    <LazyMap
      label={t("map_of", { name: image.file_name })}
      search={search}
      onSearch={onSearch}
      bounds={image.bbox}
      of={{
        image: mapImage,
        imageOpacity: opacity,
        trees,
        shapes,
        onTree: isCorrecting ? setChosen : undefined,
        drawing: draft ? {} : undefined,
      }}
      overlay={
        <div
          data-map-cover="top-left"
          className="absolute top-2.5 inset-s-2.5 z-10 grid justify-items-start gap-1.5"
        >
          <ViewChoice
            {...{ view, hasNir, opacity }}
            onView={(next) => onSearch(viewSearch(next))}
            onOpacity={(next) => onSearch({ opacity: next < 1 ? next : undefined })}
          />
          <ViewLegend view={view.view} hasNir={hasNir} />
          <NoInfrared view={name} hasNir={hasNir} />
          {mayCorrect && !isCorrecting && (
            <Button size="sm" onClick={() => setCorrecting(true)}>
              <PencilRuler aria-hidden className="size-4" />
              {t("corrections:title")}
            </Button>
          )}
        </div>
      }
    >
      {isCorrecting && (
        <Suspense>
          <CorrectOnMap
            {...{ image, chosen, draft }}
            onChoose={setChosen}
            onDraft={setDraft}
            onLeave={() => {
              setCorrecting(false);
              setChosen(undefined);
              setDraft(undefined);
            }}
          />
        </Suspense>
      )}
    </LazyMap>
  );
}

/** Tells whether somebody may correct trees in any way; the server says of each tree in which. */
function useMayCorrect() {
  const mayAdd = useHolds("planttreedetail.add");
  const mayChange = useHolds("planttreedetail.change");
  const mayDelete = useHolds("planttreedetail.delete");
  const maySee = useHolds("planttreedetail.view");
  return maySee && (mayAdd || mayChange || mayDelete);
}
