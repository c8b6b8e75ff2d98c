/**
 * `ground.learn`: learns lessons from the sample plots that people counted in the images of a ground (one source, season,
 * resolution and kind of country), and stores them as the ground's next version (decision 85).
 */
import type { GroundProblem, LessonPlot, TaughtPlot } from "@nihol/contract/values/imagery/lessons";
import { shownGsd } from "@nihol/contract/values/imagery/raster-metadata";
import { traceOf } from "@nihol/contract/values/thrown";
import { recountByOthers, withdrawLost } from "@nihol/store/processes/recount-lessons";
import { type LabelledPlot, Unlearnable } from "@nihol/vision/learn/learn-ground";
import { plotsOfImage } from "@nihol/vision/learn/plots-of-image";
import type { LearnRequest, LearnResult } from "../../learning/learn-child.ts";
import type { TeachingImage } from "../../learning/learn-from-images.ts";
import { unpackCandidate } from "../../learning/packed-candidates.ts";
import type { Handler, JobContext } from "../../runner/job-context.ts";
import type { Services } from "../../runner/services.ts";
import {
  endLearning,
  findLearning,
  type Learned,
  listCounted,
  listTeaching,
  lookOf,
  writeLessons,
} from "./ground-rows.ts";
import { detectInWindows } from "./imagery-calibrate.ts";

const TRIES = 3;
/** Hundreds of plots with a hundred candidates each take a minute or two; what takes longer would take for ever. */
const TIMEOUT_MS = 900_000;
/** Plots along a side: a sample plot is taken whole. */
const asOnePlot = 1;

type TeachingRow = Awaited<ReturnType<typeof listTeaching>>[number];

export const learnGroundJob: Handler<"ground.learn"> = async ({ ground }, context) => {
  const { services, signal, retries, isOutage } = context;
  const { db, finder, log } = services;
  const asked = await findLearning(db.sql, ground);
  if (!asked) return;
  if (!asked.is_allowed) return endLearning(db.sql, ground, "not_allowed");
  let allRead = true;
  try {
    const rows = await listTeaching(db.sql, ground);
    for (const row of rows) allRead = (await detectIn(row, context)) && allRead;
    const labelled = await gatherLabels(services, rows);
    const networks = { card: finder.model.detector, sha256: finder.model.sha256 };
    const request: LearnRequest = { networks, labelled, name: asked.name };
    const learned = await services.tasks.learn.run<LearnResult>(request, {
      signal,
      timeoutMs: TIMEOUT_MS,
    });
    if ("problem" in learned) throw new Unlearnable(learned.problem, "The plots teach nothing.");
    const counts = learned.counts.map(({ id, found, truth }): LessonPlot => {
      const [image = 0, cell = 0] = id.split("/").map(Number);
      const side = rows.find((row) => row.id === image)?.side ?? 1;
      return { image, side, cell, found, truth };
    });
    const images = labelled.images.map(({ id }) => Number(id));
    const file = learned.ground;
    await end(services, ground, { file, counts, images, labels: labelled.labels });
  } catch (error) {
    if (signal.aborted || isOutage(error)) throw error;
    if (error instanceof Unlearnable && allRead) return end(services, ground, error.reason);
    log(`ground ${ground}: ${traceOf(error)}`);
    if (retries + 1 < TRIES) throw error;
    await endLearning(db.sql, ground, "failed");
  }
};

/**
 * Ends learning with the lessons, or the reason why there are none; earlier ones whose labels are gone are taken back, and
 * what they counted is counted anew.
 */
async function end({ db, files, jobs }: Services, ground: number, came: Learned | GroundProblem) {
  const sent = await db.sql.transaction().execute(async (trx) => {
    const asked = await findLearning(trx, ground, "lock");
    if (!asked) return [];
    // The right to teach may have ended while it was learned.
    if (!asked.is_allowed) await endLearning(trx, ground, "not_allowed");
    else if (typeof came === "string") await endLearning(trx, ground, came);
    else await writeLessons(trx, ground, asked.by, came);
    return recountByOthers(trx, files, await withdrawLost(trx, ground));
  });
  await jobs.sendAll(sent);
}

/** Detects in the image's plots. @returns false, at the last try, where it cannot be read; the other images still teach */
async function detectIn(row: TeachingRow, { services, signal, retries, isOutage }: JobContext) {
  try {
    await detectInWindows(services, row, gridOf(row), signal);
    return true;
  } catch (error) {
    if (signal.aborted || isOutage(error) || retries + 1 < TRIES) throw error;
    services.log(`ground without image ${row.id}: ${traceOf(error)}`);
    return false;
  }
}

const gridOf = ({ side, columns }: TeachingRow) => ({ side: side ?? 1, columns: columns ?? 1 });

/** Labels of all counted plots of these images, with what the networks propose there. */
async function gatherLabels({ db }: Services, rows: readonly TeachingRow[]) {
  const images: TeachingImage[] = [];
  const plots: LabelledPlot[] = [];
  const labels: TaughtPlot[] = [];
  for (const row of rows) {
    const look = await lookOf(db.sql, row.process_id);
    const counted = await listCounted(db.sql, row.id);
    if (!look || counted.length === 0) continue;
    const { gsd_m: gsdMeters, has_nir: hasNir } = row;
    images.push({ id: String(row.id), shownGsdMeters: shownGsd(row.facts), hasNir, look });
    const { side, columns } = gridOf(row);
    for (const { cell, annotations, candidates } of counted) {
      const [left, top] = [(cell % columns) * side, Math.floor(cell / columns) * side];
      const [plot] = plotsOfImage(
        {
          id: `${row.id}/${cell}`,
          width: side,
          height: side,
          gsdMeters,
          ignore: [],
          points: pointsOf(annotations ?? []).map(([x, y]) => [x - left, y - top] as const),
          candidates: (candidates ?? []).map((packed) => {
            const { box, x, y, ...rest } = unpackCandidate(packed);
            const [x0, y0, x1, y1] = box;
            return {
              ...rest,
              box: [x0 - left, y0 - top, x1 - left, y1 - top] as const,
              x: x - left,
              y: y - top,
            };
          }),
        },
        asOnePlot,
      );
      if (!plot) continue;
      plots.push(plot);
      labels.push({ image: row.id, side, cell, annotations: annotations ?? [] });
    }
  }
  return { images, plots, labels };
}

/** Places that were written as one number after the other. */
const pointsOf = (flat: readonly number[]): [number, number][] =>
  Array.from({ length: flat.length >> 1 }, (_, i) => [flat[2 * i] ?? 0, flat[2 * i + 1] ?? 0]);
