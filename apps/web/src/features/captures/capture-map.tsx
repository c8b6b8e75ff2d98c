import type { Capture } from "@nihol/contract/imagery/captures";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MapSearch } from "../../map/data/map-search.ts";
import { LazyMap } from "../../map/lazy-map.tsx";

/** The image where it lies, to see clouds and a wrong place at a glance. */
export function CaptureMap({ capture }: { capture: Capture }) {
  const { t } = useTranslation("captures");
  const [search, setSearch] = useState<MapSearch>({});
  const { id, bbox, date, gsd_m, footprint } = capture;
  const image = useMemo(() => ({ id, bbox, date, gsd_m }), [id, bbox, date, gsd_m]);
  const shapes = useMemo(() => [{ id: 0, geometry: footprint }], [footprint]);
  const trees = useMemo(() => ({ whole_image: id }), [id]);
  return (
    <div className="h-72 overflow-hidden rounded-lg border border-line">
      <LazyMap
        label={t("map_of", { name: capture.file_name })}
        search={search}
        onSearch={(next) => setSearch((before) => ({ ...before, ...next }))}
        panel="none"
        bounds={bbox}
        image={image}
        trees={trees}
        shapes={shapes}
      />
    </div>
  );
}
