/** Makes the small image of what a source offers: a process of its own, since the bytes are a stranger's. */
import { writeFile } from "node:fs/promises";
import type { Bbox } from "@nihol/geo/geometry";
import { serveRequests } from "@nihol/vision/children/serve-requests";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { type MosaicOrder, writeMosaic } from "@nihol/vision/mosaic/tile-mosaic";
import { type AreaPreview, previewArea } from "@nihol/vision/render/area-preview";
import { type AreaFile, showSameCapture } from "@nihol/vision/render/same-area";

export interface PreviewRequest {
  /** Null where the file is there already: a window of a larger one. */
  mosaic: MosaicOrder | null;
  /** The GeoTIFF that is written, or there. */
  path: string;
  fileName: string;
  area: Bbox;
  side: number;
  /** Where the small image is written, as WebP. */
  target: string;
  /** Images of the same day and place that are here already. */
  here: readonly (AreaFile & { id: number })[];
}
/** Null when nothing of the area is shown. */
export type PreviewResult =
  | (Omit<AreaPreview, "webp"> & {
      /** Number of the image in `here` that shows the same capture; null where none does. */
      same: number | null;
    })
  | null;

serveRequests<PreviewRequest, PreviewResult>(
  async ({ mosaic, path, fileName, area, side, target, here }, signal) => {
    if (mosaic && (await writeMosaic(mosaic, () => {}, signal)) === 0) return null;
    const facts = await inspectImage(path, { fileName, signal, ownCopy: true });
    const preview = await previewArea(path, facts, area, side);
    if (!preview) return null;
    const { webp, ...said } = preview;
    await writeFile(target, webp);
    for (const { id, ...other } of here) {
      signal.throwIfAborted();
      // An image in `here` that cannot be read is no reason to lose the capture.
      const isSame = await showSameCapture({ path, facts }, other, area).catch(() => false);
      if (isSame) return { ...said, same: id };
    }
    return { ...said, same: null };
  },
);
