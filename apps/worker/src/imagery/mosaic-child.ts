/** Puts fetched tiles together and reads what came of it: a process of its own, since their bytes are a stranger's. */
import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { serveRequests } from "@nihol/vision/children/serve-requests";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { type MosaicOrder, writeMosaic } from "@nihol/vision/mosaic/tile-mosaic";

export interface MosaicRequest {
  /** Null where the file is there already: a window of a larger one. */
  mosaic: MosaicOrder | null;
  /** The GeoTIFF that is written, or there. */
  path: string;
  fileName: string;
}
/** Null when no piece holds anything. */
export type MosaicResult = RasterMetadata | null;

serveRequests<MosaicRequest, MosaicResult>(
  async ({ mosaic, path, fileName }, signal, onProgress) => {
    if (mosaic && (await writeMosaic(mosaic, onProgress, signal)) === 0) return null;
    return inspectImage(path, { fileName, signal, ownCopy: true });
  },
);
