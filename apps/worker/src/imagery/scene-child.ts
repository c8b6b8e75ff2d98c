/** Draws images of the demonstration: a process of its own. */
import { writeFile } from "node:fs/promises";
import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { endWithParent } from "@nihol/vision/children/end-with-parent";
import { serveRequests } from "@nihol/vision/children/serve-requests";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { drawScene, encodeScene, type SceneOptions } from "@nihol/vision/scene/scene";

export interface SceneRequest {
  scene: SceneOptions;
  /** Where the GeoTIFF is written. */
  path: string;
  fileName: string;
}

endWithParent();
serveRequests<SceneRequest, RasterMetadata>(async ({ scene, path, fileName }) => {
  await writeFile(path, encodeScene(drawScene(scene)));
  return inspectImage(path, { fileName });
});
