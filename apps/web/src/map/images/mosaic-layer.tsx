import type { TreeFilter } from "@nihol/contract/statistics";
import { Layer, Source } from "@vis.gl/react-maplibre";
import { mosaicZoom } from "./map-images.ts";
import { mosaicAddress } from "./mosaic-tiles.ts";

type Props = {
  filter: TreeFilter;
  /** Number of trees: when it changes, another image may be the newest one. */
  stamp: number | undefined;
  opacity: number;
};

/** The newest image of each place of the period. */
export function MosaicLayer({ filter, stamp, opacity }: Props) {
  return (
    <Source
      id="mosaic"
      type="raster"
      tiles={[mosaicAddress(filter, stamp)]}
      tileSize={256}
      minzoom={mosaicZoom}
      maxzoom={22}
    >
      <Layer
        id="mosaic"
        type="raster"
        beforeId="slot-image"
        minzoom={mosaicZoom}
        paint={{ "raster-opacity": opacity, "raster-fade-duration": 100 }}
      />
    </Source>
  );
}
