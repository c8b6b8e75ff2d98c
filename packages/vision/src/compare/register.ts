import { greenRule } from "../green/green.ts";
import { correlate, findPeak, type Surface } from "./correlate.ts";
import { type ComparedImage, type Frame, type PatchRect, readPatch } from "./frame.ts";
import {
  constantField,
  fitField,
  kernelWeight,
  type MeasuredShift,
  type MissedShift,
  type ShiftField,
  withoutOutliers,
} from "./shift-field.ts";

/** The registration of the second image to the first. */
export type Registration = {
  /** Found in the pixels, in the pattern of the trees, or not at all. */
  method: "pixels" | "trees" | "none";
  /** Metres to add to a place in the first image to find the same ground in the second. */
  field: ShiftField;
  /** Standard error of the shift in each direction, metres: over all of the ground. */
  errorMeters: number;
  /** Errors of the field where they were measured; empty where it was not. */
  missed: MissedShift[];
  /** 0 to 1: how far the best shift stands out of the others. */
  confidence: number;
  /** Places measured, and those that agreed. */
  places: number;
  agreed: number;
};

/** Largest shift between images of the same ground that is searched, metres. */
export const MAX_SHIFT_METERS = 15;
/** Georeferences are usually better than this; a row of an orchard further is unlikely, metres. */
const LIKELY_METERS = 6;
const COARSE_GSD = 0.5;
const FINE_GSD = 0.2;
const SIDE = 256;
const MIN_SIDE = 32;
const COARSE_PLACES = 16;
const FINE_PLACES = 49;
/** Heights of a peak, in root mean squares; unrelated ground stayed below 4.6 (coarse), 4.3 (fine). */
const SURE_STACK = 6;
const SURE_PLACE = 6;
const SURE_RATIO = 1.15;
/** Places that agree, below which nothing is known of their scatter. */
const MIN_PLACES = 3;
const MIN_FINE_SIDE = 64;
/** A place differs from the shift of the whole by no more than this, metres. */
const NEAR_METERS = 4;

type Pair = { before: ComparedImage; after: ComparedImage; frame: Frame };

/** The largest power of two that fits, at most SIDE. */
function sideIn(frame: Frame, gsd: number): number {
  const fits = Math.min(frame.width, frame.height) / gsd;
  return fits < MIN_SIDE ? 0 : Math.min(SIDE, 2 ** Math.floor(Math.log2(fits)));
}

/** Corners of squares spread evenly over the frame, at most `max`, `step` metres or more from one to the next. */
function spread(
  frame: Frame,
  meters: number,
  max: number,
  step = meters,
): { x: number; y: number }[] {
  const along = (length: number): number => Math.max(1, Math.floor((length - meters) / step) + 1);
  let [nx, ny] = [along(frame.width), along(frame.height)];
  const shrink = Math.sqrt(max / (nx * ny));
  if (shrink < 1) {
    nx = Math.min(max, Math.max(1, Math.round(nx * shrink)));
    ny = Math.max(1, Math.floor(max / nx));
  }
  const at = (i: number, n: number, length: number): number =>
    n === 1 ? (length - meters) / 2 : ((length - meters) * i) / (n - 1);
  return Array.from({ length: nx * ny }, (_, k) => ({
    x: at(k % nx, nx, frame.width),
    y: at(Math.floor(k / nx), ny, frame.height),
  }));
}

async function surfaceAt(
  { before, after, frame }: Pair,
  rect: PatchRect,
  [dx, dy]: readonly [number, number],
): Promise<Surface> {
  const rule = greenRule(Math.min(before.source.bands, after.source.bands));
  const moved = { ...rect, x: rect.x + dx, y: rect.y + dy };
  const [a, b] = [
    await readPatch(before, frame, rect, rule),
    await readPatch(after, frame, moved, rule),
  ];
  return correlate(a, b);
}

/** The one shift that most places together support. */
async function coarseShift(pair: Pair, signal?: AbortSignal) {
  const gsd = Math.max(COARSE_GSD, pair.before.gsdMeters, pair.after.gsdMeters);
  const side = sideIn(pair.frame, gsd);
  if (side === 0) return undefined;
  const places = spread(pair.frame, side * gsd, COARSE_PLACES);
  const stack: Surface = { side, values: new Float64Array(side * side) };
  for (const { x, y } of places) {
    signal?.throwIfAborted();
    const { values } = await surfaceAt(pair, { x, y, cols: side, rows: side, gsd }, [0, 0]);
    for (let i = 0; i < values.length; i++)
      stack.values[i] = (stack.values[i] as number) + (values[i] as number);
  }
  // Sums of independent surfaces grow by the root of their number.
  const scale = Math.sqrt(places.length);
  stack.values.forEach((value, i) => {
    stack.values[i] = value / scale;
  });
  const peak = findPeak(stack, MAX_SHIFT_METERS / gsd, (dx, dy) =>
    Math.exp(-((dx * gsd) ** 2 + (dy * gsd) ** 2) / (2 * LIKELY_METERS ** 2)),
  );
  return { ...peak, dx: peak.dx * gsd, dy: peak.dy * gsd };
}

/**
 * Registers two images by their pixels: one global shift (correlation of gradients, stacked over
 * up to 16 places), then its slow change over the ground by up to 49 places near that shift. Never
 * throws for lack of correlation: the method is then "none" and the shift zero.
 */
export async function registerByPixels(
  before: ComparedImage,
  after: ComparedImage,
  frame: Frame,
  signal?: AbortSignal,
): Promise<Registration> {
  const pair = { before, after, frame };
  const coarse = await coarseShift(pair, signal);
  const confidence = coarse ? confidenceOf(coarse.height, coarse.second) : 0;
  const nothing: Registration = {
    method: "none",
    field: constantField(0, 0),
    errorMeters: MAX_SHIFT_METERS / 3,
    missed: [],
    confidence,
    places: 0,
    agreed: 0,
  };
  if (!coarse || coarse.height < SURE_STACK || coarse.height < SURE_RATIO * coarse.second)
    return nothing;
  const gsd = Math.max(FINE_GSD, before.gsdMeters, after.gsdMeters);
  const whole = sideIn(frame, gsd);
  // In a small image large squares are one or two, and those cannot show how uneven the shift is.
  for (const side of whole > MIN_FINE_SIDE ? [fineSide(frame, gsd, whole), whole] : [whole]) {
    const found = await shiftsAt(pair, coarse, side, gsd, signal);
    const agreed = withoutOutliers(found.measured, 2 * gsd, side * gsd);
    if (side < whole && agreed.length < MIN_PLACES) continue;
    return settled(agreed, found.places, confidence, gsd, side * gsd) ?? nothing;
  }
  return nothing;
}

/** The largest square of which three fit along the shorter side, and at least `MIN_FINE_SIDE` pixels. */
function fineSide(frame: Frame, gsd: number, whole: number): number {
  const third = Math.min(frame.width, frame.height) / gsd / 3;
  let side = whole;
  while (side > third && side > MIN_FINE_SIDE) side /= 2;
  return side;
}

/** The shift at square patches of `side` pixels spread over the frame, near the coarse one. */
async function shiftsAt(
  pair: Pair,
  coarse: { dx: number; dy: number },
  side: number,
  gsd: number,
  signal?: AbortSignal,
): Promise<{ measured: MeasuredShift[]; places: number }> {
  // Half over each other: ground that lies elsewhere as a whole shows in several of them.
  const places = spread(pair.frame, side * gsd, FINE_PLACES, (side * gsd) / 2);
  // Ground that is measured twice says no more than once.
  const ground = pair.frame.width * pair.frame.height;
  const weight = Math.min(1, ground / (places.length * (side * gsd) ** 2));
  const measured: MeasuredShift[] = [];
  for (const { x, y } of places) {
    signal?.throwIfAborted();
    const rect = { x, y, cols: side, rows: side, gsd };
    const peak = findPeak(await surfaceAt(pair, rect, [coarse.dx, coarse.dy]), NEAR_METERS / gsd);
    if (peak.height < SURE_PLACE || peak.height < SURE_RATIO * peak.second) continue;
    const middle = (side * gsd) / 2;
    measured.push({
      x: x + middle,
      y: y + middle,
      dx: coarse.dx + peak.dx * gsd,
      dy: coarse.dy + peak.dy * gsd,
      weight,
    });
  }
  return { measured, places: places.length };
}

function confidenceOf(height: number, second: number): number {
  const out = Math.min(height / SURE_STACK, height / (SURE_RATIO * Math.max(second, 1e-9))) - 0.5;
  return Math.max(0, Math.min(1, out));
}

function settled(
  agreed: MeasuredShift[],
  places: number,
  confidence: number,
  gsd: number,
  spacing: number,
): Registration | undefined {
  if (agreed.length === 0) return undefined;
  // A field that follows each place where that misses less, or one that evens out what every place is mistaken by.
  const fits = [spacing, spacing / 2].map((bandwidth) => fitField(agreed, bandwidth, spacing));
  const { field, errorMeters, missed } = fits.reduce((best, one) =>
    one.errorMeters < best.errorMeters ? one : best,
  );
  // Fewer than three places cannot show how uneven the shift is: a pixel then. Never better than a tenth of one.
  const floor = (agreed.length < MIN_PLACES ? 1 : 0.1) * gsd;
  return {
    method: "pixels",
    field,
    errorMeters: Math.max(floor, errorMeters),
    missed,
    confidence,
    places,
    agreed: agreed.length,
  };
}

/** Weight of the error of the whole, so that one place nearby does not decide alone. */
const WHOLE_WEIGHT = 0.5;

/** Standard error of the shift at a place, metres: from what was missed nearby, and never less than half that of the whole. */
export function errorAt(
  { missed, errorMeters, field }: Pick<Registration, "missed" | "errorMeters" | "field">,
  x: number,
  y: number,
): number {
  let [weight, sum] = [WHOLE_WEIGHT, WHOLE_WEIGHT * errorMeters ** 2];
  for (const one of missed) {
    const near = kernelWeight(one, x, y, field.bandwidth);
    weight += near;
    sum += near * one.off ** 2;
  }
  return Math.max(errorMeters / 2, Math.sqrt(sum / weight));
}

/** The smallest and the largest error of the shift over the ground where it was measured, metres. */
export function errorSpan(registration: Registration): { low: number; high: number } {
  const errors = registration.missed.map(({ x, y }) => errorAt(registration, x, y));
  const { errorMeters } = registration;
  return { low: Math.min(errorMeters, ...errors), high: Math.max(errorMeters, ...errors) };
}
