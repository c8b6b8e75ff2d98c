/** The report's territories as a map: the darker, the more trees; white where nothing was seen. */
import type { Report } from "@nihol/contract/reports/reports";
import type { MultiPolygon, Position } from "@nihol/geo/geometry";
import { formatNumber, noValue } from "@nihol/locales/format-number";
import { ink } from "../../shared/files/paper.ts";
import type { Words } from "../../shared/files/words.ts";
import type { Box } from "./pdf-chart.ts";

/** The outline of one territory, longitude and latitude in degrees. */
export interface Shape {
  id: number;
  boundary: MultiPolygon;
}

const shades = ["#e4f1e8", "#b9dcc5", "#84c09b", "#4d9d70", "#256f47"] as const;
/** Corners nearer to the last one than this, in points, are left out. */
const TOLERANCE = 0.4;
/** More names than these would cover one another. */
const MAX_NAMES = 24;

type Project = (place: Position) => [number, number];

/** Fits the shapes into the box, degrees of longitude as wide as they are in the middle. */
function projection(shapes: readonly Shape[], { x, y, width, height }: Box): Project {
  const box = [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number];
  for (const { boundary } of shapes)
    for (const ring of boundary.coordinates.flat())
      for (const [lon, lat] of ring) {
        box[0] = Math.min(box[0], lon);
        box[1] = Math.min(box[1], lat);
        box[2] = Math.max(box[2], lon);
        box[3] = Math.max(box[3], lat);
      }
  const [west, south, east, north] = box;
  const shrink = Math.cos(((south + north) / 2) * (Math.PI / 180));
  const scale = Math.min(
    width / Math.max(1e-9, (east - west) * shrink),
    height / Math.max(1e-9, north - south),
  );
  const left = x + (width - (east - west) * shrink * scale) / 2;
  const top = y + (height - (north - south) * scale) / 2;
  return ([lon, lat]) => [left + (lon - west) * shrink * scale, top + (north - lat) * scale];
}

function drawRing(doc: PDFKit.PDFDocument, ring: readonly Position[], project: Project): void {
  let last: [number, number] | undefined;
  for (const place of ring) {
    const point = project(place);
    if (last && Math.hypot(point[0] - last[0], point[1] - last[1]) < TOLERANCE) continue;
    if (last) doc.lineTo(...point);
    else doc.moveTo(...point);
    last = point;
  }
  doc.closePath();
}

const shadeOf = (count: number, max: number): (typeof shades)[number] =>
  shades[Math.min(shades.length - 1, Math.floor(shades.length * Math.sqrt(count / max)))] ??
  shades[0];

type Point = [x: number, y: number];

/** Where a level line crosses a ring, from left to right. */
function crossings(ring: readonly Point[], level: number): number[] {
  const found: number[] = [];
  for (const [index, [x, y]] of ring.entries()) {
    const [fromX, fromY] = ring[index - 1] ?? (ring.at(-1) as Point);
    if (fromY < level !== y < level)
      found.push(fromX + ((x - fromX) * (level - fromY)) / (y - fromY));
  }
  return found.sort((left, right) => left - right);
}

/** Level lines tried through an outline, for the one with most room. */
const LEVELS = 9;

/** Where a name stands: in the middle of the longest level line inside the largest outline, away from its top and bottom. */
function placeOfName({ boundary }: Shape, project: Project): Point {
  const rings = boundary.coordinates.flatMap(([outer]) => (outer ? [outer.map(project)] : []));
  const [largest = []] = rings.sort((a, b) => b.length - a.length);
  const ys = largest.map(([, y]) => y);
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  let best = { x: 0, y: 0, room: 0 };
  for (let line = 1; line <= LEVELS; line++) {
    const share = line / (LEVELS + 1);
    const y = top + share * (bottom - top);
    const found = crossings(largest, y);
    for (let i = 0; i + 1 < found.length; i += 2) {
      const [from = 0, to = 0] = [found[i], found[i + 1]];
      const room = (to - from) * Math.min(1, 4 * share, 4 * (1 - share));
      if (room > best.room) best = { x: (from + to) / 2, y, room };
    }
  }
  return [best.x, best.y];
}

/** Widest line of a name, in points. */
const NAME_WIDTH = 84;

/** Names in as many lines as they need, on their territory's shade, so that they are read across an outline too. */
function drawNames(
  doc: PDFKit.PDFDocument,
  shapes: readonly Shape[],
  names: ReadonlyMap<number, string>,
  project: Project,
  shade: (id: number) => string,
): void {
  if (shapes.length > MAX_NAMES) return;
  doc.font("regular").fontSize(5.5);
  for (const shape of shapes) {
    const isDark = shades.indexOf(shade(shape.id) as (typeof shades)[number]) > 2;
    const [cx, cy] = placeOfName(shape, project);
    const name = names.get(shape.id) ?? "";
    const height = doc.heightOfString(name, { width: NAME_WIDTH });
    const [wide, top] = [Math.min(NAME_WIDTH, doc.widthOfString(name)) + 3, cy - height / 2];
    // The text is written once: a halo of a second text would be read and copied twice.
    doc.fillOpacity(0.8).roundedRect(cx - wide / 2, top - 1, wide, height + 1, 2);
    doc.fill(shade(shape.id)).fillOpacity(1);
    doc.fillColor(isDark ? "#ffffff" : ink.text);
    doc.text(name, cx - NAME_WIDTH / 2, top, { width: NAME_WIDTH, align: "center" });
  }
}

/** From the lightest shade, of few trees, to the darkest. */
function drawLegend(doc: PDFKit.PDFDocument, max: number, words: Words, { x, y }: Box): void {
  doc.font("regular").fontSize(7).fillColor(ink.weak);
  doc.text(formatNumber(0, words.language), x, y, { lineBreak: false });
  for (const [index, shade] of shades.entries())
    doc.rect(x + 10 + index * 16, y, 16, 7).fillAndStroke(shade, ink.line);
  doc.fillColor(ink.weak);
  doc.text(formatNumber(max, words.language), x + 94, y, { lineBreak: false });
  doc.rect(x + 150, y, 12, 7).fillAndStroke("#ffffff", ink.line);
  doc.fillColor(ink.weak).text(noValue, x + 166, y, { lineBreak: false });
}

/** Draws the map of the rows; where no territory has a border it says so. */
export function drawMap(
  doc: PDFKit.PDFDocument,
  { report, shapes, words }: { report: Report; shapes: readonly Shape[]; words: Words },
  { x, y, width, height }: Box,
): void {
  doc.font("semibold").fontSize(9).fillColor(ink.text);
  doc.text(words.text("reports.map_trees"), x, y, { width });
  if (shapes.length === 0) {
    doc.font("regular").fontSize(8).fillColor(ink.weak);
    doc.text(words.text("reports.map_none"), x, y + 16, { width });
    return;
  }
  const project = projection(shapes, { x, y: y + 16, width, height: height - 36 });
  const trees = new Map(report.rows.map(({ id, trees }) => [id, trees?.total ?? null]));
  const names = new Map(report.rows.map(({ id, name }) => [id ?? 0, words.name(name)]));
  const max = Math.max(1, ...[...trees.values()].map((count) => count ?? 0));
  const shade = (id: number) => {
    const count = trees.get(id) ?? null;
    return count === null ? "#ffffff" : shadeOf(count, max);
  };
  doc.lineWidth(0.5);
  for (const { id, boundary } of shapes) {
    for (const ring of boundary.coordinates.flat()) drawRing(doc, ring, project);
    doc.fillAndStroke(shade(id), ink.weak);
  }
  drawNames(doc, shapes, names, project, shade);
  drawLegend(doc, max, words, { x, y: y + height - 10, width, height: 10 });
}
