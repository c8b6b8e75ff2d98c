import type { Garden } from "@nihol/contract/gardens";
import type { Bbox } from "@nihol/contract/values/geometry";
import { Layer, Source } from "@vis.gl/react-maplibre";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { featureCollection } from "../../data/feature-collection.ts";
import { labelsAbove, labelsAround } from "../../data/label-anchors.ts";
import { gardenFigures, labelText } from "../../data/label-text.ts";
import type { LabelFigure } from "../../data/map-search.ts";
import { colors, hasId, mapFont } from "../../data/map-style.ts";
import { centerOf } from "../../data/map-view-state.ts";
import { figureZoom, outlineZoom } from "./garden-zoom.ts";

/** The middle of the upper edge of a box. */
const topOf = ([west, , east, north]: Bbox): [number, number] => [(west + east) / 2, north];

type Props = {
  gardens: readonly Garden[];
  shown: Set<LabelFigure>;
  chosen?: number | undefined;
  /** Names from any distance: there are few of them, and which they are is what the map is for. */
  isNamed?: boolean;
};

type NamesProps = Required<Pick<Props, "gardens" | "shown" | "isNamed">>;

/** Names and figures, at the upper edge of each garden. */
function GardenNames({ gardens, shown, isNamed }: NamesProps) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const tops = useMemo(
    () =>
      featureCollection(
        gardens,
        (one) => (one.bbox ? { type: "Point", coordinates: topOf(one.bbox) } : null),
        (one) => ({
          id: one.id,
          label: labelText(format.name(one.name), gardenFigures(one), shown, { t, format }),
        }),
      ),
    [gardens, format, shown, t],
  );
  return (
    <Source id="garden-tops" type="geojson" data={tops}>
      <Layer
        id="garden-label"
        type="symbol"
        beforeId="slot-labels"
        minzoom={isNamed ? 0 : figureZoom}
        layout={{
          "text-field": ["get", "label"],
          "text-font": mapFont,
          "text-size": 12,
          "text-max-width": 12,
          // Beside its dot; above its ground, whose trees it would hide, as soon as that is drawn.
          "text-variable-anchor-offset": [
            "step",
            ["zoom"],
            ["literal", isNamed ? labelsAround(0.7, 1.6) : labelsAround(1, 2, 3.2)],
            outlineZoom,
            ["literal", labelsAbove(0.5, 1.6, 3, 4.5)],
          ],
          "text-justify": "auto",
          "text-padding": 4,
        }}
        paint={{
          "text-color": colors.label,
          "text-halo-color": colors.halo,
          "text-halo-width": 1.8,
        }}
      />
    </Source>
  );
}

/** Gardens: their shape and name. From far away the main map has `GardenDots`, and a map of a few has a dot here. */
export function GardenLayers({ gardens, shown, chosen, isNamed = false }: Props) {
  const shapes = useMemo(
    () =>
      featureCollection(
        gardens,
        (one) => one.boundary,
        (one) => ({ id: one.id }),
      ),
    [gardens],
  );
  const centres = useMemo(
    () =>
      featureCollection(
        gardens,
        (one) => (one.bbox ? { type: "Point", coordinates: centerOf(one.bbox) } : null),
        (one) => ({ id: one.id }),
      ),
    [gardens],
  );
  const isChosen = hasId(chosen ?? 0);
  return (
    <>
      <Source id="garden-shapes" type="geojson" data={shapes}>
        <Layer
          id="hit-garden"
          type="fill"
          beforeId="slot-areas"
          paint={{
            "fill-color": ["case", isChosen, colors.chosen, colors.accent],
            "fill-opacity": ["interpolate", ["linear"], ["zoom"], 8, 0.35, 15, 0.08],
          }}
        />
        <Layer
          id="garden-halo"
          type="line"
          beforeId="slot-lines"
          layout={{ "line-join": "round" }}
          paint={{ "line-color": colors.halo, "line-width": 4.5, "line-opacity": 0.8 }}
        />
        <Layer
          id="garden-line"
          type="line"
          beforeId="slot-lines"
          layout={{ "line-join": "round", "line-sort-key": ["case", isChosen, 1, 0] }}
          paint={{
            "line-color": ["case", isChosen, colors.chosen, colors.accent],
            "line-width": ["case", isChosen, 3, 1.8],
          }}
        />
      </Source>
      {isNamed && (
        <Source id="garden-centers" type="geojson" data={centres}>
          <Layer
            id="garden-center"
            type="circle"
            beforeId="slot-lines"
            maxzoom={11}
            paint={{
              "circle-radius": 4,
              "circle-color": ["case", isChosen, colors.chosen, colors.accent],
              "circle-stroke-color": colors.halo,
              "circle-stroke-width": 1.5,
            }}
          />
        </Source>
      )}
      <GardenNames {...{ gardens, shown, isNamed }} />
    </>
  );
}
