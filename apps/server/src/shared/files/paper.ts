/** Paper of every PDF of the server: its fonts, its colours, its pages and the numbers on them. */
import { fileURLToPath } from "node:url";
import PDFDocument from "pdfkit";
import type { Words } from "./words.ts";

export const ink = { text: "#211f1b", weak: "#57534a", line: "#c9c5bb", head: "#e3f0e7" };

const fontFile = (name: string) =>
  fileURLToPath(new URL(`../../../fonts/inter-${name}.ttf`, import.meta.url));

/** Points. */
export interface Margin {
  x: number;
  top: number;
  foot: number;
}

interface PaperOptions {
  layout: "landscape" | "portrait";
  margin: Margin;
  title: string;
  author: string;
  made_at: string;
  words: Words;
}

/** An empty A4 document with the fonts `regular` and `semibold`; `bytes` ends it. */
export function openPaper({ layout, margin, title, author, made_at, words }: PaperOptions) {
  const doc = new PDFDocument({
    size: "A4",
    layout,
    // Below the content there is the foot, which pdfkit must not take for a reason to begin a page.
    margins: { left: margin.x, right: margin.x, top: margin.top, bottom: 0 },
    bufferPages: true,
    lang: words.language,
    displayTitle: true,
    // None yet: pdfkit would open the file anew each time that a font it began with is asked for by its name.
    font: "",
    info: {
      Title: title,
      Author: author,
      Subject: words.text("reports.programme"),
      CreationDate: new Date(made_at),
    },
  });
  const chunks: Buffer[] = [];
  const ended = new Promise((resolve, reject) => doc.once("end", resolve).once("error", reject));
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  doc.registerFont("regular", fontFile("regular")).registerFont("semibold", fontFile("semibold"));
  doc.font("regular");
  async function bytes(): Promise<Uint8Array> {
    doc.end();
    await ended;
    return new Uint8Array(Buffer.concat(chunks));
  }
  return { doc, bytes };
}

/** At the foot of every page what it belongs to, and its number. */
export function drawFeet(doc: PDFKit.PDFDocument, about: string, margin: Margin, words: Words) {
  const pages = doc.bufferedPageRange().count;
  for (let page = 0; page < pages; page++) {
    doc.switchToPage(page);
    const y = doc.page.height - margin.foot + 6;
    const width = doc.page.width - 2 * margin.x;
    doc.font("regular").fontSize(7.5).fillColor(ink.weak);
    doc.text(about, margin.x, y, { width: width - 120, lineBreak: false });
    doc.text(words.text("reports.page", { page: page + 1, pages }), margin.x, y, {
      width,
      align: "right",
    });
  }
}
