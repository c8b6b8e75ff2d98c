import type { ProcessDetail } from "@nihol/contract/imagery/processes";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MapSearch } from "../../map/data/map-search.ts";
import type { Bounds } from "../../map/data/map-view-state.ts";
import { LazyMap } from "../../map/lazy-map.tsx";

/** Where the image of a process lies; nothing while that is not known. */
export function FootprintMap({ process }: { process: ProcessDetail }) {
  const { t } = useTranslation("imagery");
  const [view, setView] = useState<MapSearch>({ layers: "none" });
  const key = JSON.stringify(process.footprint);
  const place = useMemo(() => placeOf(key), [key]);
  if (!place) return null;
  return (
    <div className="h-48 overflow-hidden rounded-lg border border-line">
      <LazyMap
        label={t("footprint_of", { name: process.file_name })}
        search={view}
        onSearch={(next) => setView((before) => ({ ...before, ...next }))}
        bounds={place.bounds}
        of={{ shapes: place.shapes, image: null }}
        panel="none"
      />
    </div>
  );
}

/** By its text: the record is fetched anew every second, the place stays the same. */
function placeOf(text: string) {
  const footprint = JSON.parse(text) as ProcessDetail["footprint"];
  if (!footprint) return undefined;
  const points = footprint.coordinates.flat(2);
  const longitudes = points.map(([longitude = 0]) => longitude);
  const latitudes = points.map(([, latitude = 0]) => latitude);
  const bounds: Bounds = [
    Math.min(...longitudes),
    Math.min(...latitudes),
    Math.max(...longitudes),
    Math.max(...latitudes),
  ];
  return { bounds, shapes: [{ id: 1, geometry: footprint, chosen: true }] };
}
