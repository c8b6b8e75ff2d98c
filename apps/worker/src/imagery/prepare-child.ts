/** The pixel work of preparing an image: a process of its own, kept ready by child/tasks.ts for handlers/imagery-prepare.ts. */

import type { BandRoles, ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { serveRequests } from "@nihol/vision/children/serve-requests";
import { rasterSource } from "@nihol/vision/detect/detect-raster";
import { cageInUse } from "@nihol/vision/ingest/gdal";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { measureBlownUp } from "@nihol/vision/pixels/shown-resolution";
import { makeCog } from "@nihol/vision/raster/cog";
import { openRaster } from "@nihol/vision/raster/raster";
import { measureStretch } from "@nihol/vision/raster/stretch";
import { imageHash } from "./image-hash.ts";
import { imageOutline } from "./image-outline.ts";

export interface PrepareRequest {
  source: string;
  fileName: string;
  target: string;
  /** Roles of the bands, where a person was asked for them. */
  roles?: BandRoles | undefined;
}

export interface PrepareResult {
  /** Of the COG. */
  facts: ImageMetadata;
  hash: string;
  /** Without collars of no data; null when the image is whole. */
  outline: MultiPolygon | null;
}

// Found ahead of the first request. Where GDAL is missing the error comes with the image.
cageInUse().catch(() => {});

serveRequests<PrepareRequest, PrepareResult>(async (request, signal, onProgress) => {
  const { source, fileName, target, roles } = request;
  const uploaded = await inspectImage(source, { signal, fileName, ownCopy: true, roles });
  const { facts } = await makeCog(source, target, uploaded, {
    signal,
    onProgress: (percent) => onProgress(percent / 100),
  });
  const raster = await openRaster(target, facts);
  const stretch = await measureStretch(raster);
  const blownUp = await measureBlownUp(rasterSource(raster, stretch));
  const shown = blownUp > 1 ? { shownGsdMeters: facts.gsdMeters * blownUp } : {};
  const half = uploaded.halfColours ? { halfColours: true as const } : {};
  return {
    facts: { ...facts, stretch, ...shown, ...half },
    hash: await imageHash(target, facts, signal),
    outline: await imageOutline(target, facts),
  };
});
