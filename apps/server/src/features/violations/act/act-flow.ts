/** Where the next thing of an act stands: down the page, and on a new one where it has no room. */
import { ink, type Margin } from "../../../shared/files/paper.ts";

export interface Flow {
  doc: PDFKit.PDFDocument;
  left: number;
  width: number;
  /** Below this there is the foot. */
  bottom: number;
  y: number;
}

export const margin: Margin = { x: 48, top: 40, foot: 34 };

export function flowOf(doc: PDFKit.PDFDocument): Flow {
  return {
    doc,
    left: margin.x,
    width: doc.page.width - 2 * margin.x,
    bottom: doc.page.height - margin.foot - 6,
    y: margin.top,
  };
}

/** Begins another page unless so much height is left. */
export function need(flow: Flow, height: number) {
  if (flow.y + height <= flow.bottom) return;
  flow.doc.addPage();
  flow.y = margin.top;
}

/** The name of a part; it stays with at least so much of what follows it. */
export function heading(flow: Flow, title: string, following = 60) {
  need(flow, 26 + following);
  const { doc, left, width } = flow;
  doc.font("semibold").fontSize(10.5).fillColor(ink.text);
  doc.text(title, left, flow.y + 8, { width });
  flow.y = doc.y + 4;
}

/** A text that may take several pages. */
export function paragraph(flow: Flow, text: string) {
  const { doc, left, width } = flow;
  doc.font("regular").fontSize(9).fillColor(ink.text);
  for (const line of text.split("\n")) {
    const height = doc.heightOfString(line || " ", { width });
    need(flow, Math.min(height, 80));
    doc.font("regular").fontSize(9).fillColor(ink.text);
    doc.text(line || " ", left, flow.y, { width });
    flow.y += height + 2;
  }
}

type Row = readonly string[];

/** Lines of cells, each as high as its highest cell; `shares` are the widths of the columns. */
export function rows(flow: Flow, lines: readonly Row[], shares: readonly number[], head?: Row) {
  const { doc, left, width } = flow;
  const sum = shares.reduce((total, share) => total + share, 0);
  const widths = shares.map((share) => (share / sum) * width);
  const draw = (cells: Row, font: string) => {
    doc.font(font).fontSize(8.5).fillColor(ink.text);
    const heights = cells.map((cell, i) =>
      doc.heightOfString(cell || " ", { width: (widths[i] ?? 0) - 8 }),
    );
    const height = Math.max(...heights) + 5;
    need(flow, height);
    if (font === "semibold") doc.rect(left, flow.y, width, height).fill(ink.head);
    doc.font(font).fontSize(8.5).fillColor(ink.text);
    let x = left;
    for (const [i, cell] of cells.entries()) {
      doc.text(cell, x + 4, flow.y + 2.5, { width: (widths[i] ?? 0) - 8 });
      x += widths[i] ?? 0;
    }
    flow.y += height;
    doc.moveTo(left, flow.y).lineTo(left + width, flow.y);
    doc.lineWidth(0.4).strokeColor(ink.line).stroke();
  };
  if (head) draw(head, "semibold");
  for (const cells of lines) draw(cells, "regular");
  flow.y += 4;
}
