import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Layer, Source } from "@vis.gl/react-maplibre";
import { ask } from "../../lib/api/ask.ts";
import { tileAddress } from "../data/tile-request.ts";
import { escaped } from "./image-credits.tsx";

/** The country's own orthophoto, where an administrator has chosen one; it changes hardly ever. */
export const useOrthophoto = () =>
  useQuery({
    queryKey: [paths.baseLayer],
    queryFn: ({ signal }) => ask("GET /base-layer", { signal }),
    staleTime: 600_000,
  }).data ?? undefined;

/** The orthophoto above the base map and below everything of ours. */
export function OrthophotoLayer() {
  const orthophoto = useOrthophoto();
  if (!orthophoto) return null;
  const { version, max_zoom, attribution } = orthophoto;
  return (
    <Source
      // Its address is read once: another version is another source.
      key={version}
      id="orthophoto"
      type="raster"
      tiles={[tileAddress(`${paths.baseLayer}/${version}/{z}/{x}/{y}`)]}
      tileSize={256}
      maxzoom={max_zoom}
      attribution={escaped(attribution)}
    >
      <Layer
        id="orthophoto"
        type="raster"
        beforeId="slot-orthophoto"
        paint={{ "raster-fade-duration": 100 }}
      />
    </Source>
  );
}
