/** Photos: read from a multipart body, checked and re-encoded in a child, stored as WebP without metadata. */
import { randomUUID } from "node:crypto";
import { photoKinds } from "@nihol/contract/values/files";
import { limits } from "@nihol/contract/values/limits";
import { isDatabaseAway } from "@nihol/db/database-away";
import type { FileStore } from "@nihol/store/files/file-store";
import { ImageRefused, RenderBusy, reencodePhotoInChild } from "@nihol/vision/render/render-pool";
import type { FastifyReply, FastifyRequest } from "fastify";
import { notFound, refuseField } from "../../http/problem.ts";
import { sentBytes } from "../../http/sent-file.ts";

type SafePhoto = Awaited<ReturnType<typeof reencodePhotoInChild>>;
/** Facts of a photo beside its pixels: its metadata before they were stripped, its checksum and its hash. */
export type PhotoFacts = Omit<SafePhoto, "webp" | "width" | "height">;

/** Checks the photo of a request and re-encodes it as WebP of a limited size. */
async function readPhoto(request: FastifyRequest): Promise<SafePhoto> {
  const { bytes } = await sentBytes(request, limits.photoBytes);
  if (bytes.length === 0) refuseField("file", "file_empty");
  return reencodePhotoInChild(bytes, { asker: String(request.actor.id) }).catch(
    (error: unknown) => {
      if (error instanceof RenderBusy) throw error;
      return refusePhoto(error);
    },
  );
}

/** Says why a photo is not taken, and how to mend it. */
function refusePhoto(error: unknown): never {
  if (!(error instanceof ImageRefused)) return refuseField("file", "file_damaged");
  // Only HEIC asks for GDAL.
  if (error.code === "gdal_missing") refuseField("file", "photo_heic");
  if (error.code === "not_an_image")
    refuseField("file", "file_types", { types: photoKinds.join(", ") });
  if (error.code === "too_large")
    refuseField("file", "image_too_large", { max: Number(error.params.maxPixels) / 1e6 });
  return refuseField("file", "file_damaged");
}

/** After the commit: a file left behind does no harm, a row without its file would be an error. */
export async function deletePhoto(files: FileStore, key: string | null | undefined) {
  if (key) await files.delete(key).catch(() => undefined);
}

/**
 * Stores the photo of a request under a new key below `prefix`. `write` puts the key into its row and
 * returns the one that stood there, whose file then goes; when it throws, the new file goes.
 * @throws {FieldProblem} under `file` when it is missing, too large or not a photo
 */
export async function keepPhoto(
  request: FastifyRequest,
  files: FileStore,
  prefix: string,
  write: (key: string, facts: PhotoFacts) => Promise<string | null | undefined>,
): Promise<void> {
  const key = `${prefix}/${randomUUID()}.webp`;
  const { webp, ...facts } = await readPhoto(request);
  await files.put(key, webp);
  try {
    await deletePhoto(files, await write(key, facts));
  } catch (error) {
    // A commit whose answer was lost may have named the file: then only reconciliation can know.
    if (!isDatabaseAway(error)) await deletePhoto(files, key);
    throw error;
  }
}

/**
 * Takes a photo away: `write` empties its row and returns the key that stood there, whose file then goes.
 * @throws {Problem} 404 when there was none
 */
export async function removePhoto(
  files: FileStore,
  write: () => Promise<string | null | undefined>,
): Promise<void> {
  const key = await write();
  if (!key) throw notFound();
  await deletePhoto(files, key);
}

/** Sends a stored photo, or 404 when there is none. */
export async function sendPhoto(
  reply: FastifyReply,
  files: FileStore,
  key: string | null | undefined,
) {
  if (!key) throw notFound();
  const photo = await files.get(key);
  return (
    reply
      // The next person at the same browser asks with another token, and is checked anew.
      .header("cache-control", "private, max-age=86400")
      .header("vary", "authorization")
      .type("image/webp")
      .send(photo)
  );
}
