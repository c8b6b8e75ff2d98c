import type { GardenPoints } from "@nihol/contract/gardens";
import { Layer, Source } from "@vis.gl/react-maplibre";
import type { ExpressionSpecification } from "maplibre-gl";
import { useMemo } from "react";
import { featureCollection } from "../data/feature-collection.ts";
import { colors, gardenColor, hasId } from "../data/map-style.ts";
import {
  ClusterLayer,
  clustered,
  isSingle,
  type MapSymbol,
  plateLabel,
  useSymbols,
} from "./cluster-layer.tsx";
import { drawIcon } from "./draw-icon.ts";
import { outlineZoom } from "./garden-zoom.ts";

type Props = {
  points: GardenPoints["points"];
  /** Those whose outline is drawn: near by it says enough. */
  outlined: readonly { id: number }[];
  chosen?: number | undefined;
};

const icon = "garden-dot";

const symbols: readonly MapSymbol[] = [[icon, dot]];

/** All gardens: a number where many lie close together, a dot each, and near by their outlines (`GardenLayers`). */
export function GardenDots({ points, outlined, chosen = 0 }: Props) {
  const isReady = useSymbols(symbols);
  const data = useMemo(
    () =>
      featureCollection(
        points,
        (one) => ({ type: "Point", coordinates: [one.longitude, one.latitude] }),
        ({ id }) => ({ id }),
      ),
    [points],
  );
  // Of the layer, not of the points: those are clustered anew only when there are others.
  const ids = outlined.map(({ id }) => id);
  const isOutlined: ExpressionSpecification = ["in", ["get", "id"], ["literal", ids]];
  const opacity: ExpressionSpecification = [
    "step",
    ["zoom"],
    1,
    outlineZoom,
    ["case", isOutlined, 0, 1],
  ];
  const isChosen = hasId(chosen);
  if (!isReady) return null;
  return (
    <Source
      id="garden-dots"
      type="geojson"
      data={data}
      {...clustered}
      clusterMaxZoom={outlineZoom - 1}
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
      <ClusterLayer kind="garden" source="garden-dots" label={plateLabel([icon])} />
    </Source>
  );
}

/** The dot beside a number; null where nothing can be drawn (tests). */
function dot(): ImageData | null {
  return drawIcon(18, (paint) => {
    paint.beginPath();
    paint.arc(9, 9, 7.5, 0, 2 * Math.PI);
    paint.fillStyle = gardenColor;
    paint.fill();
  });
}
