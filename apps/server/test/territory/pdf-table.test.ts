/** A table of a report on paper: its sums, and columns that have no room beside each other. */
import PDFDocument from "pdfkit";
import { expect, test } from "vitest";
import { drawTable, type PdfTable } from "../../src/features/reports/pdf-table.ts";
import { pdfPages, smallestLetters } from "../support/documents/pdf-text.ts";

/** A table alone on landscape A4. */
async function pdfOf(table: PdfTable): Promise<Buffer> {
  const doc = new PDFDocument({
    size: "A4",
    layout: "landscape",
    margins: { left: 40, right: 40, top: 40, bottom: 0 },
  });
  const font = (name: string) => new URL(`../../fonts/inter-${name}.ttf`, import.meta.url).pathname;
  doc.registerFont("regular", font("regular")).registerFont("semibold", font("semibold"));
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resume) => doc.once("end", resume));
  const next = () => {
    doc.addPage();
    return 40;
  };
  drawTable(doc, table, { left: 40, width: 760, bottom: 540, next }, 40);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

test("the sum of a PDF's table is never alone on a page", async () => {
  for (let count = 20; count <= 44; count++) {
    const row = (name: string, kind: "row" | "total") => ({ cells: [name, "1"], kind });
    const rows = Array.from({ length: count }, (_, i) => row(`line ${i}`, "row"));
    const pdf = await pdfOf({
      groups: [{ title: "all", span: 2 }],
      columns: [
        { title: "name", align: "left" },
        { title: "number", align: "right" },
      ],
      rows: [...rows, row("the sum", "total")],
    });
    const page = pdfPages(pdf).find((one) => one.includes("the sum"));
    expect(page, `${count} lines`).toMatch(/line \d+/);
  }
});

test("a table with more columns than a page has room for is drawn as two, in letters that can be read", async () => {
  const titles = Array.from({ length: 16 }, (_, i) => `Unbreakableheading${i}`);
  const pdf = await pdfOf({
    groups: [
      { title: "", span: 1 },
      { title: "few", span: 4 },
      { title: "many", span: 12 },
    ],
    columns: [
      { title: "Place", align: "left" },
      ...titles.map((title) => ({ title, align: "right" as const })),
    ],
    rows: [{ cells: ["Khatlon", ...titles.map((_, i) => `${100 + i}`)], kind: "row" }],
  });
  expect(Math.min(...smallestLetters(pdf))).toBeGreaterThanOrEqual(6);
  const lines = pdfPages(pdf).join("\n").split("\n");
  expect(lines.filter((line) => line === "Khatlon")).toHaveLength(2);
  expect(lines.filter((line) => line === "many")).toHaveLength(2);
  for (const [i, title] of titles.entries()) {
    expect(lines).toContain(title);
    expect(lines).toContain(`${100 + i}`);
  }
});
