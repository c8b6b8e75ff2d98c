/** The tus 1.0 server: resumable at the byte, limited, to the owner alone. */
import { randomBytes } from "node:crypto";
import { statfs } from "node:fs/promises";
import { limits } from "@nihol/contract/limits";
import { paths } from "@nihol/contract/paths";
import { text } from "@nihol/locales/text";
import { FileStore as TusFolder } from "@tus/file-store";
import { Server, type Upload } from "@tus/server";
import type { Actor } from "../../http/actor.ts";
import { checkUpload, type Door } from "./check.ts";
import { findUpload, insertUpload, markArrived } from "./queries.ts";

/** What the request carries from the access check into tus. */
export interface TusCaller {
  actor: Actor;
  language: string;
}

// The picture, its COG beside it, and room for the database to breathe.
const roomNeeded = (size: number) => size * 2.5 + 512 * 1024 ** 2;

/** tus sends `{status_code, body}` to the client; the body is our usual problem. */
function refusal(status: number, code: string, language: string, params = {}) {
  return {
    status_code: status,
    body: JSON.stringify({ code, detail: text(language, `errors.${code}`, params) }),
  };
}

async function roomIn(folder: string): Promise<number> {
  const disk = await statfs(folder);
  return disk.bavail * disk.bsize;
}

interface TusError {
  status_code?: number;
  code?: string;
}

// A write that fails with less than this left failed for want of room.
const noRoom = 1024 ** 2;

/** Our code for what tus itself refuses; undefined for refusals of ours, which have theirs. */
async function codeOf(error: TusError, folder: string) {
  if (error.code === "ENOSPC" || error.code === "EDQUOT") return [507, "disk_full"] as const;
  if (error.code === "ENOENT") return [404, "not_found"] as const;
  switch (error.status_code) {
    case 404:
    case 410:
      return [404, "not_found"] as const;
    case 409:
      return [409, "conflict"] as const;
    case 413:
      return [413, "file_too_large"] as const;
    case 400:
    case 403:
      return [400, "invalid"] as const;
    default:
      return (await roomIn(folder)) < noRoom
        ? ([507, "disk_full"] as const)
        : ([500, "server_error"] as const);
  }
}

function fileNameOf(upload: Upload): string {
  // the name is shown, never used as a path
  return (
    (upload.metadata?.filename ?? "image.tif").replace(/\p{Cc}/gu, "").slice(0, 200) || "image.tif"
  );
}

/** `callerOf` finds who is calling behind tus's own request object. */
export function tusServer(door: Door, callerOf: (request: Request) => TusCaller) {
  const { db, files } = door;
  const folder = files.path("upload");
  return new Server({
    path: `/api${paths.upload}`,
    relativeLocation: true,
    datastore: new TusFolder({ directory: folder }),
    maxSize: limits.imageBytes,
    // The panel is served from here: no other site's page may call.
    allowedOrigins: [],
    namingFunction: () => randomBytes(16).toString("hex"),
    async onUploadCreate(request, upload) {
      const { actor, language } = callerOf(request as unknown as Request);
      if (upload.size === undefined) throw refusal(400, "invalid", language);
      if (upload.size === 0) throw refusal(400, "file_empty", language);
      if ((await roomIn(folder)) < roomNeeded(upload.size))
        throw refusal(507, "disk_full", language);
      const { id, size } = upload;
      const mine = { id, userId: actor.id, fileName: fileNameOf(upload), size };
      const max = limits.unusedUploads.bytes / 1024 ** 3;
      if (!(await insertUpload(db, mine))) throw refusal(403, "uploads_unused", language, { max });
      return {};
    },
    async onIncomingRequest(request, id) {
      const { actor, language } = callerOf(request as unknown as Request);
      const creating = (request as unknown as Request).method === "POST";
      if (!creating && !(await findUpload(db, actor, id)))
        throw refusal(404, "not_found", language);
    },
    async onUploadFinish(_request, upload) {
      if (await markArrived(db, upload.id)) void checkUpload(door, upload.id, fileNameOf(upload));
      return {};
    },
    async onResponseError(request, error) {
      if ("body" in error && error.body.startsWith("{")) return undefined;
      const [status, code] = await codeOf(error as TusError, folder);
      if (status === 500) door.log(error);
      const { language } = callerOf(request as unknown as Request);
      return refusal(status, code, language, { max: limits.imageBytes / 1024 ** 2 });
    },
  });
}
