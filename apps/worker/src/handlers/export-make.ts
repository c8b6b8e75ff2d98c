/** `export.make`: a list as a file, written by a process that reads it as the screen does. */

import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { exportEndings, isTrainingFormat } from "@nihol/contract/values/exports";
import { codeOf, traceOf } from "@nihol/contract/values/thrown";
import { connect } from "@nihol/db/connection";
import type { DatabaseConfig } from "@nihol/db/launcher/database-config";
import { catchesUp } from "@nihol/db/read-replica";
import { deleteExpiredExports } from "@nihol/store/exports/cleanup";
import type {
  ExportProgress,
  ExportRequest,
  ExportResult,
} from "@nihol/store/exports/export-request";
import {
  claimOrFailExport,
  completeExport,
  type ExportRow,
  failExport,
  releaseExport,
  updateProgress,
} from "@nihol/store/exports/export-rows";
import { ChildDied } from "@nihol/vision/children/child-pool";
import { messageOfError } from "../child/end-message.ts";
import type { CocoProgress, CocoRequest } from "../coco/coco-child.ts";
import type { Handler } from "../runner/job-context.ts";
import type { Services } from "../runner/services.ts";

const NOTE_EVERY_MS = 1000;

export const makeExport: Handler<"export.make"> = async (
  { export: id },
  { services, signal, isOutage, resumed },
) => {
  const db = services.db.sql;
  const row = await claimOrFailExport(db, id, resumed);
  if (!row) return;
  const progress: ExportProgress = { rows: 0, count: row.row_count };
  const gone = new AbortController();
  const following = setInterval(() => {
    // Progress may get lost in an outage; a deletion is noticed a second later.
    updateProgress(db, id, progress).then(
      (isWanted) => isWanted || gone.abort(new Error("the export was deleted")),
      () => {},
    );
  }, NOTE_EVERY_MS);
  try {
    await writeFile(row, services, AbortSignal.any([signal, gone.signal]), progress);
    await deleteExpiredExports(db, services.files);
  } catch (error) {
    if (gone.signal.aborted) return;
    if (signal.aborted) await releaseExport(db, id).catch(() => {});
    const problem = isOutage(error) ? undefined : problemOf(error);
    // An export that was killed, or lost its database or store of files, is begun again, up to the limit of attempts.
    if (signal.aborted || problem === undefined) throw error;
    if (problem === "server_error") services.log(`export ${id}: ${traceOf(error)}`);
    await failExport(db, id, problem);
  } finally {
    clearInterval(following);
  }
};

/** Milliseconds in which a standby gets what was there when the file was asked for. */
const standbyMs = 10_000;

/** The standby, where it has what was there when the file was asked for, else the database itself. */
async function sourceOf({ db, standby }: Services): Promise<DatabaseConfig> {
  if (!standby) return db.config;
  const line = connect(standby, { applicationName: "nihol export", max: 1 });
  try {
    return (await catchesUp(db.sql, line.sql, standbyMs)) ? standby : db.config;
  } finally {
    await line.close();
  }
}

/** Writes the file and names it in the row. */
async function writeFile(
  row: ExportRow,
  services: Services,
  signal: AbortSignal,
  progress: ExportProgress,
): Promise<void> {
  const { db, files, tasks, standby } = services;
  const folder = await files.workFolder();
  try {
    const { list, format, query, actor, language, time_zone: timeZone } = row;
    const { config } = db;
    const wish = { list, format, query, actor, language, timeZone };
    const onProgress = (now: ExportProgress) => void Object.assign(progress, now);
    // For a training format the list writes the numbers of the images that its reader may see; they are packed afterwards.
    const isTraining = isTrainingFormat(format);
    const writeFrom = (from: DatabaseConfig, name: string) => {
      const request: ExportRequest = { ...wish, config: from, path: join(folder.dir, name) };
      const following = { signal, ...(!isTraining && { onProgress }) };
      return tasks.exports.run<ExportResult, ExportProgress>(request, following);
    };
    let path = join(folder.dir, "file");
    const listed = await writeFrom(await sourceOf(services), "file").catch((error: unknown) => {
      // A standby ends what is in the way of what it has to replay, and may be gone.
      if (signal.aborted || !standby) throw error;
      path = join(folder.dir, "again");
      return writeFrom(config, "again");
    });
    const { rows } = isTraining
      ? await packForTraining(config, path, folder.dir, tasks, { signal, onProgress })
      : listed;
    const key = `export/${row.id}-${randomUUID()}.${exportEndings[format]}`;
    const { size } = await files.put(key, { moveFrom: path });
    if (!(await completeExport(db.sql, row.id, { key, size, rows }))) await files.delete(key);
  } finally {
    await folder.remove();
  }
}

/** Replaces the file at `path`, a JSON list of numbers of images, by an archive of these images and their labels. */
async function packForTraining(
  config: ExportRequest["config"],
  path: string,
  dir: string,
  tasks: Services["tasks"],
  following: { signal: AbortSignal; onProgress: (now: ExportProgress) => void },
): Promise<ExportResult> {
  const images: number[] = JSON.parse(await readFile(path, "utf8"));
  const [folder, archive] = [join(dir, "fragments"), join(dir, "archive")];
  await mkdir(folder);
  const request: CocoRequest = { config, images, folder, path: archive };
  const done = await tasks.coco.run<CocoProgress, CocoProgress>(request, following);
  await rename(archive, path);
  return done;
}

/** A code of errors.json; undefined where trying again may help. */
function problemOf(error: unknown): string | undefined {
  // JavaScript's heap was full, and would be full again.
  if (error instanceof ChildDied) return error.killedBy === "SIGABRT" ? "server_error" : undefined;
  const { code } = messageOfError(error);
  if (["ENOSPC", "EDQUOT", "EFBIG"].includes(codeOf(error) ?? "")) return "disk_full";
  return code === "internal" ? "server_error" : code;
}
