/** The pixel work of preparing an image: a process of its own, started by handlers/imagery-prepare.ts. */
import { makeCog } from "@nihol/vision/cog";
import { inspectImage } from "@nihol/vision/door";
import { openRaster } from "@nihol/vision/raster";
import { measureStretch } from "@nihol/vision/stretch";
import type { PictureFacts } from "./picture-facts.ts";
import { pictureHash } from "./picture-hash.ts";
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
}

serveChildTask<PrepareRequest, PrepareResult>(async (request, signal, onProgress) => {
  const { source, fileName, target } = request;
  const uploaded = await inspectImage(source, { signal, fileName });
  const { facts } = await makeCog(source, target, uploaded, {
    signal,
    onProgress: (percent) => onProgress(percent / 100),
  });
  const stretch = await measureStretch(await openRaster(target, facts));
  return { facts: { ...facts, stretch }, hash: await pictureHash(target, facts, signal) };
});
