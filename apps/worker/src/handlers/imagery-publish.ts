/** `imagery.publish`: all blocks are done, so the image's trees count from now on. */

import type { ForeignReason, ImageLook } from "@nihol/contract/values/imagery/familiarity";
import { shownGsd } from "@nihol/contract/values/imagery/raster-metadata";
import { type GroundAssessment, reasonsToCount } from "@nihol/counting/ground/assess-ground";
import type { Db } from "@nihol/db/connection";
import type { Database } from "@nihol/db/tables";
import { notify } from "@nihol/store/notices/notify";
import { refreshCheckedGround } from "@nihol/store/trees/corrections/checked-ground";
import { reapplyCorrections } from "@nihol/store/trees/corrections/reapply-corrections";
import { refreshRange } from "@nihol/store/trees/count-check";
import { writeGroundCover } from "@nihol/store/trees/ground-cover";
import { findSeason, settleLeaves } from "@nihol/store/trees/leaf-off";
import { plotsOfImage } from "@nihol/store/trees/plots/ground-range";
import { publishImage } from "@nihol/store/trees/tree-publish";
import { type Selectable, sql } from "kysely";
import { type CoveredBlock, canopyColumns, coverOfBlocks } from "../imagery/block-canopy.ts";
import type { Model } from "../imagery/tree-finder.ts";
import type { Handler } from "../runner/job-context.ts";
import { applyNextImage } from "./apply-next-image.ts";
import {
  type ChosenLessons,
  chooseLessons,
  detectAgainWithout,
  findLessons,
  isStale,
  type Lessons,
  looksOtherwise,
  writeUse,
} from "./calibrating/chosen-lessons.ts";
import { lookOf } from "./calibrating/ground-rows.ts";
import { calibrationJobs } from "./calibrating/imagery-calibrate-rows.ts";
import { compareNearestDates } from "./comparing/compare-nearest-dates.ts";
import { coveredBlocks } from "./covered-blocks.ts";
import { detectJobs, displayJobs } from "./jobs-of-process.ts";
import { noteProgress } from "./process-rows.ts";

export const publishImagery: Handler<"imagery.publish"> = async ({ process }, { services }) => {
  const { db, finder, jobs } = services;
  const row = await db.sql
    .selectFrom("imagery_process")
    .select("run")
    .where("id", "=", process)
    .executeTakeFirst();
  if (!row) return;
  await noteProgress(db.sql, process, row.run, { step: "publishing" });
  const isAgain = await db.sql.transaction().execute(async (trx) => {
    const planned = await lockReady(trx, process);
    if (!planned) return false;
    if (isFoundWrongly(planned, finder.model)) {
      await detectAgainWithout(trx, process);
      return true;
    }
    await publish(trx, process, finder.model, planned);
    return false;
  });
  if (isAgain) {
    await jobs.sendAll(await detectJobs(db.sql, process));
    return;
  }
  // Also by an attempt that finds it published: the attempt before may have died at this point.
  await jobs.sendAll([
    ...(await displayJobs(db.sql, process)),
    ...(await calibrationJobs(db.sql, process)),
  ]);
  await compareNearestDates(services, process);
};

/** Tells whether trees were found by what was learned of another ground, of other networks or wrongly. */
const isFoundWrongly = ({ look, lessons }: Planned, model: Model) =>
  lessons?.file.isBetter === true &&
  (isStale(lessons, model) || (!!look && looksOtherwise(lessons, model, look)));

/** Locks a process whose blocks are all done, until the end of `trx`, and reads how they look and by what they were detected. */
async function lockReady(trx: Db, process: number) {
  const ready = await trx
    .selectFrom("imagery_process")
    .select("lessons_id")
    .where("id", "=", process)
    .where("status", "=", "in_progress")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("imagery_block")
            .select("n")
            .whereRef("imagery_block.process_id", "=", "imagery_process.id")
            .where("status", "<>", "done"),
        ),
      ),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!ready) return undefined;
  const { lessons_id: lessons } = ready;
  return {
    look: await lookOf(trx, process),
    lessons: lessons === null ? undefined : await findLessons(trx, lessons),
  };
}
type Planned = NonNullable<Awaited<ReturnType<typeof lockReady>>>;

async function publish(trx: Db, process: number, model: Model, planned: Planned): Promise<void> {
  await applyNextImage(trx, process);
  const image = await trx
    .selectFrom("whole_image")
    .select(["id", "review", "counted", "has_nir", "facts"])
    .where("process_id", "=", process)
    .executeTakeFirst();
  if (!image) return;
  // Where no trees were counted no model is named.
  const by = image.counted ? countedBy(model, shownGsd(image.facts)) : nobody;
  const chosen = image.counted ? await settleLessons(trx, process, model, planned) : {};
  const { lessons } = chosen;
  const { look } = planned;
  const threshold = lessons?.file.isBetter ? lessons.file.threshold : by.threshold;
  await writeUse(trx, image.id, chosen);
  const assessed = image.counted && look ? await assess(trx, process, model, image, look) : null;
  const blocks = image.counted ? await coveredBlocks(trx, process) : [];
  const range = assessed ? assessedRange(assessed) : { ...by, shared: 1, extra: 0 };
  const plots = assessed ? (await plotsOfImage(trx, image.id, assessed.plotM2)).plots : 1;
  const beside = { plots, notGreen: await countNotGreen(trx, image.id), shrubs: shrubsIn(blocks) };
  const set = image.counted ? await thresholdSet(trx, process, by.threshold) : null;
  const toCount: ForeignReason[] = [
    ...(assessed ? reasonsToCount(assessed, beside) : []),
    ...(set === null ? [] : (["threshold"] as const)),
  ];
  const doubt = set === null ? 1 : THRESHOLD_DOUBT;
  await trx
    .updateTable("whole_image")
    .set({
      familiarity: toCount.length > 0 ? "unfamiliar" : (assessed?.familiarity ?? "unassessed"),
      foreign_reasons: [...(assessed?.reasons ?? []), ...toCount],
      foreignness: assessed?.foreignness ?? null,
      model_range_low: range.low === null ? null : range.low / doubt,
      model_range_high: range.high === null ? null : range.high * doubt,
      model_range_shared: range.shared,
      model_range_plots: plots,
      range_extra: range.extra,
      ...canopyColumns(blocks.map(({ canopy }) => canopy)),
      // Null where a block was detected before shrubs were told apart.
      shrub_count: image.counted ? shrubsOf(process) : null,
    })
    .where("id", "=", image.id)
    .execute();
  await sql`
    update whole_image w set model = ${nameWith(by.name, lessons, set)}, model_sha256 = ${by.sha256},
      smallest_crown_m = ${by.smallest},
      threshold = case when w.counted then coalesce(p.threshold, ${threshold}::float8) end,
      green_level = b.green_level
    from imagery_process p, (
      select sum(green_pixels)::float8 / nullif(sum(valid_pixels), 0) as green_level
      from imagery_block where process_id = ${process}
    ) b
    where p.id = ${process} and w.process_id = p.id`.execute(trx);
  await writeGroundCover(trx, image.id, coverOfBlocks(image.facts, blocks));
  // Puts back what people corrected before this run, whatever the detector found there.
  await reapplyCorrections(trx, image.id);
  await settleLeaves(trx, image.id);
  // Ground that was found anew waits to be looked over again.
  await refreshCheckedGround(trx, image.id);
  await refreshRange(trx, image.id);
  // An image that staff rejected is kept, and does not count until they accept it.
  if (image.review !== "rejected") {
    await publishImage(trx, image.id);
    await notify(trx, { kind: "image_published", subject: "image", id: image.id });
  }
  await trx
    .updateTable("imagery_process")
    .set({
      status: "completed",
      step: "done",
      message: null,
      tree_count: sql`(select count(*) from tree where whole_image_id = ${image.id})::int`,
      finished_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where("id", "=", process)
    .execute();
}

/** The lessons that the run's blocks were detected by, or why those of the image's ground were not used. */
async function settleLessons(
  trx: Db,
  process: number,
  model: Model,
  { look, lessons: planned }: Planned,
): Promise<ChosenLessons> {
  const used = planned && !isStale(planned, model) ? planned : undefined;
  const chosen = used ? { lessons: used } : await chooseLessons(trx, process, model);
  const { lessons } = chosen;
  if (!lessons || (look && !looksOtherwise(lessons, model, look)))
    return used ? chosen : { unused: chosen.unused };
  return { unused: { ground: lessons.ground, reason: "look" } };
}

/** Factor by which a range is wider at a threshold that a person set; ours, not measured. */
const THRESHOLD_DOUBT = 2;
/** Scores that differ by less are the same threshold. */
const SAME_THRESHOLD = 0.001;

/** The threshold that a person set for the run; null where none is set, or the detector has the same. */
async function thresholdSet(trx: Db, process: number, usual: number | null) {
  const { threshold } = await trx
    .selectFrom("imagery_process")
    .select("threshold")
    .where("id", "=", process)
    .executeTakeFirstOrThrow();
  const isUsual =
    threshold !== null && usual !== null && Math.abs(threshold - usual) < SAME_THRESHOLD;
  return isUsual ? null : threshold;
}

/** A count names what it was made by: also lessons, or a threshold that a person set. */
function nameWith(name: string | null, lessons: Lessons | undefined, threshold: number | null) {
  if (name === null) return null;
  if (lessons?.file.isBetter) return `${name} · «${lessons.name}» ${lessons.n}`;
  return threshold === null ? name : `${name} · ≥ ${threshold}`;
}

const shrubsOf = (process: number) => sql<number | null>`(
  select case when bool_and(shrubs is not null) then sum(shrubs)::int end from imagery_block where process_id = ${process})`;

const nobody = { name: null, sha256: null, low: null, high: null, smallest: null, threshold: null };

function countedBy(model: Model, gsdM: number) {
  const range = model.rangeAt(gsdM);
  return {
    name: model.name,
    sha256: model.sha256,
    low: range?.low ?? null,
    high: range?.high ?? null,
    smallest: model.smallestCrownAt(gsdM),
    threshold: model.thresholdAt(gsdM),
  };
}

type PublishedImage = Pick<Selectable<Database["whole_image"]>, "id" | "facts" | "has_nir">;

/** Assesses how familiar the ground is, from all blocks. */
async function assess(
  trx: Db,
  process: number,
  model: Model,
  image: PublishedImage,
  look: ImageLook,
): Promise<GroundAssessment | null> {
  const { trees } = await trx
    .selectFrom("imagery_block")
    .select(({ fn }) => fn.coalesce(fn.sum<number>("trees"), sql<number>`0`).as("trees"))
    .where("process_id", "=", process)
    .executeTakeFirstOrThrow();
  return model.assess(look, {
    gsdMeters: shownGsd(image.facts),
    hasNir: image.has_nir,
    trees: Number(trees),
    ...(await findSeason(trx, image.id)),
  });
}

async function countNotGreen(trx: Db, image: number): Promise<number> {
  const { n } = await trx
    .selectFrom("tree")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("whole_image_id", "=", image)
    .where("green", "=", 0)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Shrubs of dry land; blocks that do not tell them have none. */
const shrubsIn = (blocks: readonly CoveredBlock[]) =>
  blocks.reduce((sum, { shrub_points }) => sum + (shrub_points?.length ?? 0) / 2, 0);

/** As factors of the count, so that parts of the image have theirs. */
function assessedRange({ trees, low, high, shared }: GroundAssessment) {
  if (trees === 0) return { low: 0, high: 0, shared, extra: high };
  return { low: low / trees, high: high / trees, shared, extra: 0 };
}
