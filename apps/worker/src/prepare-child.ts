/** The pixel work of preparing an image: a process of its own, started by handlers/imagery-prepare.ts. */
import type { MultiPolygon } from "@nihol/geo/geometry";
import { makeCog } from "@nihol/vision/cog";
import { inspectImage } from "@nihol/vision/door";
import { openRaster } from "@nihol/vision/raster";
import { measureStretch } from "@nihol/vision/stretch";
import type { PictureFacts } from "./picture-facts.ts";
import { pictureHash } from "./picture-hash.ts";
import { pictureOutline } from "./picture-outline.ts";
import { serveChildTask } from "./runner/child-task.ts";

export interface PrepareRequest {
  source: string;
  fileName: string;
  target: string;
}

export interface PrepareResult {
  /** Of the COG. */
  facts: PictureFacts;
  hash: string;
  /** Without collars of no data; null when the picture is whole. */
  outline: MultiPolygon | null;
}

serveChildTask<PrepareRequest, PrepareResult>(async (request, signal, onProgress) => {
  const { source, fileName, target } = request;
  const uploaded = await inspectImage(source, { signal, fileName, ownCopy: true });
  const { facts } = await makeCog(source, target, uploaded, {
    signal,
    onProgress: (percent) => onProgress(percent / 100),
  });
  const stretch = await measureStretch(await openRaster(target, facts));
  return {
    facts: { ...facts, stretch },
    hash: await pictureHash(target, facts, signal),
    outline: await pictureOutline(target, facts),
  };
});
