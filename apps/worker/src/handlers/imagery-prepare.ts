/** `imagery.prepare`: check once more, make the COG, plan the blocks, send them. */

import { mkdir, rm } from "node:fs/promises";
import { shownGsd } from "@nihol/contract/values/imagery/raster-metadata";
import type { Areal } from "@nihol/geo/geometry";
import { orderTurns } from "@nihol/store/processes/fair-turns";
import { fragmentGrid, GRID_VERSION } from "@nihol/vision/raster/fragment-grid";
import { sql } from "kysely";
import { Refused } from "../child/end-message.ts";
import { coverageOf, planFragments } from "../imagery/coverage.ts";
import type { PrepareRequest, PrepareResult } from "../imagery/prepare-child.ts";
import type { Handler } from "../runner/job-context.ts";
import type { Services } from "../runner/services.ts";
import { findDuplicate } from "./find-duplicate.ts";
import { detectJobs, fetchJob } from "./jobs-of-process.ts";
import { noteProgress, PROCESS_TRIES, type ProcessRow, settleError } from "./process-rows.ts";
import { writePlan } from "./write-plan.ts";

const PROGRESS_EVERY_MS = 1000;

export const prepareImagery: Handler<"imagery.prepare"> = async ({ process: id }, context) => {
  const { services } = context;
  if (await isToBeFetched(services, id)) {
    await services.jobs.sendAll([fetchJob(id)]);
    return;
  }
  const row = await claim(services, id);
  if (!row) return;
  const follower = services.watch.follow(id, row.run);
  try {
    if (context.retries > PROCESS_TRIES + 2) throw new Refused("worker_died");
    if (!(await isPlanned(services, id)))
      await prepare(row, services, AbortSignal.any([context.signal, follower.signal]));
    await noteProgress(services.db.sql, id, row.run, { step: "detecting" });
    await services.jobs.sendAll(await detectJobs(services.db.sql, id));
    await orderTurns(services.db.sql);
  } catch (error) {
    await settleError(error, row, context, follower.signal);
  } finally {
    follower.release();
  }
};

async function claim({ db }: Services, id: number): Promise<ProcessRow | undefined> {
  return db.sql
    .updateTable("imagery_process")
    .set({
      status: "in_progress",
      step: "checking",
      message: null,
      started_at: sql`coalesce(started_at, now())`,
      updated_at: sql`now()`,
    })
    .where("id", "=", id)
    .where("status", "in", ["pending", "in_progress"])
    .returningAll()
    .executeTakeFirst();
}

/** Its image comes from a source, and is not there: not yet, or not any more. */
async function isToBeFetched({ db, files }: Services, id: number): Promise<boolean> {
  const row = await db.sql
    .selectFrom("imagery_process")
    .select(["fetched", "file_key"])
    .where("id", "=", id)
    .where("fetched", "is not", null)
    .executeTakeFirst();
  if (row?.fetched !== 1) return row !== undefined;
  if (await files.stat(row.file_key)) return false;
  await db.sql.updateTable("imagery_process").set({ fetched: 0 }).where("id", "=", id).execute();
  return true;
}

/** Planned before: by an attempt that was cut off, or in an earlier run of which blocks failed. */
async function isPlanned({ db, files }: Services, id: number): Promise<boolean> {
  const image = await db.sql
    .selectFrom("whole_image")
    .innerJoin("imagery_block", "imagery_block.process_id", "whole_image.process_id")
    .leftJoin("next_image", "next_image.process_id", "whole_image.process_id")
    .select(({ fn }) => fn.coalesce("next_image.cog_key", "whole_image.cog_key").as("cog_key"))
    .where("whole_image.process_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  return image !== undefined && (await files.stat(image.cog_key)) !== undefined;
}

async function prepare(row: ProcessRow, services: Services, signal: AbortSignal): Promise<void> {
  const { files, scratch } = services;
  if (!(await files.stat(row.file_key))) throw new Refused("not_found");
  const folder = `${scratch}/prepare-${row.id}-${row.run}`;
  await using source = await files.hold(row.file_key);
  const request: PrepareRequest = {
    source: source.path,
    fileName: row.file_name,
    target: `${folder}/cog.tif`,
    ...(row.facts.roles?.basis === "person" ? { roles: row.facts.roles } : {}),
  };
  await mkdir(folder, { recursive: true });
  try {
    const prepared = await services.tasks.prepare.run<PrepareResult, number>(request, {
      signal,
      onProgress: conversionNotes(services, row),
    });
    await plan(row, services, prepared, request.target);
  } finally {
    // The image is in the store by now, or of no use: a duplicate, an empty one, one that was stopped.
    await rm(folder, { recursive: true, force: true });
  }
}

async function plan(
  row: ProcessRow,
  services: Services,
  { facts, hash, outline }: PrepareResult,
  cogFile: string,
): Promise<void> {
  const { db } = services;
  const area = await areaOf(row, services);
  const coverage = coverageOf(facts, outline, area);
  if (coverage.coordinates.length === 0)
    throw new Refused(area ? "area_outside_image" : "empty_image");
  const duplicate = await findDuplicate(db.sql, row, hash);
  if (duplicate) throw new Refused("duplicate_image", duplicate);
  const grid = fragmentGrid(facts.width, facts.height);
  const isWhole = area === null && outline === null;
  const fragments = planFragments(facts, grid, coverage, isWhole, services.blockSide);
  await writePlan(services, row, {
    facts,
    hash,
    coverage,
    cogFile,
    grid,
    plan: fragments,
    version: GRID_VERSION,
    counted: shownGsd(facts) <= services.maxCountGsdM,
  });
}

/** At most one write a second. */
function conversionNotes({ db }: Services, { id, run }: ProcessRow): (share: number) => void {
  let next = 0;
  return (share) => {
    if (Date.now() < next && share < 1) return;
    next = Date.now() + PROGRESS_EVERY_MS;
    noteProgress(db.sql, id, run, { step: "converting", conversion: share }).catch(() => {});
  };
}

/** The boundary to which detection is limited; null for the whole image. @throws Refused when it has no boundary. */
async function areaOf(row: ProcessRow, { db }: Services): Promise<Areal | null> {
  if (row.area_kind === "image") return null;
  if (row.area) return row.area;
  const table = row.area_kind;
  if (table === "boundary") throw new Refused("area_without_boundary");
  const found = await db.sql
    .selectFrom(table)
    .select("boundary")
    .where("id", "=", row.area_id ?? 0)
    .executeTakeFirst();
  if (!found?.boundary) throw new Refused("area_without_boundary");
  return found.boundary;
}
