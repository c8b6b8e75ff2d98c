/**
 * Draws planned, planted, verified and living trees of the tasks scheduled for a period as bars: the period, above it the
 * one before. Trees of older tasks that were visited in the period are in none of them: bars of different tasks would be
 * read as parts of each other.
 */
import type { Report, ReportLine } from "@nihol/contract/reports/reports";
import { formatNumber, noValue } from "@nihol/locales/format-number";
import { ink } from "../../shared/files/paper.ts";
import type { Words } from "../../shared/files/words.ts";

/** Points of the page. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Figures = Omit<ReportLine, "before" | "compared">;
const bars: readonly { title: string; of: (figures: Figures) => number | null; color: string }[] = [
  { title: "scheduled", of: (f) => f.tasks.scheduled_plant_count, color: "#8a8578" },
  { title: "submitted", of: (f) => f.tasks.submitted_plant_count, color: "#3c7fb0" },
  { title: "verified", of: (f) => f.tasks.verified_plant_count, color: "#2f8f5b" },
  { title: "survived", of: (f) => f.survival.living_scheduled?.value ?? null, color: "#1c5f3b" },
];

/** Width of the titles at the left, and of the numbers at the right. */
const titleWidth = 96;
const numberWidth = 74;
/** Bars further apart would belong to no title. */
const stepMax = 44;

/** Room for the words under the bars. */
const noteHeight = 36;

/** Draws the bars of the whole report. */
export function drawChart(
  doc: PDFKit.PDFDocument,
  report: Report,
  words: Words,
  { x, y, width, height }: Box,
): void {
  const { total } = report;
  const { before } = total;
  doc.font("semibold").fontSize(9).fillColor(ink.text);
  doc.text(words.text("reports.chart_planting"), x, y, { width });
  doc.font("regular").fontSize(7).fillColor(ink.weak);
  doc.text(words.text(before ? "reports.chart_both" : "reports.chart_one"), x, y + 13, { width });
  const top = y + 28;
  const values = bars.flatMap(({ of }) => [of(total), before ? of(before) : null]);
  const max = Math.max(1, ...values.map((value) => value ?? 0));
  const step = Math.min(stepMax, (height - 28 - noteHeight) / bars.length);
  const room = width - titleWidth - numberWidth;
  const bar = (value: number | null, at: number, thick: number, color: string, opacity: number) => {
    const length = (room * (value ?? 0)) / max;
    doc.rect(x + titleWidth, at, Math.max(length, value === null ? 0 : 0.6), thick);
    doc.fillOpacity(opacity).fill(color).fillOpacity(1);
    const text = value === null ? noValue : formatNumber(value, words.language);
    doc.fontSize(thick > 8 ? 8 : 6.5).fillColor(thick > 8 ? ink.text : ink.weak);
    doc.text(text, x + titleWidth + length + 4, at + thick / 2 - 4.5, { lineBreak: false });
  };
  for (const [index, { title, of, color }] of bars.entries()) {
    const at = top + index * step;
    doc.font("regular").fontSize(8).fillColor(ink.text);
    doc.text(words.text(`reports.${title}`), x, at + (before ? 4 : 2), { width: titleWidth - 6 });
    if (before) bar(of(before), at + 1, 6, color, 0.45);
    bar(of(total), at + (before ? 8 : 4), Math.min(14, step - 12), color, 1);
  }
  doc.font("regular").fontSize(7).fillColor(ink.weak);
  doc.text(words.text("reports.chart_cohort"), x, top + bars.length * step + 2, { width });
}
