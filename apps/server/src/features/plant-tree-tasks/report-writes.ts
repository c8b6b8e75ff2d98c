/** Writes the report of a planting task, only while the task is in progress. */

import type {
  plantTreeReportCreateSchema,
  plantTreeReportPatchSchema,
} from "@nihol/contract/planting/plant-tree-reports";
import { type TaskStatus, takesReports } from "@nihol/contract/values/plant-tree-task-states";
import { today } from "@nihol/contract/values/planting/programme-day";
import type { ReportPlace } from "@nihol/contract/values/planting/report-place";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { type PhotoEvidence, writePhotoEvidence } from "@nihol/store/evidence/photo-matches";
import { measurePositions } from "@nihol/store/evidence/report-positions";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { denied, notFound, Problem, refuseField } from "../../http/problem.ts";
import { mayCorrectReport } from "../../policies/planting.ts";
import type { PhotoFacts } from "../../shared/attachments/photo.ts";
import { insertEntry } from "./entry-queries.ts";
import { requireGarden, rowOfEntry } from "./report-entry.ts";
import { checkedPlace, correctedPlace, positionOn } from "./report-place.ts";
import {
  deleteReport,
  findRepeated,
  findReportRow,
  findReportTask,
  insertReport,
  type ReportColumns,
  updateReport,
} from "./report-queries.ts";
import type { ReportRow } from "./report-row.ts";
import { listKnownTypes, lockTask } from "./task-write-queries.ts";
import { moveTask } from "./transitions.ts";

type Create = z.output<typeof plantTreeReportCreateSchema>;
type Patch = z.output<typeof plantTreeReportPatchSchema>;
const resource = "planttreetaskreport";

/** The task, locked. @throws {Problem} 404 outside the actor's scope */
async function heldTask(trx: Db, actor: Actor, taskId: number) {
  const task = await lockTask(trx, actor, taskId);
  if (!task) throw notFound();
  return task;
}

/** @throws {Problem} 409 `report_closed` */
function requireOpen({ status }: { status: TaskStatus }) {
  if (!takesReports(status)) throw new Problem(409, "report_closed");
}

async function heldRow(trx: Db, actor: Actor, taskId: number, id: number): Promise<ReportRow> {
  requireOpen(await heldTask(trx, actor, taskId));
  const row = await findReportRow(trx, taskId, id);
  if (!row) throw notFound();
  return row;
}

/** @throws {Problem} 403 for a row of somebody else's without the right to change it, and as heldRow does */
async function correctedRow(trx: Db, actor: Actor, taskId: number, id: number) {
  const row = await heldRow(trx, actor, taskId, id);
  if (!mayCorrectReport(actor, row)) throw denied();
  return row;
}

async function check(trx: Db, { tree_type, plant_date, image_date }: Patch) {
  if (plant_date && plant_date > today()) refuseField("plant_date", "date_in_future");
  if (image_date && image_date > today()) refuseField("image_date", "date_in_future");
  if (tree_type !== undefined && !(await listKnownTypes(trx, [tree_type])).has(tree_type))
    refuseField("tree_type", "not_found");
}

/** The columns of a new row: a recorded place gives its position, where no other is said. */
function columnsOfNew(body: Create, boundary: MultiPolygon | null) {
  const { tree_type, count, stock_height_cm, plant_date, image_date, accuracy_m } = body;
  const place = body.place && checkedPlace(body.place, boundary);
  const position = body.position ?? (place && positionOn(place));
  return {
    ...{ tree_type_id: tree_type, count, stock_height_cm, plant_date, image_date, accuracy_m },
    place: json(place),
    latitude: position?.latitude,
    longitude: position?.longitude,
  };
}

/**
 * Adds a row and returns its id; the first one starts a task that was waiting. An entry of a phone that has come
 * before adds nothing, also after the task was handed in; neither does an equal row that the same person sends twice
 * in a moment.
 * @throws {FieldProblem} for a day to come, an unknown tree type or a place that is none
 * @throws {Problem} 404 outside the actor's scope, 409 `report_closed`, and as rowOfEntry and requireGarden do
 */
export async function createReport(
  db: Db,
  actor: Actor,
  taskId: number,
  body: Create,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { entry, ...values } = body;
    const task = await heldTask(trx, actor, taskId);
    const known = entry && (await rowOfEntry(trx, actor, taskId, entry));
    if (known !== undefined) return known;
    requireOpen(task);
    requireGarden(task, entry?.seen);
    await check(trx, body);
    const { boundary = null } = (await findReportTask(trx, actor, taskId)) ?? {};
    const columns = {
      ...columnsOfNew(body, boundary),
      ...{ task_id: taskId, created_by: actor.id },
    };
    const repeated = entry ? undefined : await findRepeated(trx, columns);
    if (repeated !== undefined) return repeated;
    if (task.status === "pending")
      await moveTask(trx, actor, task, { status: "in_progress", comment: "" });
    const id = await insertReport(trx, columns);
    if (entry)
      await insertEntry(trx, {
        ...{ id: entry.id, account_id: actor.id },
        ...{ task_id: taskId, report_id: id },
      });
    await measurePositions(trx, { reports: [id] });
    await insertAudit(trx, actor, {
      action: "add",
      resource,
      id,
      change: { task: taskId, ...values },
    });
    return id;
  });
}

/**
 * A value that a person types over the photo's metadata is kept from then on; a place that they draw gives the
 * position where they sent none.
 */
function columnsOf(
  body: Patch,
  before: ReportRow,
  place: ReportPlace | null | undefined,
): Partial<ReportColumns> {
  const { tree_type, count, stock_height_cm, plant_date, image_date } = body;
  const position = place && !body.position ? positionOn(place) : body.position;
  const latitude = position === undefined ? before.latitude : (position?.latitude ?? null);
  const longitude = position === undefined ? before.longitude : (position?.longitude ?? null);
  const date = image_date === undefined ? before.image_date : image_date;
  const samePlace = latitude === before.latitude && longitude === before.longitude;
  return {
    tree_type_id: tree_type,
    count,
    stock_height_cm,
    plant_date,
    image_date: date,
    latitude,
    longitude,
    ...(place !== undefined && { place: json(place), accuracy_m: null }),
    image_date_from_photo: before.image_date_from_photo && date === before.image_date,
    position_from_photo: before.position_from_photo && samePlace,
  };
}

/** @throws as createReport and correctedRow do */
export async function patchReport(db: Db, actor: Actor, taskId: number, id: number, body: Patch) {
  await db.transaction().execute(async (trx) => {
    const before = await correctedRow(trx, actor, taskId, id);
    await check(trx, body);
    const { boundary = null } = (await findReportTask(trx, actor, taskId)) ?? {};
    const place = correctedPlace(body.place, before.place, boundary);
    await updateReport(trx, id, columnsOf(body, before, place));
    await measurePositions(trx, { reports: [id] });
    const change = { task: taskId, ...body };
    await insertAudit(trx, actor, { action: "change", resource, id, change });
  });
}

/** Deletes a row; returns the key of its photo. */
export async function removeReport(
  db: Db,
  actor: Actor,
  taskId: number,
  id: number,
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const { photo_key, count, tree_type_id, plant_date } = await heldRow(trx, actor, taskId, id);
    await deleteReport(trx, id);
    const change = { task: taskId, count, tree_type: tree_type_id, plant_date };
    await insertAudit(trx, actor, { action: "delete", resource, id, change });
    return photo_key;
  });
}

/** The day of the camera's clock, unless it has not come yet. */
function dayOfPhoto({ takenAt }: PhotoFacts): string | undefined {
  const day = takenAt?.slice(0, 10);
  return day !== undefined && day <= today() ? day : undefined;
}

/**
 * Applies the photo's metadata: its day and place replace what a
 * person typed; a date in the future is ignored. What the new photo lacks and an older
 * photo had is removed.
 */
function columnsOfPhoto(facts: PhotoFacts, before: ReportRow): Partial<ReportColumns> {
  const { gps } = facts;
  const believed = dayOfPhoto(facts);
  const typedDate = before.image_date_from_photo ? null : before.image_date;
  const typed = before.position_from_photo ? undefined : before;
  return {
    image_date: believed ?? typedDate,
    image_date_from_photo: believed !== undefined,
    latitude: gps?.lat ?? typed?.latitude ?? null,
    longitude: gps?.lon ?? typed?.longitude ?? null,
    position_from_photo: gps !== undefined,
  };
}

const evidenceOf = ({ key, facts }: { key: string; facts: PhotoFacts }): PhotoEvidence => ({
  key,
  sha256: facts.sha256,
  hash: facts.hash ?? null,
  // The clock's own day, also one to come: that it runs ahead is said beside the report.
  takenOn: facts.takenAt?.slice(0, 10) ?? null,
  takenAt: facts.takenAt ?? null,
  place: facts.gps ? [facts.gps.lon, facts.gps.lat] : null,
  positionErrorM: facts.gps?.errorM ?? null,
  directionDeg: facts.directionDeg ?? null,
  sentAt: new Date(),
});

/** The row whose photo is to be set, asked before the file is read. @throws as correctedRow does */
export async function checkPhoto(db: Db, actor: Actor, taskId: number, id: number) {
  await db.transaction().execute(async (trx) => {
    await correctedRow(trx, actor, taskId, id);
  });
}

/** Sets a row's photo with the day and place of its metadata, and returns the key of the one before. */
export async function updateReportPhoto(
  db: Db,
  actor: Actor,
  taskId: number,
  id: number,
  photo: { key: string; facts: PhotoFacts },
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const before = await correctedRow(trx, actor, taskId, id);
    await updateReport(trx, id, {
      photo_key: photo.key,
      ...columnsOfPhoto(photo.facts, before),
    });
    await measurePositions(trx, { reports: [id] });
    await writePhotoEvidence(trx, id, evidenceOf(photo));
    await insertAudit(trx, actor, { action: "photo", resource, id, change: { task: taskId } });
    return before.photo_key;
  });
}
