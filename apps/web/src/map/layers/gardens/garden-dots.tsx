import type { GardenPoints } from "@nihol/contract/gardens";
import { Layer, Source } from "@vis.gl/react-maplibre";
import type { ExpressionSpecification } from "maplibre-gl";
import { useMemo } from "react";
import { useFormat } from "../../../lib/text/format.ts";
import { featureCollection } from "../../data/feature-collection.ts";
import { colors, gardenColor, hasId } from "../../data/map-style.ts";
import { ClusterLayer, clustered, isSingle, plateLabel } from "../../points/cluster-layer.tsx";
import { drawIcon } from "../../points/draw-icon.ts";
import { largestOfCluster, NameLayer, sizedName } from "../../points/name-layer.tsx";
import type { LayerProps } from "../../points/point-layer.tsx";
import { figureZoom, outlineZoom } from "./garden-zoom.ts";

type Props = LayerProps<GardenPoints["points"][number]>;

export const gardenIcon = "garden-dot";

/**
 * All gardens with their names: a number where many lie close together, a dot each, and near by their outlines
 * (`GardenLayers`).
 */
export function GardenDots({ rows, choice, clusterOffset }: Props) {
  const format = useFormat();
  const data = useMemo(
    () =>
      featureCollection(
        rows,
        (one) => ({ type: "Point", coordinates: [one.longitude, one.latitude] }),
        ({ id, name, area_m2 }) => ({ id, largest: sizedName(area_m2 ?? 0, format.name(name)) }),
      ),
    [rows, format],
  );
  // Of the layer, not of the points: those are clustered anew only when there are others.
  const ids = (choice.outlined ?? []).map(({ id }) => id);
  const isOutlined: ExpressionSpecification = ["in", ["get", "id"], ["literal", ids]];
  const opacity: ExpressionSpecification = [
    "step",
    ["zoom"],
    1,
    outlineZoom,
    ["case", isOutlined, 0, 1],
  ];
  const isChosen = hasId(choice.chosen?.[0] ?? 0);
  return (
    <Source
      id="garden-dots"
      type="geojson"
      data={data}
      {...clustered}
      clusterMaxZoom={outlineZoom - 1}
      clusterProperties={largestOfCluster}
    >
      <Layer
        id="hit-garden-dot"
        type="circle"
        filter={isSingle}
        paint={{
          "circle-radius": 4.5,
          "circle-color": ["case", isChosen, colors.chosen, colors.accent],
          "circle-stroke-color": colors.halo,
          "circle-stroke-width": 1.5,
          "circle-opacity": opacity,
          "circle-stroke-opacity": opacity,
        }}
      />
      <Layer
        id="garden-dot-room"
        type="symbol"
        filter={isSingle}
        maxzoom={outlineZoom}
        layout={{
          "icon-image": gardenIcon,
          "icon-size": 0.6,
          "icon-padding": 0,
          "icon-allow-overlap": true,
        }}
        // A circle takes no room from letters: this sign of its size does, unseen.
        paint={{ "icon-opacity": 0 }}
      />
      <ClusterLayer
        kind="garden"
        offset={clusterOffset}
        source="garden-dots"
        label={plateLabel([gardenIcon])}
      />
      <NameLayer source="garden-dots" maxzoom={figureZoom} />
    </Source>
  );
}

/** The dot beside a number; null where nothing can be drawn (tests). */
export function gardenDot(): ImageData | null {
  return drawIcon(18, (paint) => {
    paint.beginPath();
    paint.arc(9, 9, 7.5, 0, 2 * Math.PI);
    paint.fillStyle = gardenColor;
    paint.fill();
  });
}
