/** An image as a file: as it is kept, as it was uploaded, and small. */
import type { imageFiles } from "@nihol/contract/values/imagery";
import { thumbnailInChild } from "@nihol/vision/render/render-pool";
import type { FastifyReply, FastifyRequest } from "fastify";
import { askingOf } from "../../http/asking.ts";
import { sendRanges } from "../../http/send-ranges.ts";
import type { Services } from "../../http/services.ts";
import { redirectToFile } from "../../http/stored-link.ts";
import { attachmentHeader } from "../../shared/attachments/attached-file-download.ts";
import type { findImageFile } from "./whole-image-queries.ts";

type Image = NonNullable<Awaited<ReturnType<typeof findImageFile>>>;

/** The file under its own name, or as GeoTIFF; whole or the ranges that are asked for. */
export async function sendImageFile(
  { files }: Pick<Services, "files">,
  request: FastifyRequest,
  reply: FastifyReply,
  image: Image,
  file: (typeof imageFiles)[number],
) {
  const isCog = file === "cog.tif";
  const kept = isCog ? image.cog_key : (image.sent_key ?? image.original_key);
  // Takes a file that was mended at the door before both were kept for a TIFF, whatever was sent.
  const isTiff = isCog || (image.mended !== null && image.sent_key === null);
  const name = isTiff ? `${image.file_name.replace(/\.[^.]*$/, "")}.tif` : image.file_name;
  const type = isCog ? "image/tiff" : "application/octet-stream";
  const disposition = attachmentHeader(name);
  const elsewhere = await redirectToFile(request, reply, files, { key: kept, type, disposition });
  if (elsewhere) return elsewhere;
  return sendRanges(request, reply, { path: await files.local(kept), type, name: disposition });
}

/** The image as WebP, or 304 when the reader has it already: what a capture shows is fixed by its hash. */
export async function sendThumbnail(
  { files }: Pick<Services, "files">,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, date_hash, cog_key, facts }: Image,
) {
  const etag = `"${id}-${date_hash.slice(0, 16)}"`;
  reply
    .header("etag", etag)
    .header("cache-control", "private, max-age=604800")
    .header("vary", "authorization");
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  const path = await files.local(cog_key);
  const webp = await thumbnailInChild({ path, facts }, facts.stretch, askingOf(request, reply));
  return reply.type("image/webp").send(webp);
}
