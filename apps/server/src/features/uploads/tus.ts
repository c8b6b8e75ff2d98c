/** The tus 1.0 server: resumable at the byte, limited, to the owner alone. */
import { randomBytes } from "node:crypto";
import { statfs } from "node:fs/promises";
import { limits } from "@nihol/contract/limits";
import { paths } from "@nihol/contract/paths";
import type { FileStore } from "@nihol/db/file-store";
import type { Database } from "@nihol/db/tables";
import { text } from "@nihol/locales/text";
import { FileStore as TusFolder } from "@tus/file-store";
import { Server, type Upload } from "@tus/server";
import type { Kysely } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { checkUpload } from "./check.ts";
import { findUpload, insertUpload, updateUpload } from "./queries.ts";

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

async function checkRoom(folder: string, size: number, language: string) {
  const disk = await statfs(folder);
  if (disk.bavail * disk.bsize < roomNeeded(size)) throw refusal(507, "disk_full", language);
}

function fileNameOf(upload: Upload): string {
  // the name is shown, never used as a path
  return (
    (upload.metadata?.filename ?? "image.tif").replace(/\p{Cc}/gu, "").slice(0, 200) || "image.tif"
  );
}

/** `callerOf` finds who is calling behind tus's own request object. */
export function tusServer(
  db: Kysely<Database>,
  files: FileStore,
  callerOf: (request: Request) => TusCaller,
) {
  const folder = files.path("upload");
  return new Server({
    path: `/api${paths.upload}`,
    relativeLocation: true,
    datastore: new TusFolder({ directory: folder }),
    maxSize: limits.imageBytes,
    namingFunction: () => randomBytes(16).toString("hex"),
    async onUploadCreate(request, upload) {
      const { actor, language } = callerOf(request as unknown as Request);
      if (!upload.size) throw refusal(400, "file_empty", language);
      await checkRoom(folder, upload.size, language);
      await insertUpload(db, {
        id: upload.id,
        userId: actor.id,
        fileName: fileNameOf(upload),
        size: upload.size,
      });
      return {};
    },
    async onIncomingRequest(request, id) {
      const { actor, language } = callerOf(request as unknown as Request);
      const creating = (request as unknown as Request).method === "POST";
      if (!creating && !(await findUpload(db, actor, id)))
        throw refusal(404, "not_found", language);
    },
    async onUploadFinish(_request, upload) {
      await updateUpload(db, upload.id, { status: "checking" });
      void checkUpload(db, files, upload.id, fileNameOf(upload));
      return {};
    },
    onResponseError(request, error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") return undefined;
      return refusal(507, "disk_full", callerOf(request as unknown as Request).language);
    },
  });
}
