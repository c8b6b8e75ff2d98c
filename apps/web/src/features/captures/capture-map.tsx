import type { Capture } from "@nihol/contract/imagery/captures";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useOwnView } from "../../map/data/own-view.ts";
import { LazyMap } from "../../map/lazy-map.tsx";

/** The image where it lies, to see clouds and a wrong place at a glance. */
export function CaptureMap({ capture }: { capture: Capture }) {
  const { t } = useTranslation("captures");
  const view = useOwnView({});
  const { id, bbox, date, gsd_m, footprint } = capture;
  const image = useMemo(() => ({ id, bbox, date, gsd_m }), [id, bbox, date, gsd_m]);
  const shapes = useMemo(() => [{ id: 0, geometry: footprint }], [footprint]);
  const trees = useMemo(() => ({ whole_image: id }), [id]);
  return (
    <div className="h-72 overflow-hidden rounded-lg border border-line">
      <LazyMap
        label={t("map_of", { name: capture.file_name })}
        {...view}
        panel="none"
        bounds={bbox}
        of={{ image, trees, shapes }}
      />
    </div>
  );
}
