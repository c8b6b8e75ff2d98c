import type { ViolationPoints } from "@nihol/contract/violations/violations";
import { Layer, Source } from "@vis.gl/react-maplibre";
import { useMemo } from "react";
import { featureCollection } from "../data/feature-collection.ts";
import { colors, mapFont } from "../data/map-style.ts";
import { caseIcon, caseIconName } from "./case-icon.ts";
import {
  ClusterLayer,
  clustered,
  isSingle,
  type MapSymbol,
  plateLabel,
  singleZoom,
  useSymbols,
} from "./cluster-layer.tsx";

const symbols = [true, false].map((late): MapSymbol => [caseIconName(late), () => caseIcon(late)]);

/** Open cases where they were seen: a triangle, filled where the deadline has passed. */
export function CaseLayers({ cases }: { cases: ViolationPoints["points"] }) {
  const isReady = useSymbols(symbols);
  const data = useMemo(
    () =>
      featureCollection(
        cases,
        (one) => ({ type: "Point", coordinates: [one.longitude, one.latitude] }),
        ({ id, number, overdue }) => ({ id, number, icon: caseIconName(overdue), overdue }),
      ),
    [cases],
  );
  if (!isReady) return null;
  return (
    <Source
      id="cases"
      type="geojson"
      data={data}
      {...clustered}
      clusterProperties={{ overdue: ["any", ["get", "overdue"]] }}
    >
      <Layer
        id="hit-case"
        type="symbol"
        filter={isSingle}
        layout={{
          "icon-image": ["get", "icon"],
          "icon-allow-overlap": true,
          "icon-anchor": "bottom",
          "icon-offset": [0, -3],
          "text-field": ["step", ["zoom"], "", singleZoom, ["get", "number"]],
          "text-font": mapFont,
          "text-size": 11,
          "text-anchor": "top",
          "text-offset": [0, 0.4],
          "text-optional": true,
        }}
        paint={{
          "text-color": colors.label,
          "text-halo-color": colors.halo,
          "text-halo-width": 1.5,
        }}
      />
      <ClusterLayer
        kind="case"
        source="cases"
        label={plateLabel([["case", ["get", "overdue"], caseIconName(true), caseIconName(false)]])}
      />
    </Source>
  );
}
