import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import type { ImageView } from "@nihol/contract/values/imagery";
import { bboxPolygon } from "@nihol/geo/geometry";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MapSearch } from "../../map/data/map-search.ts";
import { LazyMap } from "../../map/lazy-map.tsx";
import { ViewMenu } from "./view-menu.tsx";

type Props = {
  image: WholeImage;
  search: MapSearch;
  onSearch: (next: MapSearch) => void;
  /** Outlined: the fragment that is pointed at. */
  pointed: Fragment | undefined;
};

/** The image on the map with its own trees. */
export function ImageMap({ image, search, onSearch, pointed }: Props) {
  const { t } = useTranslation("imagery");
  const [view, setView] = useState<ImageView>("natural");
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
      image={mapImage}
      trees={trees}
      shapes={shapes}
      overlay={<ViewMenu view={view} hasNir={image.has_nir} onView={setView} />}
    />
  );
}
