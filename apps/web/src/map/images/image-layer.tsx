import { usualView, type ViewSettings } from "@nihol/contract/values/imagery";
import { paths } from "@nihol/contract/values/paths";
import { Layer, Source } from "@vis.gl/react-maplibre";
import type { Bounds } from "../data/map-view-state.ts";
import { tileAddress } from "../data/tile-request.ts";
import { viewQuery } from "../data/view-search.ts";
import { ownZoom } from "./mosaic-parts.ts";

/** Fields of a whole image that showing it needs. */
export type MapImage = {
  id: number;
  bbox: Bounds;
  date: string;
  gsd_m: number;
  /** Credit to the owner of the image. */
  attribution?: string;
  /** Colouring; as it is when left out. */
  view?: ViewSettings;
};

type Props = { image: MapImage; opacity?: number; hidden?: boolean };

/** Draws a whole image, at most a zoom beyond its own pixels. `opacity` 0 to 1; of a hidden one no tile is fetched. */
export function ImageLayer({ image, opacity = 1, hidden = false }: Props) {
  const query = viewQuery(image.view ?? usualView);
  const id = query === "" ? `image-${image.id}` : `image-${image.id}-${query}`;
  return (
    <Source
      // A source's bounds cannot change: another image is another source, and so are other colours.
      key={id}
      id={id}
      type="raster"
      tiles={[
        `${tileAddress(paths.imageTiles)}/${image.id}/{z}/{x}/{y}${query === "" ? "" : `?${query}`}`,
      ]}
      tileSize={256}
      bounds={[...image.bbox]}
      maxzoom={ownZoom(image)}
    >
      <Layer
        id={id}
        type="raster"
        beforeId="slot-image"
        layout={{ visibility: hidden ? "none" : "visible" }}
        paint={{ "raster-opacity": opacity, "raster-fade-duration": 100 }}
      />
    </Source>
  );
}
