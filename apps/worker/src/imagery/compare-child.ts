/** The pixel work of comparing two images: a process of its own, started by child/tasks.ts for handlers/imagery-compare.ts. */

import { type ImageMetadata, shownGsd } from "@nihol/contract/values/imagery/raster-metadata";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { preparePolygon } from "@nihol/geo/polygon";
import { endWithParent } from "@nihol/vision/children/end-with-parent";
import { serveRequests } from "@nihol/vision/children/serve-requests";
import {
  type Compared,
  type CompareSide,
  compareImages,
} from "@nihol/vision/compare/compare-images";
import { rasterSource } from "@nihol/vision/detect/detect-raster";
import { openRaster } from "@nihol/vision/raster/raster";
import { Refused } from "../child/end-message.ts";

export interface CompareChildSide {
  path: string;
  facts: ImageMetadata;
  coverage: MultiPolygon;
  /** Longitude, latitude, crown area (m²), score as a share of the threshold, of one tree after the other. */
  trees: number[];
}

export interface CompareRequest {
  before: CompareChildSide;
  after: CompareChildSide;
}

async function openSide({ path, facts, coverage, trees }: CompareChildSide): Promise<CompareSide> {
  const raster = await openRaster(path, facts);
  const found = Array.from({ length: trees.length / 4 }, (_, i) => ({
    lon: trees[4 * i] as number,
    lat: trees[4 * i + 1] as number,
    areaM2: trees[4 * i + 2] as number,
    strength: trees[4 * i + 3] as number,
  }));
  return {
    image: {
      georeference: { affine: facts.affine, proj4: facts.proj4 },
      gsdMeters: shownGsd(facts),
      bbox: facts.bbox,
      source: rasterSource(raster, facts.stretch),
    },
    trees: found,
    covers: preparePolygon(coverage),
  };
}

endWithParent();
serveRequests<CompareRequest, Compared>(async (request, signal, onProgress) => {
  const [before, after] = [await openSide(request.before), await openSide(request.after)];
  const compared = await compareImages(before, after, { signal, onProgress });
  if (!compared) throw new Refused("no_shared_ground");
  return compared;
});
