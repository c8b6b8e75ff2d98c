import type { CalibrationWindow } from "@nihol/contract/imagery/calibration";

/** Pixels of the image, from the window's top-left corner. */
export type Point = CalibrationWindow["marks"][number];

type Box = { left: number; top: number; width: number; height: number };
type Frame = Pick<CalibrationWindow, "side" | "shown">;

/** Where a press on the shown image lies; `box` is the image on screen. To a tenth of a pixel. */
export function pointAt(x: number, y: number, box: Box, { shown }: Frame): Point {
  const tenth = (value: number) => Math.round(value * 10) / 10;
  return [
    tenth(((x - box.left) / box.width) * shown.width - shown.x),
    tenth(((y - box.top) / box.height) * shown.height - shown.y),
  ];
}

/** Whether a tree with its middle here is counted: left and upper edge belong to the window. */
export const isInside = ([x, y]: Point, side: number): boolean =>
  x >= 0 && y >= 0 && x < side && y < side;

/** The annotations after a press: without the nearest annotation within `radius` pixels, or with a new one. */
export function toggled(annotations: readonly Point[], at: Point, radius: number): Point[] {
  const far = (annotation: Point) => Math.hypot(annotation[0] - at[0], annotation[1] - at[1]);
  const nearest = annotations.reduce<Point | undefined>(
    (best, annotation) => (best && far(best) <= far(annotation) ? best : annotation),
    undefined,
  );
  return nearest && far(nearest) <= radius
    ? annotations.filter((annotation) => annotation !== nearest)
    : [...annotations, at];
}

/** One step of the crosshair; it stays in the window. */
export function stepped([x, y]: Point, dx: number, dy: number, side: number): Point {
  const kept = (value: number) => Math.min(side - 0.5, Math.max(0.5, value));
  return [kept(x + dx), kept(y + dy)];
}

/** Whether both hold the same annotations in the same order. */
export const areSame = (a: readonly Point[], b: readonly Point[]): boolean =>
  a.length === b.length && a.every(([x, y], i) => x === b[i]?.[0] && y === b[i]?.[1]);

/** The next window to be counted after number `n`, round to those before it. */
export function nextOpen(
  windows: readonly CalibrationWindow[],
  n: number,
): CalibrationWindow | undefined {
  const open = windows.filter((one) => one.state === "open" && one.n !== n);
  return open.find((one) => one.n > n) ?? open[0];
}
