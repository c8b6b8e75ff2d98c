/**
 * Files that people attach and send, by several programs' hands, and what becomes of them. Where the
 * collection of real files lies beside the project, those come after ours.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { PDFDocument } from "@cantoo/pdf-lib";
import { zipSync } from "fflate";
import PdfKit from "pdfkit";
import sharp from "sharp";
import writeExcelFile from "write-excel-file/node";
import { forgedHeic } from "../../../../packages/vision/test/ingest/heic-forge.ts";
import { office, zip } from "./zip-writer.ts";

export interface FileSample {
  name: string;
  bytes: Buffer;
  /** The kind that it is taken as, or the code of its refusal. */
  verdict: RegExp;
  /** True where it may be kept. */
  taken: boolean;
}

const kml = "<kml><Document><Placemark><name>а</name></Placemark></Document></kml>";
const drawn = () => sharp({ create: { width: 60, height: 40, channels: 3, background: "#2a7" } });
const exif = {
  IFD0: { Artist: "Нозири боғ" },
  IFD3: { GPSLatitudeRef: "N" },
};

function drawnPdf(): Promise<Buffer> {
  const document = new PdfKit({ info: { Title: "Қонун" } });
  const parts: Buffer[] = [];
  document.on("data", (part: Buffer) => parts.push(part));
  document.text("Law").addPage().rect(10, 10, 90, 90).fill("#2a7");
  document.end();
  return new Promise((resolve) => document.once("end", () => resolve(Buffer.concat(parts))));
}

/** A form with objects packed in streams, as recent programs write it; `script` runs when it is opened. */
async function formPdf(script?: string): Promise<Buffer> {
  const document = await PDFDocument.create();
  const page = document.addPage([200, 100]);
  document.getForm().createTextField("name").addToPage(page, { x: 10, y: 10 });
  if (script) document.addJavaScript("opened", script);
  return Buffer.from(await document.save({ useObjectStreams: true }));
}

const sheet = () =>
  writeExcelFile([
    [{ value: "Боғ" }, { value: 12.5 }],
    [{ value: "=1+1" }, null],
  ]).toBuffer();

async function sound(): Promise<Record<string, [kind: string, Buffer]>> {
  const packed = zipSync(
    { "боғ/а.kml": Buffer.from(kml), "empty.kml": Buffer.from(kml) },
    { level: 0 },
  );
  return {
    "drawn.pdf": ["pdf", await drawnPdf()],
    "form.pdf": ["pdf", await formPdf()],
    "letter.docx": ["docx", office("docx")],
    "table.xlsx": ["xlsx", await sheet()],
    "photo.jpg": ["jpeg", await drawn().withExif(exif).jpeg().toBuffer()],
    "photo-progressive.jpeg": ["jpeg", await drawn().jpeg({ progressive: true }).toBuffer()],
    "picture.png": ["png", await drawn().png().toBuffer()],
    "picture-16-bit.png": ["png", await drawn().toColourspace("rgb16").png().toBuffer()],
    "photo.heic": ["heic", forgedHeic()],
    "picture-with-text.png": [
      "png",
      await drawn().withExif(exif).png({ palette: true }).toBuffer(),
    ],
    "stored.zip": ["zip", Buffer.from(packed)],
    "Боғи Рӯдакӣ — нақша (1).kml": ["kml", Buffer.from(kml)],
  };
}

/** Sound files of kinds that nobody attaches here. */
async function otherKinds(): Promise<Record<string, Buffer>> {
  return {
    "picture.gif": await drawn().gif().toBuffer(),
    "picture.webp": await drawn().webp().toBuffer(),
    "picture.avif": await drawn().avif().toBuffer(),
    "letter.odt": zip([
      { name: "mimetype", bytes: "application/vnd.oasis.opendocument.text" },
      { name: "content.xml", bytes: "<office:document-content/>" },
    ]),
    "csv-formula.csv": Buffer.from("a,b\n=cmd|' /C calc'!A0,1\n"),
    "page.jpg": Buffer.from("<html><script>alert(1)</script></html>"),
    "page.xml": Buffer.from("<!DOCTYPE html><html><body>text</body></html>"),
    "program.exe": Buffer.from("MZ\u0000\u0000"),
  };
}

/** A PNG whose head claims another size than its rows have. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const bytes = Buffer.from(await drawn().png().toBuffer());
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

async function hostile(): Promise<Record<string, [code: string, Buffer]>> {
  const png = await drawn().png().toBuffer();
  const named = (name: string) => zip([{ name, bytes: kml }]);
  const bomb = `<kml>${" ".repeat(30 * 1024 ** 2)}</kml>`;
  const archive = named("a.kml");
  const entities =
    '<!DOCTYPE a [<!ENTITY b "1234567890"><!ENTITY c "&b;&b;&b;&b;">]><kml>&c;</kml>';
  return {
    "script.pdf": ["file_active", await formPdf("app.alert(1)")],
    "cut.pdf": ["file_damaged", (await drawnPdf()).subarray(0, -200)],
    "entities.kml": ["xml_doctype_refused", Buffer.from(entities)],
    "empty.kml": ["file_empty", Buffer.alloc(0)],
    "photo.kml": ["file_name_mismatch", await drawn().jpeg().toBuffer()],
    "cut.heic": ["file_damaged", forgedHeic().subarray(0, -200)],
    "claims-50000x50000.heic": ["image_too_large", forgedHeic({ size: [50_000, 50_000] })],
    "coded-as-avif.heic": ["file_kind", forgedHeic({ coding: "av01" })],
    "cut.png": ["file_damaged", png.subarray(0, -20)],
    "claims-50000x50000.png": ["image_too_large", await claiming(50_000, 50_000)],
    "packed.png.exe": ["file_name_mismatch", png],
    "absolute.zip": ["archive_unsafe_path", named("/etc/a.kml")],
    "relative.zip": ["archive_unsafe_path", named("../a.kml")],
    "backslash.zip": ["archive_unsafe_path", named("x\\..\\a.kml")],
    "bomb.kmz": ["archive_bomb", zip([{ name: "doc.kml", bytes: bomb }])],
    "nested.zip": ["archive_nested", zip([{ name: "b.zip", bytes: archive }])],
    "cut.zip": ["archive_damaged", archive.subarray(0, -9)],
    "macro.docx": ["file_active", office("docx", [{ name: "word/vbaProject.bin", bytes: "x" }])],
    "deflated-rubbish.zip": [
      "archive_damaged|file_kind",
      Buffer.concat([Buffer.from("PK\u0003\u0004"), deflateSync("x")]),
    ],
  };
}

const uploads = join(import.meta.dirname, "../../../../../shared/data/real/uploads");
const accepted = /\.(docx|xlsx|jpg|png|heic|pdf)$/;
/** Answers that real files should get, by the beginnings of their names. */
const realVerdicts: Record<string, RegExp> = {
  defusedxml__: /file_kind|xml_doctype_refused/,
  "filetype__fixture-corrupt.png": /file_damaged/,
  "pdfjs__evaljs.pdf": /file_active/,
  "pdfjs__js-buttons.pdf": /file_active/,
  pdfpayload__: /file_active/,
  "pdfjs__helloworld-bad.pdf": /file_damaged/,
  yauzl__absolute: /archive_unsafe_path/,
  yauzl__invalid_relative: /archive_unsafe_path/,
  yauzl__invalid_characters: /archive_damaged/,
  yauzl__strong_encryption: /file_encrypted/,
  yauzl__: /archive_damaged|file_damaged|file_kind/,
  // Odd, but whole: nothing in them harms.
  exceljs__bogus: /^xlsx$/,
  exifr__: /^jpeg$/,
  "filetype__fixture-itxt.png": /^png$/,
  "csv-formula.csv": /file_kind/,
  "empty.kml": /file_empty/,
  "html-named.jpg": /file_kind/,
  "jpeg-named.kml": /file_name_mismatch/,
  "kmz-50MB-of-spaces.kmz": /archive_bomb/,
  "png-claims-50000x50000.png": /image_too_large/,
  Боғи: /^kml$/,
};

function realSamples(): FileSample[] {
  if (!existsSync(uploads)) return [];
  const good = readdirSync(join(uploads, "good")).flatMap((name): [string, string, RegExp][] => {
    if (accepted.test(name)) return [["good", name, /^(docx|xlsx|jpeg|png|heic|pdf)$/]];
    if (/\.(avif|gif|webp|odt)$/.test(name)) return [["good", name, /^file_kind$/]];
    return [];
  });
  const others = ["hostile", "made-by-us"].flatMap((folder) =>
    readdirSync(join(uploads, folder)).map((name): [string, string, RegExp] => {
      const rule = Object.entries(realVerdicts).find(([start]) => name.startsWith(start));
      return [folder, name, rule?.[1] ?? /nobody has said what/];
    }),
  );
  return [...good, ...others].map(([folder, name, verdict]) => ({
    name,
    verdict,
    // A code of a refusal has at least two words, a kind one.
    taken: !verdict.source.includes("_"),
    bytes: readFileSync(join(uploads, folder, name)),
  }));
}

/** All of them: sound, of other kinds, hostile, and real ones where they are at hand. */
export async function fileSamples(): Promise<FileSample[]> {
  const row = (name: string, verdict: string, bytes: Buffer, taken: boolean) => ({
    name,
    bytes,
    taken,
    verdict: new RegExp(`^(${verdict})( in .+)?$`),
  });
  return [
    ...Object.entries(await sound()).map(([name, [kind, bytes]]) => row(name, kind, bytes, true)),
    ...Object.entries(await otherKinds()).map(([name, bytes]) =>
      row(name, "file_kind", bytes, false),
    ),
    ...Object.entries(await hostile()).map(([name, [code, bytes]]) =>
      row(name, code, bytes, false),
    ),
    ...realSamples(),
  ];
}
