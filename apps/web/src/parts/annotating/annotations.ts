/** Pixels of the image, from the frame's top-left corner. */
export type Point = [number, number];
export type Rect = { x: number; y: number; width: number; height: number };

/** Part of an image that is annotated: a rectangle, and where it lies in what is shown of the image. */
export type Frame = {
  width: number;
  height: number;
  /** Size of what is shown; x and y: the frame's corner in it. */
  shown: Rect;
  /** Part of the frame that is gone through just now, from its corner; all of it where left out. */
  part?: Rect;
};

type Box = { left: number; top: number; width: number; height: number };

/** Where a press on the shown image lies; `box` is the image on screen. To a tenth of a pixel. */
export function pointAt(x: number, y: number, box: Box, { shown }: Pick<Frame, "shown">): Point {
  const tenth = (value: number) => Math.round(value * 10) / 10;
  return [
    tenth(((x - box.left) / box.width) * shown.width - shown.x),
    tenth(((y - box.top) / box.height) * shown.height - shown.y),
  ];
}

/** Tells whether a tree with its middle here is counted: left and upper edge belong to the frame. */
export const isInside = (
  [x, y]: Point,
  { width, height }: Pick<Frame, "width" | "height">,
): boolean => x >= 0 && y >= 0 && x < width && y < height;

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

/** Moves the crosshair by a step; it stays in the frame. */
export function stepped(
  [x, y]: Point,
  dx: number,
  dy: number,
  { width, height }: Pick<Frame, "width" | "height">,
): Point {
  const kept = (value: number, size: number) => Math.min(size - 0.5, Math.max(0.5, value));
  return [kept(x + dx, width), kept(y + dy, height)];
}

/** Tells whether both hold the same annotations in the same order. */
export const areSame = (a: readonly Point[], b: readonly Point[]): boolean =>
  a.length === b.length && a.every(([x, y], i) => x === b[i]?.[0] && y === b[i]?.[1]);
