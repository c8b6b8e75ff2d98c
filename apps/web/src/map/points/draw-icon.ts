/**
 * An icon drawn in a square of so many units, twice as large as on screen; null where nothing can be drawn (tests).
 */
export function drawIcon(
  units: number,
  draw: (paint: CanvasRenderingContext2D) => void,
): ImageData | null {
  const canvas = document.createElement("canvas");
  canvas.width = 2 * units;
  canvas.height = 2 * units;
  const paint = canvas.getContext("2d");
  if (!paint) return null;
  paint.scale(2, 2);
  draw(paint);
  return paint.getImageData(0, 0, canvas.width, canvas.height);
}
