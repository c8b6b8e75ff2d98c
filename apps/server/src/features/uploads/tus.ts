/** The tus 1.0 server: resumable at the byte, limited, to the owner alone. */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { isDatabaseAway } from "@nihol/db/database-away";
import { text } from "@nihol/locales/text";
import { leftForDatabase, roomOn } from "@nihol/store/files/disk-room";
import { FileMissing } from "@nihol/store/files/file-store";
import { FilesAway } from "@nihol/store/files/files-away";
import { FileStore as TusFolder } from "@tus/file-store";
import { Server, type Upload } from "@tus/server";
import type { Actor } from "../../http/actor.ts";
import { ArrivingStore } from "./arriving-store.ts";
import { type IngestContext, takeArrived } from "./check.ts";
import { uploadLocker } from "./upload-lock.ts";
import { deleteUpload, findUpload, insertUpload, type UploadRefusal } from "./upload-queries.ts";

/** Facts that the request carries from the access check into tus. */
export interface TusCaller {
  actor: Actor;
  language: string;
}

// The image, its COG beside it, and room for the database to breathe.
const roomNeeded = (size: number) => size * 2.5 + leftForDatabase;

const problemBody = (code: string, language: string, params = {}, saying = code) =>
  JSON.stringify({ code, detail: text(language, `errors.${saying}`, params) });

const tusVersion = "1.0.0";

/** Names of headers in the text of a refusal of tus: what of the request it could not use. */
const headersIn = (said = "") =>
  said.match(/\b(upload|tus|content|x)-[a-z-]+\b/gi)?.map((name) => name.toLowerCase()) ?? [];

/** Tus's own words for a request that it could not use, in the form of all our refusals. */
function refusalOfTus(said: string | undefined, language: string) {
  const headers = headersIn(said);
  const saying = headers.length > 0 ? "tus_header" : "invalid";
  return problemBody("invalid", language, { what: headers.join(", ") }, saying);
}

/** tus sends `{status_code, body}` to the client; the body is our usual problem. */
const refusal = (status: number, code: string, language: string, params = {}) => ({
  status_code: status,
  body: problemBody(code, language, params),
});

/** The language of the call that is being answered: tus does not hand it to what writes answers. */
const answeredIn = new AsyncLocalStorage<string>();

/** Answers its own refusals (a missing header, an unsupported version of tus) in the form of all others. */
class TusServer extends Server {
  override write(...[context, headers, status, body]: Parameters<Server["write"]>) {
    if (status < 400) return super.write(context, headers, status, body);
    headers.set("content-type", "application/json; charset=utf-8");
    if (body?.startsWith("{")) return super.write(context, headers, status, body);
    const language = answeredIn.getStore() ?? "";
    // Another version is no other mistake (tus 1.0, Tus-Resumable).
    if (status !== 412 && !headersIn(body).includes("tus-resumable"))
      return super.write(context, headers, status, refusalOfTus(body, language));
    headers.set("tus-version", tusVersion);
    const params = { version: `tus ${tusVersion}`, header: "Tus-Resumable" };
    const said = problemBody("invalid", language, params, "tus_version");
    return super.write(context, headers, 412, said);
  }
}

/** @throws tus's answer for an upload that may not be begun */
function refuseUnlessBegun(why: UploadRefusal | undefined, language: string) {
  if (why === undefined) return;
  const params = {
    max: limits.unusedUploads.bytes / 1024 ** 3,
    count: limits.refusedUploads.count,
    minutes: limits.refusedUploads.minutes,
  };
  throw refusal(why === "uploads_refused" ? 429 : 403, why, language, params);
}

interface TusError {
  status_code?: number;
  code?: string;
  body?: string;
}

// A write that fails with less than this left failed for want of room.
const noRoom = 1024 ** 2;

/** Our code for what tus itself refuses; undefined for refusals of ours, which have theirs. */
async function codeOf(error: TusError, folder: string) {
  if (isDatabaseAway(error)) return [503, "database_away"] as const;
  if (error instanceof FilesAway) return [503, "files_away"] as const;
  // The bucket has forgotten an upload that was cancelled meanwhile.
  if (error instanceof FileMissing) return [404, "not_found"] as const;
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
    case 501:
      return [400, "invalid"] as const;
    default:
      return (await roomOn(folder)) < noRoom
        ? ([507, "disk_full"] as const)
        : ([500, "server_error"] as const);
  }
}

function fileNameOf(upload: Upload): string {
  // the name is shown, never used as a path
  return (
    (upload.metadata?.filename ?? "")
      .normalize("NFC")
      .replace(/\p{Cc}/gu, "")
      .slice(0, 200) || "image.tif"
  );
}

/** Offers less than tus does: an upload's length is always announced, and how long a broken one is kept is our matter. */
function tusFolder(directory: string) {
  const folder = new TusFolder({ directory });
  folder.extensions = ["creation", "creation-with-upload", "termination"];
  return folder;
}

/** Store of tus that leaves no upload behind which it could not begin: each counts among its person's. */
function storeOf({ db, files, log }: IngestContext, folder: string) {
  const store = files.arrivals ? new ArrivingStore(db, files.arrivals) : tusFolder(folder);
  const create = store.create.bind(store);
  store.create = async (upload) => {
    try {
      return await create(upload);
    } catch (error) {
      await deleteUpload(db, upload.id).catch(log);
      throw error;
    }
  };
  return store;
}

/** @returns what answers a call. `callerOf` finds who is calling behind tus's own request object. */
export function tusServer(ingest: IngestContext, callerOf: (request: Request) => TusCaller) {
  const { db, files } = ingest;
  const folder = files.landing("upload");
  const server = new TusServer({
    path: `/api${paths.upload}`,
    relativeLocation: true,
    datastore: storeOf(ingest, folder),
    locker: uploadLocker(db),
    maxSize: limits.imageBytes,
    // The panel is served from here: no other site's page may call.
    allowedOrigins: [],
    namingFunction: () => randomBytes(16).toString("hex"),
    async onUploadCreate(request, upload) {
      const { actor, language } = callerOf(request as unknown as Request);
      if (upload.size === undefined)
        throw { status_code: 400, body: refusalOfTus("upload-length", language) };
      if (upload.size === 0) throw refusal(400, "file_empty", language);
      if ((await roomOn(folder)) < roomNeeded(upload.size))
        throw refusal(507, "disk_full", language);
      const { id, size } = upload;
      const mine = { id, userId: actor.id, fileName: fileNameOf(upload), size };
      refuseUnlessBegun(await insertUpload(db, mine), language);
      return {};
    },
    async onIncomingRequest(request, id) {
      const { actor, language } = callerOf(request as unknown as Request);
      const creating = (request as unknown as Request).method === "POST";
      if (!creating && !(await findUpload(db, actor, id)))
        throw refusal(404, "not_found", language);
    },
    async onUploadFinish(request, upload) {
      const { actor } = callerOf(request as unknown as Request);
      await takeArrived(ingest, { id: upload.id, userId: actor.id, fileName: fileNameOf(upload) });
      return {};
    },
    async onResponseError(request, error) {
      if ("body" in error && error.body.startsWith("{")) return undefined;
      const [status, code] = await codeOf(error as TusError, folder);
      if (status === 500) ingest.log(error);
      const { language } = callerOf(request as unknown as Request);
      if (code === "invalid") {
        // Without the extension a length must be there.
        const said =
          (error as TusError).status_code === 501 ? "upload-length" : (error as TusError).body;
        return { status_code: status, body: refusalOfTus(said, language) };
      }
      const announced = Number((request as unknown as Request).headers.get("upload-length"));
      if (code === "file_too_large" && announced <= limits.imageBytes)
        return refusal(status, "more_than_announced", language);
      return refusal(status, code, language, { max: limits.imageBytes / 1024 ** 2 });
    },
  });
  return (request: IncomingMessage, answer: ServerResponse, language: string) =>
    answeredIn.run(language, () => server.handle(request, answer));
}
