type Size = { width: number; height: number };

/** Where an image lies: its upper left corner in the box, and screen pixels for each of its own. */
export type StageView = { x: number; y: number; scale: number };

/** Scale at most: so many pixels of the screen for one of the image. */
export const maxScale = 12;

/** The whole image in the middle; a small one is enlarged at most four times. */
export function fitted(image: Size, room: Size): StageView {
  const scale = Math.min(4, room.width / image.width, room.height / image.height) || 1;
  return {
    scale,
    x: (room.width - image.width * scale) / 2,
    y: (room.height - image.height * scale) / 2,
  };
}

/** Zooms with the point `at` of the box fixed. `min`: the fitted scale. */
export function zoomedAt(
  view: StageView,
  factor: number,
  [x, y]: readonly [number, number],
  min: number,
): StageView {
  const scale = Math.min(maxScale, Math.max(min * 0.7, view.scale * factor));
  const ratio = scale / view.scale;
  return { scale, x: x - (x - view.x) * ratio, y: y - (y - view.y) * ratio };
}
