/** `imagery.fetch`: an area of a source on a day becomes a GeoTIFF, which then is prepared like one that was uploaded. */
import { createHash } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { json } from "@nihol/db/json";
import { bboxOf } from "@nihol/geo/polygon";
import { polite } from "@nihol/sources/fetch/politely";
import { openFetcher } from "@nihol/sources/fetch/source-fetcher";
import { SourceProblem } from "@nihol/sources/fetch/source-problem";
import type { Grid } from "@nihol/sources/kinds/grid";
import { gridFor } from "@nihol/sources/kinds/pieces";
import { findSourceWithCredential, listHosts, originOf } from "@nihol/store/sources/source-rows";
import { sql } from "kysely";
import { Refused } from "../child/end-message.ts";
import { fetchHoursMax, withinHours } from "../imagery/fetch-deadline.ts";
import { fetchPieces, pieceName } from "../imagery/fetch-pieces.ts";
import { fetchWindow } from "../imagery/fetch-window.ts";
import type { MosaicRequest, MosaicResult } from "../imagery/mosaic-child.ts";
import type { Handler } from "../runner/job-context.ts";
import type { Services } from "../runner/services.ts";
import { prepareJob } from "./jobs-of-process.ts";
import { PROCESS_TRIES, type ProcessRow, settleError } from "./process-rows.ts";

const PROGRESS_EVERY_MS = 1000;
/** The asking is most of it; the rest is putting together. */
const ASKED = 0.9;

export const fetchImagery: Handler<"imagery.fetch"> = async ({ process: id }, context) => {
  const { services } = context;
  const row = await claim(services, id);
  if (!row) return;
  const follower = services.watch.follow(id, row.run);
  try {
    if (context.retries > PROCESS_TRIES + 2) throw new Refused("worker_died");
    const signal = AbortSignal.any([context.signal, follower.signal]);
    await withinHours(fetchHoursMax, signal, (either) => fetchImage(row, services, either));
    await services.jobs.sendAll([prepareJob(id)]);
  } catch (error) {
    await settleError(error, row, context, follower.signal);
  } finally {
    follower.release();
  }
};

/** The process, when it waits for its image. */
const claim = ({ db }: Services, id: number): Promise<ProcessRow | undefined> =>
  db.sql
    .updateTable("imagery_process")
    .set({
      status: "in_progress",
      step: "fetching",
      message: null,
      started_at: sql`coalesce(started_at, now())`,
      updated_at: sql`now()`,
    })
    .where("id", "=", id)
    .where("status", "in", ["pending", "in_progress"])
    .where("fetched", "<", 1)
    .returningAll()
    .executeTakeFirst();

/** At most one write a second. */
function progressNotes({ db }: Services, { id, run }: ProcessRow): (share: number) => void {
  let next = 0;
  return (share) => {
    if (Date.now() < next) return;
    next = Date.now() + PROGRESS_EVERY_MS;
    db.sql
      .updateTable("imagery_process")
      .set({ fetched: Math.min(0.99, share), updated_at: sql`now()` })
      .where("id", "=", id)
      .where("run", "=", run)
      .where("status", "=", "in_progress")
      // Leaves a finished fetch alone: this write may have been under way when the file was complete.
      .where("fetched", "<", 1)
      .execute()
      .catch(() => {});
  };
}

/** The source as it is asked now. @throws SourceProblem where it is not to be asked any more */
async function sourceOf(row: ProcessRow, { db, sources }: Services) {
  const source =
    row.source_id === null
      ? undefined
      : await findSourceWithCredential(db.sql, sources, row.source_id);
  if (!source) throw new SourceProblem("source_gone");
  if (!source.enabled) throw new SourceProblem("source_disabled");
  const { settings, credential } = source;
  if (credential === "lost") throw new SourceProblem("source_secret_lost");
  return { settings, credential };
}

/**
 * Where the pieces of one question are kept, so that a restart asks for what is missing alone; another day, address or
 * resolution is another question.
 */
function piecesKey(id: number, question: object): string {
  const hash = createHash("sha256").update(JSON.stringify(question)).digest("hex");
  return `fetch/${id}/${hash.slice(0, 16)}`;
}

/** A piece that is no image is thrown away, so that a restart asks for it again. */
async function brokenPiece(error: unknown, folder: string, grid: Grid, host: string) {
  const { name, params } = error as Error & { params?: { piece: number } };
  if (name !== "PieceBroken" || !params) return error;
  await rm(`${folder}/${params.piece}`, { force: true });
  return new SourceProblem("source_piece_broken", { tile: pieceName(grid, params.piece), host });
}

async function fetchImage(row: ProcessRow, services: Services, signal: AbortSignal) {
  const { db, files, sources, scratch } = services;
  const { settings, credential } = await sourceOf(row, services);
  if (!row.area) throw new Refused("area_without_boundary");
  const allowed = { hosts: await listHosts(db.sql), inside: sources.inside };
  const fetcher = openFetcher({ allowed, credential, timeoutMs: 60_000 });
  const work = `${scratch}/fetch-${row.id}-${row.run}`;
  const target = `${work}/image.tif`;
  await mkdir(work, { recursive: true });
  try {
    const order = { settings, fetcher, day: row.capture_date, politeness: polite, signal };
    const facts = await fetchInto(row, services, { ...order, area: bboxOf(row.area), target });
    if (!facts) throw new SourceProblem("source_nothing_there");
    await files.put(row.file_key, { moveFrom: target });
    await db.sql
      .updateTable("imagery_process")
      .set({ facts: json(facts), fetched: 1, updated_at: sql`now()` })
      .where("id", "=", row.id)
      .where("run", "=", row.run)
      .execute();
    await rm(files.landing(`fetch/${row.id}`), { recursive: true, force: true });
  } finally {
    fetcher.close();
    await rm(work, { recursive: true, force: true });
  }
}

type Order = Omit<Parameters<typeof fetchWindow>[0], "onProgress">;

/** The image as a file at `order.target`, and what was read out of it; null where the server had nothing. */
async function fetchInto(row: ProcessRow, services: Services, order: Order) {
  const { files, tasks } = services;
  const note = progressNotes(services, row);
  const onProgress = (share: number) => note(share * ASKED);
  const onWritten = (share: number) => note(ASKED + share * (1 - ASKED));
  const { settings, area, day, target: path, signal } = order;
  const write = (mosaic: MosaicRequest["mosaic"]) =>
    tasks.mosaic.run<MosaicResult, number>(
      { mosaic, path, fileName: row.file_name } satisfies MosaicRequest,
      { signal, onProgress: onWritten },
    );
  const grid = gridFor(settings, area);
  if (!grid) {
    await fetchWindow({ ...order, onProgress });
    return write(null);
  }
  const folder = files.landing(piecesKey(row.id, { settings, day, grid }));
  const pieces = await fetchPieces({ ...order, onProgress, grid, folder });
  return write({ ...pieces, target: path }).catch(async (error) => {
    throw await brokenPiece(error, folder, grid, new URL(originOf(settings.address)).host);
  });
}
