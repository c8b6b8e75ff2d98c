/** Ingest: an upload that has arrived is read in a child process, and is ready or refused with the reason. */

import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Db } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import { fingerprintOf } from "@nihol/geo/tiff/fingerprint";
import type { FileStore } from "@nihol/store/files/file-store";
import { type UploadKeys, uploadKeys } from "@nihol/store/files/upload-keys";
import {
  type Beside,
  ImageRefused,
  inspectInChild,
  isMendable,
  mendInChild,
  RenderBusy,
  RenderTimedOut,
} from "@nihol/vision/render/render-pool";
import { outlastOutages, type Waiting } from "../../http/outage.ts";
import type { InTurn } from "../../shared/threads/in-turn.ts";
import { findArrival, listWhole, type SenderWords } from "./arrival-queries.ts";
import { bringArrived, clearEnded, isThere } from "./arrived.ts";
import type { CheckLeases } from "./check-leases.ts";
import { noteFound, noteMissing } from "./missing-upload-queries.ts";
import {
  listReceiving,
  type StoredProblem,
  setArrived,
  takeFreeChecks,
  updateUpload,
} from "./upload-queries.ts";

const againMs = 5000;

/** Tools of a check; `closing` is aborted when the server ends, and what was being checked waits for the next start. */
export interface IngestContext extends Waiting {
  db: Db;
  files: FileStore;
  log: (error: unknown) => void;
  leases: Pick<CheckLeases, "hold">;
  /** Lets one check of a person run at a time, so that one person's many files do not delay others. */
  inTurn: InTurn<number>;
}

/** An upload whose last byte has come. */
interface Arrived {
  id: string;
  userId: number;
  fileName: string;
}

/** The reason that lies in the file; a crash over it is taken for damage. */
function problemOf(error: unknown): StoredProblem {
  if (error instanceof ImageRefused) return { code: error.code, params: error.params };
  if (error instanceof RenderTimedOut) return { code: "timed_out", params: {} };
  return { code: "damaged", params: {} };
}

/**
 * Reads the file, waiting while the readers are busy; where it cannot be read as it is, it is mended if it can be.
 * @param beside what its sender said of the files beside it
 * @param to where what is mended is put
 * @throws the signal's reason when the server ends meanwhile
 */
async function inspect(
  { files, closing }: IngestContext,
  key: string,
  { fileName, userId }: Arrived,
  { beside, to }: { beside: Beside; to: string },
) {
  const path = files.landing(key);
  const asking = { asker: String(userId) };
  let read = () => inspectInChild(path, fileName, asking);
  let hasTried = false;
  for (;;) {
    closing.throwIfAborted();
    try {
      return { facts: await read() };
    } catch (error) {
      // The readers end with the server: that says nothing about the file.
      closing.throwIfAborted();
      if (error instanceof RenderBusy) await wait(againMs, undefined, { signal: closing });
      else if (!hasTried && error instanceof ImageRefused && isMendable(error)) {
        hasTried = true;
        read = () => mendInChild({ path, fileName, beside, to }, asking);
      } else return { problem: problemOf(error) };
    }
  }
}

/** Words of its sender on the files beside it. */
function besideOf(metadata: SenderWords): Beside {
  const text = (name: string) => metadata[name] ?? undefined;
  const [world, projection, aux] = ["worldfile", "projection", "auxxml"].map(text);
  return { ...(world && { world }), ...(projection && { projection }), ...(aux && { aux }) };
}

/**
 * Reads one upload when its person's earlier ones are read; its row says what came of it. A refused file is deleted:
 * it is of no use to anybody. Never rejects: what the server itself could not do stays to be checked at the next start.
 */
export function checkUpload(ingest: IngestContext, upload: Arrived): Promise<void> {
  return ingest.leases.hold(upload.id, async () => {
    // Before its turn, which may come late: no other server takes for lost what is here.
    await sayFound(ingest, upload.id);
    await ingest.inTurn(upload.userId, () => readUpload(ingest, upload));
  });
}

/**
 * Never rejects: the check itself says it again. Of what arrives in the bucket, a file here may be a part; that is found
 * when it is put together.
 */
async function sayFound({ db, files }: IngestContext, id: string): Promise<void> {
  try {
    if (files.arrivals && (await findArrival(db, id))) return;
    if (await isThere(files.landing(uploadKeys(id).file))) await noteFound(db, id);
  } catch {}
}

async function fileFingerprint(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = async (offset: number, length: number) =>
      (await file.read(Buffer.alloc(length), 0, length, offset)).buffer;
    return await fingerprintOf({ size, read });
  } finally {
    await file.close();
  }
}

/** Gives a converted file its upload's place; what was sent stays beside it. */
async function keepBoth(files: FileStore, { file, sent }: UploadKeys, mended: string) {
  await files.put(sent, { moveFrom: files.landing(file) });
  await files.put(file, { moveFrom: mended });
}

/** Leaves it to a server that has the file; what none has had for long is refused, and nothing of it is kept. */
async function giveUp({ db, files }: IngestContext, id: string): Promise<void> {
  if (!(await noteMissing(db, id))) return;
  for (const key of Object.values(uploadKeys(id))) await files.erase(key);
}

async function readUpload(ingest: IngestContext, upload: Arrived): Promise<void> {
  const { id } = upload;
  const { files } = ingest;
  const keys = uploadKeys(id);
  const { file: key } = keys;
  const work = await files.workFolder();
  try {
    const arrived = await bringArrived(ingest, id);
    if (!arrived) return await giveUp(ingest, id);
    const path = files.landing(key);
    await noteFound(ingest.db, id);
    // Before the check, which may take foreign metadata out of the file, and which says why one cannot be read.
    const fingerprint = await fileFingerprint(path).catch(() => undefined);
    const mended = join(work.dir, "mended.tif");
    const beside = besideOf(arrived.metadata);
    const { facts, problem } = await inspect(ingest, key, upload, { beside, to: mended });
    if (facts?.mended) await keepBoth(files, keys, mended);
    else if (facts) await files.land(key, arrived.sha256);
    const status = facts ? "ready" : "refused";
    const sent_key = facts?.mended ? keys.sent : null;
    const columns = { status, facts, problem, fingerprint, sent_key } as const;
    await outlastOutages(ingest, () => updateUpload(ingest.db, id, columns));
    await clearEnded(ingest);
    if (facts) return;
    // Its sender has it still, and was told what is wrong with it.
    await files.erase(key);
    await files.erase(keys.notes);
  } catch (error) {
    if (!ingest.closing.aborted) ingest.log(error);
  } finally {
    await work.remove();
  }
}

/** The last byte is there. Its bytes are safe, so an outage of the database delays the check and fails nothing. */
export async function takeArrived(ingest: IngestContext, upload: Arrived): Promise<void> {
  const arrive = () => setArrived(ingest.db, upload.id);
  const check = async (isFirst: boolean) => {
    if (isFirst) await checkUpload(ingest, upload);
  };
  try {
    void check(await arrive());
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    void outlastOutages(ingest, arrive).then(check).catch(ingest.log);
  }
}

/** Uploads whose server was killed between their last byte and its row. */
async function listArrived({ db, files }: IngestContext): Promise<string[]> {
  if (files.arrivals) return (await listWhole(db)).map(({ id }) => id);
  const whole: string[] = [];
  for (const { id, size } of await listReceiving(db)) {
    const file = await stat(files.landing(uploadKeys(id).file)).catch(() => undefined);
    if (file?.size === Number(size)) whole.push(id);
  }
  return whole;
}

/** Continues the checks that a stopped or killed server left unfinished, this one or another. */
export async function checkLeftUploads(ingest: IngestContext): Promise<void> {
  for (const id of await listArrived(ingest)) await setArrived(ingest.db, id);
  const left = await takeFreeChecks(ingest.db);
  // Beside them: an outage of the store delays no check of what it has given already.
  await Promise.all([
    clearEnded(ingest).catch(ingest.log),
    ...left.map((row) =>
      checkUpload(ingest, { id: row.id, userId: row.user_id, fileName: row.file_name }),
    ),
  ]);
}
