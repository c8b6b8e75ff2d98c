import type { calibrationAnnotationsSchema } from "@nihol/contract/imagery/calibration";
import { calibrationLimits } from "@nihol/contract/values/imagery/calibration";
import type { z } from "@nihol/contract/z";
import { refreshRange } from "@nihol/store/trees/count-check";
import { restartChecked } from "../../commands/restart-checked.ts";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, Problem, refuseField } from "../../http/problem.ts";
import type { Services } from "../../http/services.ts";
import { refuseOutOfScope } from "../../policies/imagery.ts";
import { gridCellOf } from "./answer.ts";
import {
  askForWindows,
  type CalibratedImage,
  deleteCalibration,
  findCalibration,
  listWindows,
  updateThreshold,
  writeAnnotations,
} from "./calibration-queries.ts";
import { closeForecasts, keepForecast } from "./forecast-queries.ts";

type Annotations = z.output<typeof calibrationAnnotationsSchema>;

/**
 * Only an image that is counted can be checked, with the right to change it.
 * @throws {Problem} 403 for an image that the actor may only view, 409 while it is worked on
 */
function refuseUnready(image: CalibratedImage) {
  refuseOutOfScope(image);
  if (image.status !== "completed") throw new Problem(409, "process_running");
}

/** Begins a calibration, or asks for more windows. */
export async function begin({ db, jobs }: Services, actor: Actor, image: CalibratedImage) {
  refuseUnready(image);
  await db.sql.transaction().execute(async (trx) => {
    await askForWindows(trx, actor, image.id, calibrationLimits.windows);
    await keepForecast(trx, image.id);
    await insertAudit(trx, actor, { action: "calibrate", resource: "wholeimage", id: image.id });
  });
  await jobs.send("imagery.calibrate", { whole_image: image.id });
}

/**
 * Keeps a person's annotations in a window; the image's range follows at once.
 * @throws {FieldProblem} for an annotation outside the window; {Problem} 404 for an unknown window
 */
export async function saveAnnotations(
  { db }: Services,
  actor: Actor,
  image: CalibratedImage,
  n: number,
  { marks: annotations, skipped }: Annotations,
) {
  refuseUnready(image);
  const calibration = await findCalibration(db.sql, image.id);
  const row = (await listWindows(db.sql, image.id)).find((window) => window.n === n);
  if (!row || !calibration?.side || !calibration.columns) throw notFound();
  const at = gridCellOf(row.cell, calibration.side, calibration.columns);
  const isInside = (offset: number) => offset >= 0 && offset <= at.side;
  if (!annotations.flat().every(isInside)) refuseField("marks", "invalid");
  const placed = skipped ? null : annotations.flatMap(([x, y]) => [x + at.x, y + at.y]);
  await db.sql.transaction().execute(async (trx) => {
    if (!(await writeAnnotations(trx, actor, { id: image.id, n, annotations: placed })))
      throw notFound();
    await refreshRange(trx, image.id);
    await closeForecasts(trx, image.id);
    await insertAudit(trx, actor, {
      action: "count",
      resource: "wholeimage",
      id: `${image.id}/${n}`,
      change: { marks: annotations.length, skipped },
    });
  });
}

/** Deletes windows and annotations: the image's range is the model's again. */
export async function forget({ db }: Services, actor: Actor, image: CalibratedImage) {
  refuseOutOfScope(image);
  await db.sql.transaction().execute(async (trx) => {
    if (!(await deleteCalibration(trx, image.id))) throw notFound();
    await refreshRange(trx, image.id);
    await insertAudit(trx, actor, {
      action: "delete",
      resource: "wholeimage",
      id: image.id,
      change: { calibration: true },
    });
  });
}

/**
 * Has the image counted again with another threshold; its windows and annotations stay.
 * @throws {Problem} 409 while it is worked on, or when its file is gone: then its trees stay
 */
export async function recount(
  services: Services,
  actor: Actor,
  image: CalibratedImage,
  threshold: number,
) {
  refuseOutOfScope(image);
  const { process_id: id } = image;
  await restartChecked(services, actor, { id, which: "all", change: { threshold } }, (trx) =>
    updateThreshold(trx, actor, id, threshold),
  );
}
