import { serveRequests } from "../children/serve-requests.ts";
import { bandImage } from "../ingest/band-image.ts";
import { inspectImage } from "../ingest/ingest.ts";
import { mendImage } from "../mend/mend.ts";
import { sharp } from "../native/image-library.ts";
import { openRaster } from "../raster/raster.ts";
import { renderFragment } from "./fragment-image.ts";
import { renderImageTile } from "./image-tile.ts";
import { photoHash } from "./photo-hash.ts";
import { paperPhoto, photoMetadata, previewPhoto, reencodePhoto } from "./render-photo.ts";
import type { RenderRequest } from "./render-requests.ts";
import { renderThumbnail } from "./thumbnail.ts";

/**
 * The process that decodes pixels for programs that must not: started by `render-lane.ts`, one request at a time. An
 * image that brings it down takes nothing else along.
 */
function start(): void {
  sharp.concurrency(1);
  serveRequests(perform);
}

async function perform(request: RenderRequest): Promise<unknown> {
  switch (request.kind) {
    case "inspect":
      return await inspectImage(request.ask.path, {
        ownCopy: true,
        ...(request.ask.fileName ? { fileName: request.ask.fileName } : {}),
      });
    case "mend":
      return await mendImage(request.ask.path, request.ask);
    case "bandImage":
      return await bandImage(request.ask.path, request.ask.facts, request.ask.roles);
    case "fragment": {
      const raster = await openRaster(request.ask.path, request.ask.facts);
      return await renderFragment(raster, request.ask.area, request.ask.options);
    }
    case "tile": {
      const { path, facts, z, x, y, stretch, view } = request.ask;
      return await renderImageTile(await openRaster(path, facts), z, x, y, stretch, view);
    }
    case "thumbnail": {
      const { path, facts, stretch } = request.ask;
      return await renderThumbnail(await openRaster(path, facts), stretch);
    }
    case "photo":
      return await reencodePhoto(Buffer.from(request.ask.bytes));
    case "photoHash":
      return await photoHash(Buffer.from(request.ask.bytes));
    case "photoMetadata":
      return await photoMetadata(request.ask.path);
    case "paper":
      return await paperPhoto(request.ask.path);
    case "preview":
      return await previewPhoto(request.ask.path);
  }
}

start();
