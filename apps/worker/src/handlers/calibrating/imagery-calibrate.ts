/** `imagery.calibrate`: draws the windows that people count, and detects trees in them at low scores. */

import { traceOf } from "@nihol/contract/values/thrown";
import { allocatePlots } from "@nihol/counting/next-plots";
import { type CellGrid, cellGrid } from "@nihol/counting/plot-grid";
import { seededRandom } from "@nihol/geo/seeded-random";
import { countByCell, readPlots } from "@nihol/store/trees/plots-so-far";
import type { Detection } from "@nihol/vision/detect/detector";
import { ownsTree } from "@nihol/vision/detect/detector-grid";
import { LOWEST_SCORE } from "@nihol/vision/learn/learn-ground";
import { drawSamplePlots, gridCellsOf, outsideCells } from "../../imagery/sample-plots.ts";
import { packCandidate } from "../../learning/packed-candidates.ts";
import type { Handler } from "../../runner/job-context.ts";
import type { Services } from "../../runner/services.ts";
import {
  type CalibratedImage,
  findCalibration,
  findWindows,
  forgetDetections,
  giveUpDetection,
  writeDetections,
  writeGridCells,
  writeWindows,
} from "./imagery-calibrate-rows.ts";

/** Detections with lower scores are no trees to compare with: a threshold below this would count noise. */
const LOWEST_SHOWN = 0.06;
const TRIES = 3;
/** People do not set their annotations in the centre of a small crown. */
const MIN_RADIUS_METERS = 1.5;

export const calibrateImagery: Handler<"imagery.calibrate"> = async (
  { whole_image: id },
  { services, signal, retries, isOutage },
) => {
  const image = await findCalibration(services.db.sql, id);
  if (!image) return;
  try {
    const grid = image.grid ?? (await layOut(services, image));
    await drawMissing(services, image, grid);
    await detectInWindows(services, image, grid, signal);
  } catch (error) {
    if (signal.aborted || isOutage(error)) throw error;
    services.log(`calibration of picture ${id}: ${traceOf(error)}`);
    if (retries + 1 < TRIES) throw error;
    await giveUpDetection(services.db.sql, id);
  }
};

/** Lays the grid over the image, once: which cells were occupied then stays the stratum. */
async function layOut({ db }: Services, image: CalibratedImage): Promise<CellGrid> {
  const grid = cellGrid(image);
  const cells = gridCellsOf(image, image.facts, grid);
  const found = await countByCell(db.sql, image.id, { ...grid, occupied: cells }, cells);
  const occupied = cells.filter((cell) => found.byCell.has(cell));
  const outside = outsideCells(image, image.facts, grid, cells);
  const empty = cells.length - occupied.length;
  await writeGridCells(db.sql, image.id, { ...grid, occupied, empty, outside });
  return grid;
}

/** Random numbers seeded by the image's content: beginning anew gives the same windows, not nicer ones. */
async function drawMissing({ db }: Services, image: CalibratedImage, grid: CellGrid) {
  await db.sql.transaction().execute(async (trx) => {
    // Locked: two attempts must not both draw.
    const row = await findCalibration(trx, image.id, "lock");
    const plots = await readPlots(trx, image.id);
    if (!row || !plots) return;
    const drawn = await findWindows(trx, image.id);
    const occupied = new Set(row.occupied);
    const empty = gridCellsOf(image, image.facts, grid).filter((cell) => !occupied.has(cell));
    const lot = seededRandom(Number.parseInt(image.date_hash.slice(0, 8), 16) + drawn.length);
    const missing = Math.max(0, row.wanted - drawn.length);
    const strata = { occupied: row.occupied, empty };
    const fresh = drawSamplePlots(strata, drawn, allocatePlots(plots, missing), lot);
    await writeWindows(trx, image.id, drawn, fresh);
  });
}

/** Detects in windows where that was not done yet. Another model detects other trees, so its windows are detected anew. */
export async function detectInWindows(
  { db, files, finder }: Services,
  image: Pick<CalibratedImage, "id" | "cog_key" | "facts" | "gsd_m">,
  { side, columns }: CellGrid,
  signal: AbortSignal,
) {
  await forgetDetections(db.sql, image.id, finder.model.sha256);
  await using cog = await files.hold(image.cog_key);
  for (const { n, cell, is_described } of await findWindows(db.sql, image.id)) {
    if (is_described) continue;
    const rect = {
      x: (cell % columns) * side,
      y: Math.floor(cell / columns) * side,
      width: side,
      height: side,
    };
    const task = {
      path: cog.path,
      facts: image.facts,
      rect,
      threshold: LOWEST_SCORE,
      describe: true,
    };
    const { trees, candidates } = await finder.find(task, signal);
    const minRadius = MIN_RADIUS_METERS / image.gsd_m;
    await writeDetections(db.sql, image.id, n, {
      found: trees.filter(({ score }) => score >= LOWEST_SHOWN).flatMap((t) => seen(t, minRadius)),
      candidates: candidates.filter((one) => ownsTree(rect, one)).map(packCandidate),
    });
  }
}

/** Centre, radius and score: an annotation within the radius means this tree. */
function seen({ box: [x0, y0, x1, y1], score }: Detection, minRadius: number): number[] {
  return [(x0 + x1) / 2, (y0 + y1) / 2, Math.max(minRadius, (x1 - x0) / 2, (y1 - y0) / 2), score];
}
