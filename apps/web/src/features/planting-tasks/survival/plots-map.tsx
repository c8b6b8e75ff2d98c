import type { SurvivalDraw, SurvivalPlot } from "@nihol/contract/planting/survival";
import { circleRing } from "@nihol/geo/draw-plots";
import { Layer, Source } from "@vis.gl/react-maplibre";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { featureCollection } from "../../../map/data/feature-collection.ts";
import { colors, mapFont } from "../../../map/data/map-style.ts";
import { boundsAround } from "../../../map/data/map-view-state.ts";
import { useOwnView } from "../../../map/data/own-view.ts";
import LiveMap from "../../../map/live-map.tsx";

/** Some fifty metres about the outermost plots. */
const margin = 0.0005;

/** The circles with their numbers over garden and image; those that are counted are filled. Holds MapLibre. */
export default function PlotsMap({ draw }: { draw: SurvivalDraw }) {
  const { t } = useTranslation("survival");
  const view = useOwnView({ layers: "gardens,image" });
  const { plots, radius_m } = draw;
  const places = plots.map(({ longitude, latitude }) => `${longitude},${latitude}`).join(";");
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts change, places do not
  const bounds = useMemo(() => boundsAround(plots, margin), [places]);
  return (
    <LiveMap label={t("map_label")} {...view} bounds={bounds}>
      <PlotLayers plots={plots} radiusM={radius_m} />
    </LiveMap>
  );
}

function PlotLayers({ plots, radiusM }: { plots: readonly SurvivalPlot[]; radiusM: number }) {
  const data = useMemo(
    () =>
      featureCollection(
        plots,
        (plot) => ({ type: "Polygon", coordinates: [circleRing(plot, radiusM)] }),
        ({ number, measured_at }) => ({ number: String(number), counted: measured_at !== null }),
      ),
    [plots, radiusM],
  );
  return (
    <Source id="survival-plots" type="geojson" data={data}>
      <Layer
        id="survival-plot-fill"
        type="fill"
        paint={{
          "fill-color": colors.chosen,
          "fill-opacity": ["case", ["get", "counted"], 0.45, 0.08],
        }}
      />
      <Layer
        id="survival-plot-halo"
        type="line"
        paint={{ "line-color": colors.halo, "line-width": 4, "line-opacity": 0.7 }}
      />
      <Layer
        id="survival-plot-line"
        type="line"
        paint={{ "line-color": colors.chosen, "line-width": 1.8 }}
      />
      <Layer
        id="survival-plot-number"
        type="symbol"
        layout={{
          "text-field": ["get", "number"],
          "text-font": mapFont,
          "text-size": 12,
          "text-allow-overlap": true,
        }}
        paint={{
          "text-color": colors.label,
          "text-halo-color": colors.halo,
          "text-halo-width": 1.6,
        }}
      />
    </Source>
  );
}
