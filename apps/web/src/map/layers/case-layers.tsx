import type { ViolationPoints } from "@nihol/contract/violations/violations";
import { Layer, Source } from "@vis.gl/react-maplibre";
import { useMemo } from "react";
import { featureCollection } from "../data/feature-collection.ts";
import { caseIcon, caseIconName } from "./case-icon.ts";
import {
  ClusterLayer,
  clustered,
  isSingle,
  type MapSymbol,
  plateLabel,
  useSymbols,
} from "./cluster-layer.tsx";
import { SignNameLayer } from "./name-layer.tsx";

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
        }}
      />
      <SignNameLayer id="case-name" source="cases" text={["get", "number"]} />
      <ClusterLayer
        kind="case"
        source="cases"
        label={plateLabel([["case", ["get", "overdue"], caseIconName(true), caseIconName(false)]])}
      />
    </Source>
  );
}
