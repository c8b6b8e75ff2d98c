import type { Garden } from "@nihol/contract/gardens";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { useOwnView } from "../../map/data/own-view.ts";
import { LazyMap } from "../../map/lazy-map.tsx";

/** The garden's place, its trees and its images. The address of the screen is the garden's, so this map keeps its own. */
export function GardenMap({ garden }: { garden: Garden }) {
  const { t } = useTranslation("gardens");
  const format = useFormat();
  const view = useOwnView({ layers: "trees,devices,gardens,image" });
  if (!garden.bbox)
    return (
      <p className="rounded-lg bg-sunken px-4 py-8 text-center text-sm text-ink-2">
        {t("no_boundary")}
      </p>
    );
  return (
    <div className="h-80 overflow-hidden rounded-lg border border-line">
      <LazyMap
        label={t("map_of", { name: format.name(garden.name) })}
        {...view}
        bounds={garden.bbox}
        of={{ area: { garden: garden.id }, chosen: { kind: "garden", id: garden.id } }}
      />
    </div>
  );
}
