/** A shift that changes smoothly over the ground: a plane through measured shifts, and what is left of them nearby. */

/** A shift measured at a place of the frame, metres; `weight` above 0. */
export type MeasuredShift = { x: number; y: number; dx: number; dy: number; weight: number };

/** Error of a field against what was measured at a place, when it is fitted without it; metres, of one direction. */
export type MissedShift = { x: number; y: number; off: number };

type Plane = readonly [constant: number, perX: number, perY: number];

export type ShiftField = {
  x: number;
  y: number;
  dx: Plane;
  dy: Plane;
  /** Residuals of the planes, at the places measured. */
  rest: MeasuredShift[];
  /** Bandwidth of the Gaussian kernel by which a place weighs on its neighbourhood, metres. */
  bandwidth: number;
};

/** The same shift everywhere. */
export function constantField(dx: number, dy: number): ShiftField {
  return { x: 0, y: 0, dx: [dx, 0, 0], dy: [dy, 0, 0], rest: [], bandwidth: 1 };
}

/** Bandwidths from a place beyond which nothing weighs there. */
export const BANDWIDTHS = 4;

/** The weight of a place on another one: that of a Gaussian kernel of this bandwidth, metres, cut off beyond that. */
export function kernelWeight(
  from: { x: number; y: number },
  x: number,
  y: number,
  bandwidth: number,
): number {
  const far = ((from.x - x) ** 2 + (from.y - y) ** 2) / (2 * bandwidth ** 2);
  return far > BANDWIDTHS ** 2 / 2 ? 0 : Math.exp(-far);
}

/** Weight of a prior measurement with residual 0, so that few neighbours change little. Chosen, not fitted. */
const PRIOR = 1.5;

/** The shift at a place, metres. */
export function shiftOf(field: ShiftField, x: number, y: number): [dx: number, dy: number] {
  const [u, v] = [x - field.x, y - field.y];
  let [weight, dx, dy] = [PRIOR, 0, 0];
  for (const one of field.rest) {
    const w = one.weight * kernelWeight(one, x, y, field.bandwidth);
    weight += w;
    dx += w * one.dx;
    dy += w * one.dy;
  }
  const plane = ([c, perX, perY]: Plane): number => c + perX * u + perY * v;
  return [plane(field.dx) + dx / weight, plane(field.dy) + dy / weight];
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** Places nearby that must agree with one that differs from the rest: ground that lies elsewhere, not a mistake. */
const MIN_AGREEING = 3;

/**
 * Those that lie near the median of all (3.5 median deviations, at least `min` metres), and those that lie elsewhere
 * together: a car park on a terrace has a shift of its own, which three places within `near` metres show alike.
 */
export function withoutOutliers(
  measured: MeasuredShift[],
  min: number,
  near: number,
): MeasuredShift[] {
  const mx = median(measured.map(({ dx }) => dx));
  const my = median(measured.map(({ dy }) => dy));
  const off = ({ dx, dy }: MeasuredShift): number => Math.hypot(dx - mx, dy - my);
  const limit = Math.max(min, 3.5 * 1.48 * median(measured.map(off)));
  const agrees = (one: MeasuredShift): boolean =>
    measured.filter(
      ({ x, y, dx, dy }) =>
        Math.hypot(x - one.x, y - one.y) <= near && Math.hypot(dx - one.dx, dy - one.dy) <= min,
    ).length > MIN_AGREEING;
  return measured.filter((one) => off(one) <= limit || agrees(one));
}

/** Solves three equations for a plane by weighted least squares. */
function fitPlane(measured: MeasuredShift[], x: number, y: number, of: "dx" | "dy"): Plane {
  const m = Array.from({ length: 3 }, () => [0, 0, 0, 0]);
  for (const one of measured) {
    const row = [1, one.x - x, one.y - y];
    for (let i = 0; i < 3; i++) {
      const line = m[i] as number[];
      for (let j = 0; j < 3; j++)
        line[j] = (line[j] ?? 0) + one.weight * (row[i] ?? 0) * (row[j] ?? 0);
      line[3] = (line[3] ?? 0) + one.weight * (row[i] ?? 0) * one[of];
    }
  }
  for (let i = 0; i < 3; i++) {
    const line = m[i] as number[];
    const pivot = line[i] as number;
    if (Math.abs(pivot) < 1e-9) return meanPlane(measured, of);
    for (let k = 0; k < 3; k++) {
      if (k === i) continue;
      const other = m[k] as number[];
      const factor = (other[i] as number) / pivot;
      for (let j = i; j < 4; j++) other[j] = (other[j] as number) - factor * (line[j] as number);
    }
  }
  const value = (i: number): number => (m[i]?.[3] ?? 0) / (m[i]?.[i] ?? 1);
  return [value(0), value(1), value(2)];
}

function meanPlane(measured: MeasuredShift[], of: "dx" | "dy"): Plane {
  const weight = measured.reduce((sum, one) => sum + one.weight, 0);
  return [measured.reduce((sum, one) => sum + one.weight * one[of], 0) / weight, 0, 0];
}

/** With fewer places a slope would follow their noise. */
const PLANE_FROM = 6;

/**
 * The field through measured shifts, how far it is off (root mean square of what each place is missed by when the field
 * is fitted without it and without those that show the same ground, metres), and by how much it misses each.
 * @param side of the square that each place was measured on, metres; 0 when they share no ground
 * @throws RangeError without measurements
 */
export function fitField(
  measured: MeasuredShift[],
  bandwidth: number,
  side = 0,
): { field: ShiftField; errorMeters: number; missed: MissedShift[] } {
  if (measured.length === 0) throw new RangeError("A field needs a measured shift.");
  const field = fieldOf(measured, bandwidth);
  if (measured.length < 3) return { field, errorMeters: 0, missed: [] };
  const missed = measured.map((one): MissedShift => {
    const rest = measured.filter((each) => each !== one);
    const apart = rest.filter(
      ({ x, y }) => Math.max(Math.abs(x - one.x), Math.abs(y - one.y)) >= side,
    );
    const [dx, dy] = shiftOf(fieldOf(apart.length > 0 ? apart : rest, bandwidth), one.x, one.y);
    return { x: one.x, y: one.y, off: Math.hypot(dx - one.dx, dy - one.dy) / Math.SQRT2 };
  });
  const total = missed.reduce((sum, { off }) => sum + off ** 2, 0);
  return { field, errorMeters: Math.sqrt(total / measured.length), missed };
}

function fieldOf(measured: MeasuredShift[], bandwidth: number): ShiftField {
  const x = measured.reduce((sum, one) => sum + one.x, 0) / measured.length;
  const y = measured.reduce((sum, one) => sum + one.y, 0) / measured.length;
  const plane = (of: "dx" | "dy"): Plane =>
    measured.length >= PLANE_FROM ? fitPlane(measured, x, y, of) : meanPlane(measured, of);
  const flat: ShiftField = { x, y, dx: plane("dx"), dy: plane("dy"), rest: [], bandwidth };
  const rest = measured.map((one) => {
    const [dx, dy] = shiftOf(flat, one.x, one.y);
    return { ...one, dx: one.dx - dx, dy: one.dy - dy };
  });
  return { ...flat, rest };
}
