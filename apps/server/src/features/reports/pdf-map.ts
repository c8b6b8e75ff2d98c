/** The report's territories as a map: the darker, the more trees; white where nothing was seen. */
import {
  isDarkShade,
  mapShades,
  maxMapNames,
  shadesOf,
  unseenShade,
} from "@nihol/contract/values/reports/report-map";
import type { Position } from "@nihol/geo/geometry";
import { fitShapes, type Project, placeOfName, type Shape, thinRing } from "@nihol/geo/paper-map";
import { formatNumber, noValue } from "@nihol/locales/format-number";
import { ink } from "../../shared/files/paper.ts";
import type { Words } from "../../shared/files/words.ts";
import type { Box } from "./pdf-chart.ts";
import type { ReportFile } from "./report-file.ts";

/** Corners nearer to the last one than this, in points, are left out. */
const TOLERANCE = 0.4;

function drawRing(doc: PDFKit.PDFDocument, ring: readonly Position[], project: Project): void {
  for (const [index, point] of thinRing(ring, project, TOLERANCE).entries())
    if (index > 0) doc.lineTo(...point);
    else doc.moveTo(...point);
  doc.closePath();
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
  if (shapes.length > maxMapNames) return;
  doc.font("regular").fontSize(5.5);
  for (const shape of shapes) {
    const isDark = isDarkShade(shade(shape.id));
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
  for (const [index, shade] of mapShades.entries())
    doc.rect(x + 10 + index * 16, y, 16, 7).fillAndStroke(shade, ink.line);
  doc.fillColor(ink.weak);
  doc.text(formatNumber(max, words.language), x + 94, y, { lineBreak: false });
  doc.rect(x + 150, y, 12, 7).fillAndStroke(unseenShade, ink.line);
  doc.fillColor(ink.weak).text(noValue, x + 166, y, { lineBreak: false });
}

/** Draws the map of the rows, or of their regions, which it says. */
export function drawMap(
  doc: PDFKit.PDFDocument,
  { report, map, words }: Pick<ReportFile, "report" | "map" | "words">,
  { x, y, width, height }: Box,
): void {
  doc.font("semibold").fontSize(9).fillColor(ink.text);
  doc.text(words.text("reports.map_trees"), x, y, { width });
  const { shapes, rows } = map;
  const isOfRows = map.kind === report.kind;
  doc.font("regular").fontSize(8).fillColor(ink.weak);
  if (!isOfRows) doc.text(words.text("reports.map_regions"), x, y + 12, { width });
  const top = isOfRows ? y + 16 : doc.y + 4;
  const project = fitShapes(shapes, { x, y: top, width, height: y + height - 20 - top });
  const names = new Map(rows.map(({ id, name }) => [id ?? 0, words.name(name)]));
  const { max, shade } = shadesOf(rows);
  doc.lineWidth(0.5);
  for (const { id, boundary } of shapes) {
    for (const ring of boundary.coordinates.flat()) drawRing(doc, ring, project);
    doc.fillAndStroke(shade(id), ink.weak);
  }
  drawNames(doc, shapes, names, project, shade);
  drawLegend(doc, max, words, { x, y: y + height - 10, width, height: 10 });
}
