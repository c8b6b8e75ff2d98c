/** Draws a table over as many pages as it needs; its heading stands on each of them. */

import { ink } from "../../shared/files/paper.ts";

/** The size of letters in points: the largest at which no word is broken, and below which nothing is read. */
const sizes = { max: 7, min: 6, step: 0.25 };
/** The space within a cell. */
const padX = 3;
const padY = 2.6;

export interface PdfColumn {
  title: string;
  align: "left" | "right";
  /** Takes the room that is left: of sentences beside names. */
  grows?: boolean;
}

export interface PdfRow {
  cells: string[];
  /** A line over all columns that names those below it, or the sum at the end. */
  kind: "row" | "group" | "total";
}

export interface PdfTable {
  /** Titles over several columns, from the left. */
  groups: { title: string; span: number }[];
  columns: PdfColumn[];
  rows: PdfRow[];
}

/** The page below its heading and above its foot, in points; `next` begins another page and answers where. */
export interface PdfSpace {
  left: number;
  width: number;
  bottom: number;
  next: () => number;
}

const fontOf = (isBold: boolean) => (isBold ? "semibold" : "regular");

/** The width of the longest word: what a column needs so that none is broken. */
function longestWord(doc: PDFKit.PDFDocument, text: string): number {
  // pdfkit measures a word with the blank after it when it tests whether it fits.
  return Math.max(0, ...text.split(/[ \n-]/).map((word) => doc.widthOfString(`${word} `)));
}

interface Layout {
  widths: number[];
  size: number;
  /** No word is broken. */
  fits: boolean;
}

/**
 * Each column as wide as its longest word, and the rest of the page shared by what would fill it, in the largest letters
 * that have room. Widths grow with the letters, so that each text is measured once.
 */
function widthsOf(doc: PDFKit.PDFDocument, table: PdfTable, width: number): Layout {
  const measured = table.columns.map(({ title }, index) => {
    doc.font("semibold").fontSize(sizes.max);
    const cells = table.rows.flatMap(({ cells, kind }) =>
      kind === "group" ? [] : [cells[index] ?? ""],
    );
    const different = [...new Set(cells)];
    const min = Math.max(
      longestWord(doc, title),
      ...different.map((cell) => longestWord(doc, cell)),
    );
    return { min, max: Math.max(min, ...different.map((cell) => doc.widthOfString(cell))) };
  });
  const around = 2 * padX + 0.5;
  for (let size = sizes.max; ; size -= sizes.step) {
    const scale = size / sizes.max;
    const wants = measured.map(({ min, max }) => ({
      min: min * scale + around,
      max: Math.max(min * scale, Math.min(max * scale, 190)) + around,
    }));
    const min = wants.reduce((sum, want) => sum + want.min, 0);
    const spare = wants.reduce((sum, want) => sum + want.max - want.min, 0);
    const rest = width - min;
    if (rest < 0 && size > sizes.min) continue;
    if (rest < 0)
      return { widths: wants.map((want) => (want.min * width) / min), size, fits: false };
    const share = spare > 0 ? Math.min(1, rest / spare) : 0;
    const growing = table.columns.filter(({ grows }) => grows).length;
    const left = rest - share * spare;
    const more = (grows: boolean | undefined) =>
      growing === 0 ? left / wants.length : grows ? left / growing : 0;
    const widths = wants.map(
      (want, index) => want.min + share * (want.max - want.min) + more(table.columns[index]?.grows),
    );
    return { widths, size, fits: true };
  }
}

/** Sums stand with the line above them: alone on a page they say nothing. */
function heightWithSums(
  rows: readonly PdfRow[],
  heights: readonly number[],
  index: number,
): number {
  let height = heights[index] ?? 0;
  for (let next = index + 1; rows[next]?.kind === "total"; next++) height += heights[next] ?? 0;
  return height;
}

/** Both halves of a table's columns, each beside the names of its lines. */
function halvesOf({ groups, columns, rows }: PdfTable): [PdfTable, PdfTable] {
  const cut = Math.ceil((columns.length + 1) / 2);
  const isLeft = (index: number) => index < cut;
  const isRight = (index: number) => index === 0 || index >= cut;
  const groupOfColumns = groups.flatMap(({ title, span }, group) =>
    Array.from({ length: span }, () => ({ title, group })),
  );
  const half = (isIn: (index: number) => boolean): PdfTable => ({
    columns: columns.filter((_, index) => isIn(index)),
    rows: rows.map((row) =>
      row.kind === "group" ? row : { ...row, cells: row.cells.filter((_, index) => isIn(index)) },
    ),
    groups: [
      ...Map.groupBy(
        groupOfColumns.filter((_, index) => isIn(index)),
        ({ group }) => group,
      ).values(),
    ].map((own) => ({ title: own[0]?.title ?? "", span: own.length })),
  });
  return [half(isLeft), half(isRight)];
}

/**
 * A table whose columns have no room in letters that can be read is drawn as two.
 * @returns the height below which the next thing may be drawn
 */
export function drawTable(
  doc: PDFKit.PDFDocument,
  table: PdfTable,
  space: PdfSpace,
  top: number,
): number {
  const layout = widthsOf(doc, table, space.width);
  if (layout.fits || table.columns.length <= 2) return drawWhole(doc, table, space, top, layout);
  const [left, right] = halvesOf(table);
  return drawTable(doc, right, space, drawTable(doc, left, space, top));
}

function drawWhole(
  doc: PDFKit.PDFDocument,
  table: PdfTable,
  space: PdfSpace,
  top: number,
  { widths, size }: Layout,
): number {
  const startOf = (index: number) =>
    space.left + widths.slice(0, index).reduce((sum, one) => sum + one, 0);

  function heightOf(cells: readonly string[], isBold: boolean): number {
    doc.font(fontOf(isBold)).fontSize(size);
    const heights = cells.map((cell, index) =>
      doc.heightOfString(cell || " ", { width: (widths[index] ?? 0) - 2 * padX }),
    );
    return Math.max(...heights) + 2 * padY;
  }

  function write(text: string, x: number, y: number, width: number, align: "left" | "right") {
    doc.text(text, x + padX, y + padY, { width: width - 2 * padX, align });
  }

  function rule(y: number, color: string, weight: number) {
    doc
      .moveTo(space.left, y)
      .lineTo(space.left + space.width, y)
      .lineWidth(weight)
      .strokeColor(color)
      .stroke();
  }

  function drawGroups(y: number): number {
    doc.font("semibold").fontSize(size).fillColor(ink.weak);
    const spans = table.groups.map(({ title, span }, index) => {
      const from = table.groups.slice(0, index).reduce((sum, one) => sum + one.span, 0);
      return { title, x: startOf(from), width: startOf(from + span) - startOf(from) };
    });
    const height = Math.max(
      ...spans.map(({ title, width }) => doc.heightOfString(title || " ", { width })),
    );
    for (const { title, x, width } of spans.filter((one) => one.title)) {
      write(title, x, y, width, "left");
      const line = y + height + padY;
      doc.moveTo(x + padX, line).lineTo(x + width - padX, line);
      doc.lineWidth(0.8).strokeColor(ink.weak).stroke();
    }
    return y + height + padY + 1.5;
  }

  function drawHead(y: number): number {
    const titles = table.columns.map(({ title }) => title);
    const height = heightOf(titles, true);
    const below = drawGroups(y);
    doc.rect(space.left, below, space.width, height).fill(ink.head);
    doc.font("semibold").fontSize(size).fillColor(ink.text);
    for (const [index, { title, align }] of table.columns.entries()) {
      const own = doc.heightOfString(title, { width: (widths[index] ?? 0) - 2 * padX });
      write(title, startOf(index), below + height - own - 2 * padY, widths[index] ?? 0, align);
    }
    rule(below + height, ink.weak, 0.8);
    return below + height;
  }

  function drawRow({ cells, kind }: PdfRow, y: number, height: number) {
    const isBold = kind !== "row";
    if (kind === "total") rule(y, ink.weak, 0.8);
    doc.font(fontOf(isBold)).fontSize(size).fillColor(ink.text);
    if (kind === "group") write(cells[0] ?? "", space.left, y, space.width, "left");
    else
      for (const [index, { align }] of table.columns.entries())
        write(cells[index] ?? "", startOf(index), y, widths[index] ?? 0, align);
    if (kind !== "total") rule(y + height, ink.line, 0.4);
  }

  const groupHeight = size * 1.3 + 2 * padY;
  const heights = table.rows.map(({ cells, kind }) =>
    kind === "group" ? groupHeight : heightOf(cells, kind === "total"),
  );
  // No heading alone at the foot of a page: three lines must follow it.
  const first = heights.slice(0, 3).reduce((sum, one) => sum + one, 0);
  let y = top + 60 + first > space.bottom ? space.next() : top;
  y = drawHead(y);
  let group: PdfRow | undefined;
  for (const [index, row] of table.rows.entries()) {
    if (row.kind !== "row") group = row.kind === "group" ? row : undefined;
    const height = heights[index] ?? 0;
    // A group's name stays with the line that follows it.
    const needed =
      row.kind === "group"
        ? height + heightWithSums(table.rows, heights, index + 1)
        : heightWithSums(table.rows, heights, index);
    if (y + needed > space.bottom) {
      y = drawHead(space.next());
      if (group && row.kind === "row") {
        drawRow(group, y, groupHeight);
        y += groupHeight;
      }
    }
    drawRow(row, y, height);
    y += height;
  }
  return y + 16;
}
