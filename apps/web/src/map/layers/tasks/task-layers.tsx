import type { TaskPlace } from "@nihol/contract/planting/task-views";
import { Layer, Source } from "@vis.gl/react-maplibre";
import type { ExpressionSpecification } from "maplibre-gl";
import { useMemo } from "react";
import { featureCollection } from "../../data/feature-collection.ts";
import { colors, mapFont } from "../../data/map-style.ts";
import { ClusterLayer, clustered, isSingle, plateLabel } from "../../points/cluster-layer.tsx";
import type { LayerProps } from "../../points/point-layer.tsx";
import { signName, signOf, taskSigns } from "./task-icons.ts";

/** A cluster shows the sign of its most urgent task. */
const label = plateLabel(
  [
    [
      "match",
      ["get", "rank"],
      ...taskSigns.flatMap((sign, rank) => [rank, signName(sign)]),
      signName("pending"),
    ] as unknown as ExpressionSpecification,
  ],
  ["get", "tasks"],
);

/** Gardens by the sign of their most urgent task; of those that lie close together the number of tasks. */
export function TaskLayers({ rows, choice, clusterOffset }: LayerProps<TaskPlace>) {
  const [chosen] = choice.chosen ?? [];
  const data = useMemo(
    () =>
      featureCollection(
        rows,
        ({ longitude, latitude }) => ({ type: "Point", coordinates: [longitude, latitude] }),
        (place) => ({
          id: place.garden.id,
          icon: signName(signOf(place)),
          rank: taskSigns.indexOf(signOf(place)),
          count: place.count,
          number: place.count > 1 ? String(place.count) : "",
          chosen: place.garden.id === chosen,
        }),
      ),
    [rows, chosen],
  );
  return (
    <Source
      id="tasks"
      type="geojson"
      data={data}
      {...clustered}
      clusterProperties={{ tasks: ["+", ["get", "count"]], rank: ["min", ["get", "rank"]] }}
    >
      <Layer
        id="task-chosen"
        type="circle"
        filter={["==", ["get", "chosen"], true]}
        paint={{
          "circle-radius": 16,
          "circle-color": colors.halo,
          "circle-stroke-color": colors.chosen,
          "circle-stroke-width": 3,
        }}
      />
      <Layer
        id="hit-task"
        type="symbol"
        filter={isSingle}
        layout={{
          "icon-image": ["get", "icon"],
          "icon-allow-overlap": true,
          // Beside the middle of its garden, where other things may stand.
          "icon-offset": [-11, -11],
          "text-field": ["get", "number"],
          "text-font": mapFont,
          "text-size": 12,
          "text-allow-overlap": true,
          "text-offset": [-0.9, -2.4],
        }}
        paint={{
          "text-color": colors.label,
          "text-halo-color": colors.halo,
          "text-halo-width": 1.5,
        }}
      />
      <ClusterLayer kind="task" offset={clusterOffset} source="tasks" label={label} />
    </Source>
  );
}
