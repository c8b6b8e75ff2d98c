/** A file of a request: stored as it arrives, then checked; a refused file is deleted. */

import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { AttachedFile } from "@nihol/contract/attached-files";
import { type FileKind, fileEndings } from "@nihol/contract/values/files";
import { limits } from "@nihol/contract/values/limits";
import type { Db } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import type { FileStore } from "@nihol/store/files/file-store";
import { ImageRefused, previewInChild, RenderBusy } from "@nihol/vision/render/render-pool";
import type { FastifyRequest } from "fastify";
import type { FileQuestion, FileVerdict } from "../../file-check/file-thread.ts";
import { needRoom } from "../../http/disk-room.ts";
import { FieldProblem, refuseField } from "../../http/problem.ts";
import { sentStream } from "../../http/sent-file.ts";
import { threadPool } from "../threads/thread-pool.ts";
import { type FileOwner, findSameFile, type NewFile } from "./attached-file-sql.ts";

const checkInThread = threadPool<FileQuestion, FileVerdict>({
  module: new URL("../../file-check/file-thread.ts", import.meta.url),
  timeoutMs: 30_000,
  memoryMb: 768,
  atOnce: 1,
  maxWaiting: 16,
});

interface Received {
  name: string;
  size: number;
  sha256: string;
}

/** Signs that turn the direction of writing make `gpj.exe` look like `exe.jpg`. */
const hidden = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A name as it was sent, in any script, without a path; at most 200 characters with its ending. */
function cleanName(sent: string): string {
  const last = sent.normalize("NFC").replace(hidden, "").split(/[\\/]/).at(-1)?.trim() ?? "";
  if (last.length <= 200) return last || "file";
  const dot = last.lastIndexOf(".");
  const ending = dot > 0 && last.length - dot <= 10 ? last.slice(dot) : "";
  return last.slice(0, 200 - ending.length) + ending;
}

/**
 * Stores the bytes of the request's file under `key`, counting and hashing them on their way.
 * @throws {FieldProblem} under `file` when it is missing, empty or too large; then nothing is stored
 */
async function receive(request: FastifyRequest, files: FileStore, key: string): Promise<Received> {
  const { name, pieces } = await sentStream(request, limits.attachedFileBytes);
  const hash = createHash("sha256");
  let size = 0;
  async function* counted() {
    for await (const piece of pieces) {
      hash.update(piece);
      size += piece.length;
      yield piece;
    }
    if (size === 0) refuseField("file", "file_empty");
  }
  await files.put(key, Readable.from(counted(), { objectMode: false }));
  return { name: cleanName(name), size, sha256: hash.digest("hex") };
}

/** @throws {FieldProblem} with the reason, and in front of it the file of an archive that it is about */
async function checkKind(path: string, name: string): Promise<FileKind> {
  const verdict = await checkInThread({ path, name });
  if (!verdict) return refuseField("file", "file_uncheckable");
  if ("kind" in verdict) return verdict.kind;
  const { code, params, entry } = verdict.refusal;
  const reason = { code, params };
  throw new FieldProblem({
    file: entry ? [{ code: "archive_entry", params: { what: entry } }, reason] : [reason],
  });
}

/** A preview of an image, which also proves that its pixels can be decoded. */
async function keepPreview(files: FileStore, key: string, asker: string): Promise<string> {
  const webp = await previewInChild(await files.local(key), { asker }).catch((error: unknown) => {
    if (error instanceof RenderBusy) throw error;
    const code = error instanceof ImageRefused ? error.code : undefined;
    if (code === "gdal_missing") return refuseField("file", "photo_heic");
    return refuseField("file", code === "too_large" ? "image_too_large" : "file_damaged", {
      max: 120,
    });
  });
  const previewKey = `${key}.webp`;
  await files.put(previewKey, webp);
  return previewKey;
}

/** A file left behind does no harm; a row without its file would be an error. */
export async function deleteStored(files: FileStore, keys: string[]) {
  for (const key of keys) await files.delete(key).catch(() => undefined);
}

const hasEnding = (name: string) => /[^.]\.[^.\s]{1,10}$/.test(name);

/**
 * Takes the file of a request for an owner; `write` makes its row. When anything fails, nothing is kept.
 * @throws {FieldProblem} under `file` with the reason
 * @throws {Problem} 503 while too many are being checked, 507 without room on the disk
 */
export async function takeFile(
  request: FastifyRequest,
  { db, files }: { db: Db; files: FileStore },
  owner: FileOwner,
  write: (file: NewFile) => Promise<AttachedFile>,
): Promise<AttachedFile> {
  await needRoom(files, limits.attachedFileBytes);
  const key = `attachment/${owner.table}/${owner.id}/${randomUUID()}`;
  const received = await receive(request, files, key);
  try {
    const same = await findSameFile(db, owner, received.sha256);
    if (same !== undefined) refuseField("file", "file_duplicate", { name: same });
    const kind = await checkKind(await files.local(key), received.name);
    const isImage = kind === "jpeg" || kind === "png" || kind === "heic";
    const previewKey = isImage ? await keepPreview(files, key, String(request.actor.id)) : null;
    const name = hasEnding(received.name) ? received.name : received.name + fileEndings[kind][0];
    return await write({ ...received, name, kind, key, previewKey });
  } catch (error) {
    // A commit whose answer was lost may have named the file: then only reconciliation can know.
    if (!isDatabaseAway(error)) await deleteStored(files, [key, `${key}.webp`]);
    throw error;
  }
}
