/** Starts, stops, restarts, dates and deletes processes. The row holds the state; the worker polls it. */

import {
  type ProcessPriority,
  type ProcessState,
  processPriorities,
  processTransitions,
} from "@nihol/contract/values/imagery";
import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { Language } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import type { Database } from "@nihol/db/tables";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { intersects } from "@nihol/geo/overlay";
import { orderTurns } from "@nihol/store/processes/fair-turns";
import { stopProcess as stopRow } from "@nihol/store/processes/process-restart";
import { loadTerritory } from "@nihol/store/trees/territory-index";
import { redateImage } from "@nihol/store/trees/tree-publish";
import type { Transaction } from "kysely";
import { restartChecked } from "../../commands/restart-checked.ts";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, Problem, refuseField } from "../../http/problem.ts";
import type { Services } from "../../http/services.ts";
import { mayUploadAt, requireRaising, requireScope } from "../../policies/imagery.ts";
import { insertProcess } from "../../shared/imagery/new-process.ts";
import { areaOf, type Create, isFuture } from "../../shared/imagery/process-area.ts";
import {
  findCredit,
  findImageOf,
  findReadyUpload,
  lockProcess,
  lockUpload,
  updateCaptureDate,
  updatePriority,
} from "./process-queries.ts";

/** Region and district of the image's centre, for the list and for the scope of actors. */
async function placeOf(db: Db, facts: RasterMetadata) {
  const [west, south, east, north] = facts.bbox;
  const find = await loadTerritory(db, facts.bbox);
  return find((west + east) / 2, (south + north) / 2);
}

/** Under whose name an uploaded file is shown. @throws {FieldProblem} for a source that is a server, or none */
async function creditOf(db: Db, id: number | null) {
  if (id === null) return undefined;
  const credit = await findCredit(db, id);
  return credit ?? refuseField("source", "not_found");
}

/**
 * Makes a process of an upload that is ready, and sends its first job.
 * @throws {FieldProblem} for an upload that is not ready, a date to come, an image outside the actor's scope, an
 * area without or outside the image
 */
export async function createProcess(
  { db, jobs }: Services,
  actor: Actor,
  body: Create,
  language: Language,
): Promise<number> {
  if (isFuture(body.date)) refuseField("date", "date_in_future");
  const upload = await findReadyUpload(db.sql, actor, body.upload ?? "");
  const { file_key, facts } = upload ?? {};
  if (!upload || !file_key || !facts) return refuseField("upload", "upload_not_ready");
  if (facts.readings && facts.roles.basis !== "person") refuseField("upload", "bands_unclear");
  const area = await areaOf(db.sql, actor, body.area);
  const footprint: MultiPolygon = {
    type: "MultiPolygon",
    coordinates: [facts.footprint.coordinates],
  };
  if (area.boundary && !intersects(area.boundary, footprint))
    refuseField("area", "area_outside_image");
  const place = await placeOf(db.sql, facts);
  if (!(await mayUploadAt(db.sql, actor, place))) refuseField("upload", "out_of_reach");
  const source = await creditOf(db.sql, body.source);
  const id = await db.sql.transaction().execute(async (trx) => {
    if (!(await lockUpload(trx, upload.id))) refuseField("upload", "upload_not_ready");
    const created = await insertProcess(trx, {
      upload_id: upload.id,
      ...source,
      file_name: upload.file_name,
      file_key,
      facts: json(facts),
      capture_date: body.date,
      threshold: body.threshold,
      area_kind: area.kind,
      area_id: area.id,
      area: area.boundary && json(area.boundary),
      requested_by: actor.id,
      language,
      region_id: place.region_id,
      district_id: place.district_id,
    });
    await insertAudit(trx, actor, {
      action: "add",
      resource: "satelliteimagery",
      id: created,
      change: { file_name: upload.file_name, date: body.date, area: area.kind },
    });
    return created;
  });
  await jobs.send("imagery.prepare", { process: id });
  return id;
}

/**
 * The process, locked, once its state allows `next`.
 * @throws {Problem} 404 outside the actor's scope, 403 for one that they may only view, 409 with `code`
 */
async function lockFor(
  trx: Transaction<Database>,
  actor: Actor,
  id: number,
  next: ProcessState,
  code: "process_running" | "process_not_running",
) {
  await requireScope(trx, actor, "process", id);
  const row = await lockProcess(trx, id);
  if (!row) throw notFound();
  if (!processTransitions[row.status].includes(next)) throw new Problem(409, code);
  return row;
}

/** Stops: the worker sees the row within a second and ends its pixel work. */
export async function stopProcess(db: Db, actor: Actor, id: number) {
  await db.transaction().execute(async (trx) => {
    await lockFor(trx, actor, id, "stopped", "process_not_running");
    await stopRow(trx, id);
    await insertAudit(trx, actor, { action: "stop", resource: "satelliteimagery", id });
  });
}

/**
 * Restarts everything, or only what failed or was not reached.
 * @throws {Problem} 409 when there is nothing to restart, or the file is gone: then the results stay
 */
export async function restart(
  services: Services,
  actor: Actor,
  id: number,
  which: "all" | "failed",
) {
  await restartChecked(services, actor, { id, which, change: { which } }, async (trx) => {
    const row = await lockFor(trx, actor, id, "pending", "process_running");
    if (which === "failed" && row.status === "completed")
      throw new Problem(409, "nothing_to_restart");
  });
}

/** Gives the image another capture date; its trees are counted under the new one at once. */
export async function changeDate(db: Db, actor: Actor, id: number, date: string) {
  if (isFuture(date)) refuseField("date", "date_in_future");
  await db.transaction().execute(async (trx) => {
    const row = await lockFor(trx, actor, id, "pending", "process_running");
    const image = await findImageOf(trx, row.id);
    await updateCaptureDate(trx, id, date);
    if (image) await redateImage(trx, image.id, date);
    await insertAudit(trx, actor, {
      action: "change",
      resource: "satelliteimagery",
      id,
      change: { date },
    });
  });
}

/**
 * Sets how often the process's blocks take a turn from now on, those that wait already too.
 * @throws {Problem} 403 where it is raised above what is usual by somebody without the whole programme's scope
 */
export async function changePriority(db: Db, actor: Actor, id: number, priority: ProcessPriority) {
  await db.transaction().execute(async (trx) => {
    await requireScope(trx, actor, "process", id);
    const row = await lockProcess(trx, id);
    if (!row) throw notFound();
    if (row.priority === priority) return;
    const isRaised = (one: ProcessPriority) => processPriorities.indexOf(one) > usual;
    if (isRaised(priority) || isRaised(row.priority)) requireRaising(actor);
    await updatePriority(trx, id, priority);
    await insertAudit(trx, actor, {
      action: "change",
      resource: "satelliteimagery",
      id,
      change: { priority, before: row.priority },
    });
  });
  await orderTurns(db);
}
const usual = processPriorities.indexOf("normal");
