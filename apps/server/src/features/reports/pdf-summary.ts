/** Draws the page that a minister reads: five figures with their change, the map, the bars, room for a signature. */
import { changeIn, headlineFigures } from "@nihol/contract/values/reports/report-change";
import { measuredParts } from "@nihol/locales/format-change";
import { headlineBasis, headlineChange } from "@nihol/locales/report-headline";
import { coverageWords } from "../../shared/files/coverage-note.ts";
import { ink } from "../../shared/files/paper.ts";
import { type Box, drawChart } from "./pdf-chart.ts";
import { drawMap } from "./pdf-map.ts";
import type { ReportFile } from "./report-file.ts";

/** Points: between columns, and of the line to sign on with its words. */
const gap = 16;
const signatureHeight = 34;

/** Draws the figures. @returns where they end */
function drawFigures(doc: PDFKit.PDFDocument, file: ReportFile, { x, y, width }: Box): number {
  const { report, words } = file;
  const { total } = report;
  const inPeriod = report.from !== null || report.to !== null;
  const headlineWords = {
    ...coverageWords(words),
    report: (key: string, params = {}) => words.text(`reports.${key}`, params),
  };
  const each = (width - gap * (headlineFigures.length - 1)) / headlineFigures.length;
  const ends = headlineFigures.map((figure, index) => {
    const { title, section, unit, of } = figure;
    const left = x + index * (each + gap);
    const write = (text: string, font: string, size: number, color: string, at: number) => {
      doc.font(font).fontSize(size).fillColor(color).text(text, left, at, { width: each });
      return doc.y;
    };
    const now = of(total);
    const { value, range } = measuredParts(now, unit, words.language);
    let end = write(words.text(`reports.${title}`), "regular", 8, ink.weak, y);
    // All values stand at one height, whatever room their titles take.
    end = write(value, "semibold", 18, ink.text, Math.max(end, y + 22));
    if (range) end = write(range, "regular", 8, ink.text, end);
    if (total.before) {
      const ground = section === "trees" ? total.compared?.seen_m2 : undefined;
      const change = headlineChange(changeIn(figure, total), unit, headlineWords, ground);
      end = write(change, "semibold", 8, ink.text, end + 2);
    }
    return write(
      headlineBasis[title](total, headlineWords, inPeriod),
      "regular",
      7,
      ink.weak,
      end + 2,
    );
  });
  return Math.max(...ends);
}

/** Lines for name, post, signature and day. */
function drawSignature(doc: PDFKit.PDFDocument, file: ReportFile, { x, y, width }: Box): void {
  const parts = ["sign_name", "sign_post", "sign_signature", "sign_date"];
  const each = (width - gap * (parts.length - 1)) / parts.length;
  for (const [index, part] of parts.entries()) {
    const left = x + index * (each + gap);
    doc.moveTo(left, y + 18).lineTo(left + each, y + 18);
    doc.lineWidth(0.6).stroke(ink.weak);
    doc.font("regular").fontSize(7.5).fillColor(ink.weak);
    doc.text(file.words.text(`violations.${part}`), left, y + 21, { width: each });
  }
}

/** Fills the box, the rest of the first page; the tables begin on the next one. */
export function drawSummary(doc: PDFKit.PDFDocument, file: ReportFile, box: Box): void {
  const { x, y, width, height } = box;
  let end = drawFigures(doc, file, box);
  if (!file.report.before) {
    doc.font("regular").fontSize(7.5).fillColor(ink.weak);
    doc.text(file.words.text("reports.headline_no_before"), x, end + 4, { width });
    end = doc.y;
  }
  const top = end + 14;
  const bottom = y + height - signatureHeight;
  const below = { y: top, height: bottom - top - 12 };
  const hasMap = file.map.shapes.length > 0;
  // Without a map the bars have the whole width, and the page is not two thirds empty.
  const part = hasMap ? (width - gap) * 0.4 : width;
  drawChart(doc, file.report, file.words, { x, width: part, ...below });
  if (hasMap) drawMap(doc, file, { x: x + part + gap, width: width - part - gap, ...below });
  drawSignature(doc, file, { x, y: bottom, width, height: signatureHeight });
}
