/** The answer of the calibration calls. */

import type { Calibration, CalibrationWindow } from "@nihol/contract/imagery/calibration";
import { calibrationLimits } from "@nihol/contract/values/imagery/calibration";
import { paths } from "@nihol/contract/values/paths";
import type { Db } from "@nihol/db/connection";
import { countByCell } from "@nihol/store/trees/plots-so-far";
import { combineCounts, countTreesOfImages } from "@nihol/store/trees/tree-count";
import type { Actor } from "../../http/actor.ts";
import { calibrationCan } from "../../policies/imagery-can.ts";
import {
  type CalibratedImage,
  findCalibration,
  findPlotSource,
  listWindows,
  treesInCells,
  type WindowRow,
} from "./calibration-queries.ts";
import { findPace, listCameTrue, listForecasts } from "./forecast-queries.ts";
import { type Annotation, bestThreshold, scoreThreshold, seenFrom } from "./threshold.ts";

/** Margin of ground shown around a window, as a share of its side. */
const AROUND = 0.25;

interface GridCell {
  x: number;
  y: number;
  side: number;
}

/** Source pixels of a numbered grid cell. */
export function gridCellOf(cell: number, side: number, columns: number): GridCell {
  return { x: (cell % columns) * side, y: Math.floor(cell / columns) * side, side };
}

/** The part of the image that is shown: the window and the ground around it, cut at the border. */
export function shownAround({ x, y, side }: GridCell, image: { width: number; height: number }) {
  const margin = Math.round(side * AROUND);
  const left = Math.max(0, x - margin);
  const top = Math.max(0, y - margin);
  return {
    x: left,
    y: top,
    width: Math.min(image.width, x + side + margin) - left,
    height: Math.min(image.height, y + side + margin) - top,
  };
}

const annotationsOf = (flat: number[], at: GridCell): Annotation[] =>
  Array.from({ length: flat.length / 2 }, (_, i) => [
    (flat[2 * i] ?? 0) - at.x,
    (flat[2 * i + 1] ?? 0) - at.y,
  ]);

/** Finds of the detector in a window; where its ground was learned, the trees that were found by that. */
function foundIn(row: WindowRow, image: CalibratedImage, taught: TaughtFinds): Annotation[] {
  if (taught) return taught.get(row.cell) ?? [];
  return seenFrom(row.found ?? [])
    .filter(({ score }) => score >= image.threshold)
    .map(({ x, y }) => [x, y]);
}
/** Trees by square, where the image was counted by what was learned of its ground. */
type TaughtFinds = Map<number, Annotation[]> | undefined;

/** Keeps in sight what people did, also where the image could not be read again after another detector came. */
const isTouched = ({ marks, is_skipped }: WindowRow) => marks !== null || is_skipped;

function toWindow(
  row: WindowRow,
  at: GridCell,
  image: CalibratedImage,
  taught: TaughtFinds,
): CalibrationWindow {
  const shown = shownAround(at, image);
  return {
    n: row.n,
    state: row.is_skipped ? "skipped" : row.marks ? "counted" : "open",
    picture: `${paths.wholeImage}/${image.id}/calibration/${row.n}/picture?square=${row.cell}`,
    side: at.side,
    shown: { ...shown, x: at.x - shown.x, y: at.y - shown.y },
    marks: row.marks ? annotationsOf(row.marks, at) : [],
    found:
      row.marks && (row.found || taught)
        ? foundIn(row, image, taught).map(([x, y]): Annotation => [x - at.x, y - at.y])
        : null,
    counted_by: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
    counted_at: row.counted_at?.toISOString() ?? null,
  };
}

function scores(rows: WindowRow[], threshold: number): Pick<Calibration, "now" | "best"> {
  const windows = rows.flatMap(({ marks, found }) =>
    marks && found
      ? [{ annotations: annotationsOf(marks, { x: 0, y: 0, side: 0 }), seen: seenFrom(found) }]
      : [],
  );
  if (windows.length < calibrationLimits.needed) return { now: null, best: null };
  return { now: scoreThreshold(windows, threshold), best: bestThreshold(windows, threshold) };
}

/** The calibration of an image, as it stands. */
export async function answerCalibration(
  db: Db,
  actor: Actor,
  image: CalibratedImage,
): Promise<Calibration> {
  const calibration = await findCalibration(db, image.id);
  const rows = calibration ? await listWindows(db, image.id) : [];
  const { side = null, columns = null, occupied = [], empty = 0 } = calibration ?? {};
  const detected = rows.filter((row) => row.found !== null);
  const isOpen = side !== null && rows.length > 0 && detected.length >= (calibration?.wanted ?? 0);
  const counted = rows.filter((row) => row.marks !== null);
  const cells = counted.map((row) => row.cell);
  const trees =
    side && columns && counted.length > 0
      ? await countByCell(db, image.id, { side, columns, occupied }, cells)
      : undefined;
  const isTaught = image.lessons_id !== null;
  const taught =
    isTaught && side && columns
      ? await treesInCells(db, image.id, { side, columns }, cells)
      : undefined;
  const fromWindows = image.range_basis === "calibration";
  // The same figures as on the image's own page.
  const { total, found, low, high } = combineCounts(await countTreesOfImages(db, [image.id]));
  const pace = await findPace(db);
  // Windows in which the image could not be read are drawn, though nothing is waited for in them.
  const asked = { wanted: Math.max(calibration?.wanted ?? 0, rows.length), drawn: rows.length };
  return {
    whole_image: image.id,
    state: calibration ? (isOpen ? "open" : "drawing") : "none",
    side_m: side === null ? null : side * image.gsd_m,
    // While further windows are being drawn, people continue with those already open.
    windows:
      side && columns && (isOpen || counted.length > 0)
        ? rows
            .filter((row) => row.found !== null || isTouched(row))
            .map((row) => toWindow(row, gridCellOf(row.cell, side, columns), image, taught))
        : [],
    counted: counted.length,
    marked: counted.reduce((sum, row) => sum + (row.marks?.length ?? 0) / 2, 0),
    in_count: cells.reduce((sum, cell) => sum + (trees?.byCell.get(cell) ?? 0), 0),
    total,
    found,
    low: found > 0 ? low : null,
    high: found > 0 ? high : null,
    from_windows: fromWindows,
    from_kind:
      image.range_basis === "shared" && image.range_images.length > 0
        ? await findPlotSource(db, actor, image.range_images)
        : null,
    // While windows are being drawn, the screen asks every other second.
    next:
      image.status === "completed" && (isOpen || !calibration)
        ? await listForecasts(db, image.id, asked, pace)
        : [],
    pace_known: pace.isKnown,
    came_true: await listCameTrue(db, image.id),
    // A threshold of the detector says nothing where something else decides.
    ...(isTaught ? { now: null, best: null } : scores(counted, image.threshold)),
    can: calibrationCan(
      actor,
      image,
      rows.length < Math.min(calibrationLimits.windows.max, occupied.length + empty),
    ),
  };
}
