import type { ViolationPoints } from "@nihol/contract/violations/violations";
import { Layer, Source } from "@vis.gl/react-maplibre";
import { useMemo } from "react";
import { featureCollection } from "../../data/feature-collection.ts";
import { ClusterLayer, clustered, isSingle, plateLabel } from "../../points/cluster-layer.tsx";
import { SignNameLayer } from "../../points/name-layer.tsx";
import type { LayerProps } from "../../points/point-layer.tsx";
import { caseIconName } from "./case-icon.ts";

/** Open cases where they were seen: a triangle, filled where the deadline has passed. */
export function CaseLayers({ rows, clusterOffset }: LayerProps<ViolationPoints["points"][number]>) {
  const data = useMemo(
    () =>
      featureCollection(
        rows,
        (one) => ({ type: "Point", coordinates: [one.longitude, one.latitude] }),
        ({ id, number, overdue }) => ({ id, number, icon: caseIconName(overdue), overdue }),
      ),
    [rows],
  );
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
        }}
      />
      <SignNameLayer id="case-name" source="cases" text={["get", "number"]} />
      <ClusterLayer
        kind="case"
        offset={clusterOffset}
        source="cases"
        label={plateLabel([["case", ["get", "overdue"], caseIconName(true), caseIconName(false)]])}
      />
    </Source>
  );
}
