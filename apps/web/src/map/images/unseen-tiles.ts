/** Hatching where no image has ever been, drawn in the browser: outlines in, pixels out, nothing asked for. */
import { addProtocol } from "maplibre-gl";
import { type PixelRing, type Unseen, type UnseenTile, unseenTile } from "./unseen-shapes.ts";

const scheme = "unseen";
/** Pixels of a tile's side; a whole number of hatches. */
export const unseenTilePx = 512;
const hatchPx = 16;

addProtocol(scheme, async ({ url }) => {
  const [place = "", version] = url.slice(`${scheme}://`.length).split("?");
  const [z = 0, x = 0, y = 0] = place.split("/").map(Number);
  const unseen = kept.get(Number(version));
  const shapes = unseen && unseenTile(unseen, { z, x, y }, unseenTilePx);
  return { data: await createImageBitmap(drawn(shapes ?? null, unseen?.dark ?? false, z)) };
});

/** Shapes by the version that is drawn; tiles of earlier versions may still be on their way. */
const kept = new Map<number, Unseen>();
let versions = 0;

/** The template of tiles that show this, kept until it has been replaced four times. */
export function unseenAddress(unseen: Unseen): string {
  versions++;
  kept.set(versions, unseen);
  kept.delete(versions - 4);
  return `${scheme}://{z}/{x}/{y}?${versions}`;
}

/** From this zoom the country without images is hatched at full strength: nearer by there is little else to see. */
const nearZoom = 13;

function drawn(shapes: UnseenTile | null, dark: boolean, zoom: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = unseenTilePx;
  canvas.height = unseenTilePx;
  const paint = canvas.getContext("2d");
  if (!paint || !shapes) return canvas;
  const tone = dark ? "225, 215, 190" : "70, 60, 40";
  const faint = zoom < nearZoom ? 0.08 : 0.2;
  fill(paint, shapes.territories, hatch(paint, `rgba(${tone}, ${faint})`, 1));
  fill(paint, shapes.gardens, hatch(paint, `rgba(${tone}, 0.55)`, 1.6));
  paint.globalCompositeOperation = "destination-out";
  fill(paint, shapes.seen, "#000");
  return canvas;
}

/** Diagonal lines that go on from tile to tile. */
function hatch(paint: CanvasRenderingContext2D, color: string, widthPx: number) {
  const cell = document.createElement("canvas");
  cell.width = hatchPx;
  cell.height = hatchPx;
  const line = cell.getContext("2d");
  if (line) {
    line.strokeStyle = color;
    line.lineWidth = widthPx;
    for (const shift of [-hatchPx, 0, hatchPx]) {
      line.moveTo(shift - 1, hatchPx + 1);
      line.lineTo(shift + hatchPx + 1, -1);
    }
    line.stroke();
  }
  return paint.createPattern(cell, "repeat") ?? color;
}

function fill(
  paint: CanvasRenderingContext2D,
  shapes: readonly PixelRing[][],
  style: string | CanvasPattern,
) {
  paint.fillStyle = style;
  for (const rings of shapes) {
    paint.beginPath();
    for (const ring of rings) {
      paint.moveTo(ring[0] ?? 0, ring[1] ?? 0);
      for (let i = 2; i + 1 < ring.length; i += 2) paint.lineTo(ring[i] ?? 0, ring[i + 1] ?? 0);
      paint.closePath();
    }
    paint.fill("evenodd");
  }
}
