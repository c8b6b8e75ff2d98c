/** Opening a case, by hand or from what images and devices say; its figures and crops are the server's own. */

import type { EvidencePhoto, TaskEvidence } from "@nihol/contract/values/violations";
import type { OpenedFrom } from "@nihol/contract/violations/violation-evidence";
import type { ViolationCreate } from "@nihol/contract/violations/violations";
import type { Db } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import { json } from "@nihol/db/json";
import type { FileStore } from "@nihol/store/files/file-store";
import { notify } from "@nihol/store/notices/notify";
import { placeColumns, refuseUnknownMinistry } from "../../commands/violation-place.ts";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { deleteStored } from "../../shared/attachments/attached-file-upload.ts";
import { takeAlerts } from "./alert-queries.ts";
import { insertChange } from "./case-queries.ts";
import { alertOrigin } from "./evidence/alert-queries.ts";
import { comparisonOrigin } from "./evidence/comparison-queries.ts";
import { type Crop, isUnreadable, keepCrops, makeCrops, makePhotos } from "./evidence/crops.ts";
import type { Origin } from "./evidence/origin.ts";
import { ruleAlertsOrigin } from "./evidence/rule-alert-queries.ts";
import { taskOrigin } from "./evidence/task-queries.ts";
import { assign } from "./responsible.ts";
import { holdViolation, insertViolation, requireInScope } from "./violation-queries.ts";

/** Finds what a case would be opened with. @throws {Problem} 403, 404; {FieldProblem} where nothing is there to open it for */
export const originOf = (
  db: Db,
  actor: Actor,
  from: OpenedFrom,
  garden: number | null,
): Promise<Origin> =>
  "comparison" in from
    ? comparisonOrigin(db, actor, from, garden)
    : "task" in from
      ? taskOrigin(db, actor, from.task)
      : "alert" in from
        ? ruleAlertsOrigin(db, actor, from.alert)
        : alertOrigin(db, actor, from);

/** An image whose file is gone or cannot be read any more leaves the case without crops. */
async function cropsOf(files: FileStore, actor: Actor, origin: Origin | null): Promise<Crop[]> {
  return makeCrops(files, actor, origin?.crops ?? []).catch((error: unknown) => {
    if (isUnreadable(error)) return [];
    throw error;
  });
}

/** The report's photos name the files that show them. */
function withPhotos(evidence: TaskEvidence, photos: Crop[]): TaskEvidence {
  const { report } = evidence;
  if (!report) return evidence;
  const shown = (photo: EvidencePhoto): EvidencePhoto => ({
    ...photo,
    sha256: photos.find(({ rows }) => rows.includes(photo.row))?.sha256 ?? null,
  });
  const rows = report.shown.map((row) => ({
    ...row,
    photo: row.photo && shown(row.photo),
    same: row.same.map(shown),
  }));
  return { ...evidence, report: { ...report, shown: rows } };
}

function originColumns(origin: Origin | null, crops: Crop[], photos: Crop[]) {
  if (!origin) return {};
  const { columns } = origin;
  const evidence =
    origin.evidence.kind === "task" ? withPhotos(origin.evidence, photos) : origin.evidence;
  const isWithout = "crop" in evidence && crops.length === 0;
  return { ...columns, evidence: json(isWithout ? { ...evidence, crop: null } : evidence) };
}

/**
 * The images are made before the transaction: its lock on the year's number is held for the writes alone.
 * @throws {FieldProblem} for an unknown reference; {Problem} 403 for a place outside the actor's scope
 */
export async function createViolation(
  db: Db,
  files: FileStore,
  actor: Actor,
  body: ViolationCreate,
): Promise<number> {
  const from = body.opened_from;
  const origin = from && (await originOf(db, actor, from, body.garden));
  const crops = await cropsOf(files, actor, origin);
  const photos = await makePhotos(files, actor, origin?.photos ?? []);
  const keys: string[] = [];
  try {
    return await db.transaction().execute(async (trx) => {
      await refuseUnknownMinistry(trx, body.ministry);
      const { kind, title, description, observed_on, reported_by } = body;
      const id = await insertViolation(trx, actor, {
        ...{ kind, title, description, observed_on, reported_by, ministry_id: body.ministry },
        ...(await placeColumns(trx, actor, body)),
        ...originColumns(origin, crops, photos),
      });
      await requireInScope(trx, actor, id);
      await takeAlerts(trx, id, origin?.alerts ?? [], "opened_from");
      await insertChange(trx, actor, id, { from: null, to: "new", comment: "" });
      await assign(trx, actor, await holdViolation(trx, actor, id), body);
      await keepCrops(trx, files, actor, { id, crops: [...crops, ...photos], keys });
      await notify(trx, { kind: "violation_opened", subject: "violation", id, actor: actor.id });
      const change = { ...body };
      await insertAudit(trx, actor, { action: "add", resource: "violation", id, change });
      return id;
    });
  } catch (error) {
    // A commit whose answer was lost may have named the files: then only reconciliation can know.
    if (!isDatabaseAway(error)) await deleteStored(files, keys);
    throw error;
  }
}
