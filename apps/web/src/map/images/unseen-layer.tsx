import type { Garden } from "@nihol/contract/gardens";
import type { SeenGround } from "@nihol/contract/imagery/mosaic";
import { Layer, Source } from "@vis.gl/react-maplibre";
import { useMemo } from "react";
import { useDark } from "../../lib/theme.ts";
import { unseenZoom, useRegions } from "../data/map-data.ts";
import type { BaseKind } from "../data/map-search.ts";
import type { Bounds } from "../data/map-view-state.ts";
import { boundsOf } from "./unseen-shapes.ts";
import { unseenAddress, unseenTilePx } from "./unseen-tiles.ts";

type Props = {
  gardens: readonly Garden[];
  /** Ground that images show, and the box for which that is known. */
  ground: Pick<SeenGround, "footprints"> & { bounds: Bounds };
  base: BaseKind | undefined;
};

/** Hatches gardens that no image has ever shown, and more faintly the rest of the country. */
export function UnseenLayer({ gardens, ground, base }: Props) {
  const isThemeDark = useDark();
  const dark = base ? base === "dark" : isThemeDark;
  const regions = useRegions().data?.results;
  const outlines = useMemo(
    () => ({ gardens: bound(gardens), territories: bound(regions ?? []) }),
    [gardens, regions],
  );
  const address = useMemo(() => {
    const seen = ground.footprints.map((shape) => ({ shape, bounds: boundsOf(shape) }));
    return unseenAddress({ ...outlines, seen, known: ground.bounds, dark });
  }, [outlines, ground, dark]);
  return (
    <Source
      id="unseen"
      type="raster"
      tiles={[address]}
      tileSize={unseenTilePx}
      minzoom={unseenZoom}
      maxzoom={20}
    >
      <Layer
        id="unseen"
        type="raster"
        beforeId="slot-lines"
        minzoom={unseenZoom}
        paint={{ "raster-fade-duration": 0 }}
      />
    </Source>
  );
}

const bound = (rows: readonly Pick<Garden, "boundary">[]) =>
  rows.flatMap(({ boundary }) => (boundary ? { shape: boundary, bounds: boundsOf(boundary) } : []));
