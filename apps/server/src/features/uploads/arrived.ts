/** Uploads that have come whole: brought to the disk of the server that checks them, and let go of afterwards. */
import { access, readdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Db } from "@nihol/db/connection";
import type { Arrivals } from "@nihol/store/files/arrivals";
import type { FileStore } from "@nihol/store/files/file-store";
import { uploadKeys } from "@nihol/store/files/upload-keys";
import {
  deleteArrival,
  findArrival,
  listArriving,
  listEnded,
  listOpen,
  listParts,
  type SenderWords,
} from "./arrival-queries.ts";

interface Place {
  db: Db;
  files: FileStore;
}

interface Clearing extends Place {
  log: (error: unknown) => void;
}

/** Milliseconds in which the bucket says that it is there. */
const answerMs = 10_000;

/** File of an upload at `landing`. */
interface Arrived {
  /** Words of its sender, as tus has them. */
  metadata: SenderWords;
  /** Of what the bucket put together; undefined where it lies on this machine alone. */
  sha256: string | undefined;
}

/** Says whether a file of this machine is there. */
export const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Tus keeps the metadata of an upload in a folder in a file beside it. */
async function readMetadata(path: string): Promise<SenderWords> {
  const kept = await readFile(`${path}.json`, "utf8").catch(() => "{}");
  return JSON.parse(kept).metadata ?? {};
}

/**
 * Brings the file of an upload to this machine. In a folder it begins with what was sent, where a server was killed after
 * it had put it aside.
 * @returns undefined where neither this machine nor the store has it
 */
export async function bringArrived({ db, files }: Place, id: string): Promise<Arrived | undefined> {
  const { file, sent } = uploadKeys(id);
  const arrival = files.arrivals && (await findArrival(db, id));
  if (arrival && files.arrivals) {
    const { metadata, multipart } = arrival;
    if (multipart === null) return undefined;
    const sha256 = await files.arrivals.bring(file, multipart, await listParts(db, id));
    return sha256 === undefined ? undefined : { metadata, sha256 };
  }
  const path = files.landing(file);
  const isBack = await files.unland(file, (await files.stat(sent)) ? sent : file);
  if (!isBack || !(await isThere(path))) return undefined;
  return { metadata: await readMetadata(path), sha256: undefined };
}

/** @throws FilesAway where no drop would succeed; one that fails alone is logged, and tried again the next time */
async function dropEnded({ db, files, log }: Clearing, arrivals: Arrivals): Promise<void> {
  for (const { id, multipart } of await listEnded(db))
    try {
      await arrivals.drop(uploadKeys(id).file, multipart);
      await deleteArrival(db, id);
    } catch (error) {
      log(error);
      await files.check(AbortSignal.timeout(answerMs));
    }
}

async function clearLandings({ db, files }: Place): Promise<void> {
  const folder = files.landing("upload");
  const names = (await readdir(folder)).filter((name) => name !== ".keep");
  const idOf = (name: string) => name.split(".")[0] ?? "";
  const open = await listOpen(db, names.map(idOf));
  for (const name of names)
    if (!open.has(idOf(name))) await rm(join(folder, name), { force: true });
}

/** Removes what arrived in the bucket, and on this machine, of uploads that were checked or given up. */
export async function clearEnded(clearing: Clearing): Promise<void> {
  const { arrivals } = clearing.files;
  if (!arrivals) return;
  await dropEnded(clearing, arrivals).catch(clearing.log);
  await clearLandings(clearing);
}

/** Removes what arrived before `time` of uploads that the database does not know: it was restored from a backup. */
export async function dropStrays({ db, files }: Place, time: Date): Promise<void> {
  const keys = [...((await files.arrivals?.keysBefore(time)) ?? [])];
  const known = await listArriving(
    db,
    keys.map((key) => basename(key)),
  );
  for (const key of keys) if (!known.has(basename(key))) await files.arrivals?.drop(key, null);
}
