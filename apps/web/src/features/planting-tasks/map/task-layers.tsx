import type { TaskPlace } from "@nihol/contract/planting/task-views";
import { Layer, Source, useMap } from "@vis.gl/react-maplibre";
import type { GeoJSONSource, MapLayerMouseEvent } from "maplibre-gl";
import { useEffect, useMemo } from "react";
import { featureCollection } from "../../../map/data/feature-collection.ts";
import { colors, mapFont } from "../../../map/data/map-style.ts";
import { signColors, signIcon, signName, signOf, taskSigns } from "./task-icons.ts";

type Props = {
  places: readonly TaskPlace[];
  chosen: number | undefined;
  onChoose: (garden: number) => void;
};

const source = "tasks";

/** Gardens by the sign of their most urgent task; those that lie close together are one circle with the number of tasks. */
export function TaskLayers({ places, chosen, onChoose }: Props) {
  const map = useMap().current;
  const data = useMemo(
    () =>
      featureCollection(
        places,
        ({ longitude, latitude }) => ({ type: "Point", coordinates: [longitude, latitude] }),
        (place) => ({
          id: place.garden.id,
          icon: signName(signOf(place)),
          count: place.count,
          number: place.count > 1 ? String(place.count) : "",
          overdue: place.overdue,
          chosen: place.garden.id === chosen,
        }),
      ),
    [places, chosen],
  );
  useEffect(() => {
    for (const sign of taskSigns) {
      const icon = signIcon(sign);
      const name = signName(sign);
      if (map && icon && !map.hasImage(name)) map.addImage(name, icon, { pixelRatio: 2 });
    }
  }, [map]);
  useEffect(() => {
    if (!map) return;
    async function handlePress({ features, lngLat }: MapLayerMouseEvent) {
      const properties = features?.[0]?.properties;
      if (!properties) return;
      if (!properties.cluster) return onChoose(Number(properties.id));
      const clusters = map?.getSource<GeoJSONSource>(source);
      const zoom = await clusters?.getClusterExpansionZoom(Number(properties.cluster_id));
      if (zoom !== undefined) map?.easeTo({ center: lngLat, zoom: zoom + 0.2 });
    }
    map.on("click", "hit-task", handlePress);
    return () => void map.off("click", "hit-task", handlePress);
  }, [map, onChoose]);
  return (
    <Source
      id={source}
      type="geojson"
      data={data}
      cluster
      clusterRadius={36}
      clusterMaxZoom={12}
      clusterProperties={{ tasks: ["+", ["get", "count"]], late: ["+", ["get", "overdue"]] }}
    >
      <Layer
        id="task-cluster"
        type="circle"
        filter={["has", "point_count"]}
        paint={{
          "circle-radius": ["step", ["get", "tasks"], 14, 10, 17, 100, 21, 1000, 25],
          "circle-color": ["case", [">", ["get", "late"], 0], signColors.overdue, "#45413a"],
          "circle-stroke-color": "#ffffff",
          "circle-stroke-width": 2,
        }}
      />
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
        layout={{
          "icon-image": ["case", ["has", "point_count"], "", ["get", "icon"]],
          "icon-allow-overlap": true,
          "text-field": [
            "case",
            ["has", "point_count"],
            ["to-string", ["get", "tasks"]],
            ["get", "number"],
          ],
          "text-font": mapFont,
          "text-size": 12,
          "text-allow-overlap": true,
          "text-offset": [
            "case",
            ["has", "point_count"],
            ["literal", [0, 0]],
            ["literal", [1.4, 0]],
          ],
        }}
        paint={{
          "text-color": ["case", ["has", "point_count"], "#ffffff", colors.label],
          "text-halo-color": ["case", ["has", "point_count"], "rgba(0,0,0,0)", colors.halo],
          "text-halo-width": 1.5,
        }}
      />
    </Source>
  );
}
