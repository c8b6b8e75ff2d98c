import { useMemo } from "react";
import type { MapSearch } from "./data/map-search.ts";
import type { Bounds, View } from "./data/map-view-state.ts";
import { ImageCredits } from "./images/image-credits.tsx";
import { ImageLayer } from "./images/image-layer.tsx";
import { MosaicLayer } from "./images/mosaic-layer.tsx";
import { OrthophotoLayer } from "./images/orthophoto-layer.tsx";
import { UnseenLayer } from "./images/unseen-layer.tsx";
import { GardenLayers } from "./layers/gardens/garden-layers.tsx";
import { GraticuleLayers } from "./layers/graticule-layers.tsx";
import { PlaceLayers } from "./layers/place-layers.tsx";
import { ShapeLayers } from "./layers/shape-layers.tsx";
import { TerritoryLayers } from "./layers/territory-layers.tsx";
import { TreeLayers } from "./layers/tree-layers.tsx";
import type { MapContent, MapSubject } from "./map-content.ts";

type Props = {
  of: MapSubject;
  content: MapContent;
  search: MapSearch;
  seen: { view: View; bounds: Bounds } | undefined;
  /** Of the images, 0 to 1. */
  opacity: number;
};

/** Layers of what a map shows; those without a place among the base map's lie over one another in this order. */
export function MapLayers({ of, content, search, seen, opacity }: Props) {
  const { layers, figures, gardens, points, images, ground, trees, planted } = content;
  const { chosen, shapes } = of;
  const own = of.drawing?.own;
  const hidden = own?.kind === "garden" ? own.id : undefined;
  const rows = gardens?.results ?? none;
  const outlined = useMemo(() => rows.filter((one) => one.id !== hidden), [rows, hidden]);
  return (
    <>
      {search.orthophoto && <OrthophotoLayer />}
      {search.graticule && seen && <GraticuleLayers bounds={seen.bounds} />}
      {images.image && <ImageLayer image={images.image} opacity={opacity} />}
      <ImageCredits images={images.shown} />
      {images.isMosaic && (
        <MosaicLayer filter={trees.filter} opacity={opacity} stamp={trees.stamp} />
      )}
      <TerritoryLayers
        zoom={seen?.view.zoom ?? 0}
        shown={figures}
        figures={of.figures}
        chosen={chosen}
        hidden={own}
      />
      {points.filter(({ kind }) => kind === "gardens").map(({ layer }) => layer)}
      {layers.has("gardens") && (
        <GardenLayers
          gardens={outlined}
          shown={figures}
          chosen={chosen?.kind === "garden" ? chosen.id : undefined}
        />
      )}
      {ground && <UnseenLayer gardens={rows} ground={ground} base={search.base} />}
      {shapes && <ShapeLayers shapes={shapes} />}
      {layers.has("trees") && <TreeLayers filter={trees.tiles} stamp={trees.stamp} />}
      {layers.has("trees") && planted && <PlaceLayers places={planted.places} />}
      {points.filter(({ kind }) => kind !== "gardens").map(({ layer }) => layer)}
    </>
  );
}

const none: never[] = [];
