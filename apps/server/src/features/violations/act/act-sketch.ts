/** A sketch of the place: the garden's outline, the point, a scale and where north is. Drawn from the boundary alone. */
import { metersFrom } from "@nihol/geo/flat-meters";
import { type MultiPolygon, partsOf } from "@nihol/geo/geometry";
import { formatNumber } from "@nihol/locales/format-number";
import { ink } from "../../../shared/files/paper.ts";
import type { Words } from "../../../shared/files/words.ts";

type Place = readonly [lon: number, lat: number, ...rest: number[]];
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A point without a garden is shown with so many metres around it. */
const around = 150;
/** Several points without a garden fill the sketch but for so many metres. */
const aroundMany = 15;
const pad = 16;

/** The largest of 1, 2, 5, 10, 20 … that is no longer than the limit. */
function roundLength(limit: number): number {
  const power = 10 ** Math.floor(Math.log10(limit));
  return [5, 2, 1].map((step) => step * power).find((length) => length <= limit) ?? power;
}

/** Layout of places on the paper: everything within the box, north at the top. */
function layoutOf(rings: Place[][], marked: readonly Place[], box: Box) {
  const origin = marked[0] ?? rings[0]?.[0] ?? [0, 0];
  const toMetres = metersFrom(origin);
  const places = [...rings.flat(), ...marked].map(toMetres);
  const spare = rings.length > 0 ? 0 : marked.length === 1 ? around : aroundMany;
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  const [west, east] = [Math.min(...xs) - spare, Math.max(...xs) + spare];
  const [south, north] = [Math.min(...ys) - spare, Math.max(...ys) + spare];
  const scale = Math.min(
    (box.width - 2 * pad) / Math.max(1, east - west),
    (box.height - 2 * pad - 14) / Math.max(1, north - south),
  );
  const middle = [box.x + box.width / 2, box.y + (box.height - 14) / 2] as const;
  const toPaper = (place: Place): [number, number] => {
    const [x, y] = toMetres(place);
    return [
      middle[0] + (x - (west + east) / 2) * scale,
      middle[1] - (y - (south + north) / 2) * scale,
    ];
  };
  return { toPaper, scale };
}

function drawRings(doc: PDFKit.PDFDocument, rings: Place[][], toPaper: (place: Place) => Place) {
  for (const ring of rings) {
    for (const [index, place] of ring.entries()) {
      const [x, y] = toPaper(place);
      if (index === 0) doc.moveTo(x, y);
      else doc.lineTo(x, y);
    }
    doc.closePath();
  }
  doc.lineWidth(1).fillAndStroke(ink.head, "#2f6b46");
}

function drawPoint(doc: PDFKit.PDFDocument, [x, y]: Place) {
  doc.circle(x, y, 4).lineWidth(1.2).fillAndStroke("#b2182b", "#ffffff");
  doc.circle(x, y, 7).lineWidth(1).strokeColor("#b2182b").stroke();
}

function drawScale(doc: PDFKit.PDFDocument, box: Box, scale: number, words: Words) {
  const metres = roundLength((box.width * 0.4) / scale);
  const [x, y] = [box.x + 10, box.y + box.height - 9];
  const end = x + metres * scale;
  doc
    .moveTo(x, y - 3)
    .lineTo(x, y)
    .lineTo(end, y)
    .lineTo(end, y - 3);
  doc.lineWidth(0.8).strokeColor(ink.text).stroke();
  doc.font("regular").fontSize(7).fillColor(ink.text);
  const length = `${formatNumber(metres, words.language)} ${words.text("map.meters")}`;
  doc.text(length, end + 4, y - 6, { lineBreak: false });
}

function drawNorth(doc: PDFKit.PDFDocument, box: Box, words: Words) {
  const [x, y] = [box.x + box.width - 14, box.y + 12];
  doc
    .moveTo(x, y)
    .lineTo(x - 4, y + 11)
    .lineTo(x, y + 8)
    .lineTo(x + 4, y + 11)
    .closePath();
  doc.fill(ink.text);
  doc.font("semibold").fontSize(7).fillColor(ink.text);
  doc.text(words.text("violations.north"), x - 10, y + 13, { width: 20, align: "center" });
}

/** A dot and its number beside it, smaller where there are many. */
function drawNumbered(
  doc: PDFKit.PDFDocument,
  places: readonly Place[],
  toPaper: (place: Place) => Place,
) {
  const size = places.length > 100 ? 4.5 : 6;
  for (const [index, place] of places.entries()) {
    const [x, y] = toPaper(place);
    doc.circle(x, y, size / 4).fill("#b2182b");
    doc.font("regular").fontSize(size).fillColor(ink.text);
    doc.text(String(index + 1), x + size / 3, y - size / 1.6, { lineBreak: false });
  }
}

/** Content of a sketch; `numbered` places bear the numbers of their list, from 1 on. */
interface Sketched {
  boundary: MultiPolygon | null;
  point: Place | null;
  numbered?: readonly Place[];
}

/** Draws it into the box; nothing where neither a boundary nor a place is known. */
export function drawSketch(
  doc: PDFKit.PDFDocument,
  { boundary, point, numbered = [] }: Sketched,
  box: Box,
  words: Words,
) {
  const rings: Place[][] = boundary ? partsOf(boundary).flat() : [];
  const places = point ? [point, ...numbered] : numbered;
  if (rings.length === 0 && places.length === 0) return;
  // Numbers are read: their places fill the sketch, however large the garden is around them.
  const { toPaper, scale } = layoutOf(numbered.length > 0 ? [] : rings, places, box);
  doc.save();
  doc.rect(box.x, box.y, box.width, box.height).clip();
  if (rings.length > 0) drawRings(doc, rings, toPaper);
  if (point) drawPoint(doc, toPaper(point));
  drawNumbered(doc, numbered, toPaper);
  doc.restore();
  drawScale(doc, box, scale, words);
  drawNorth(doc, box, words);
  doc.rect(box.x, box.y, box.width, box.height).lineWidth(0.6).strokeColor(ink.line).stroke();
}
