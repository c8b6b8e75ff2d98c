/** Small files for the demonstration, made anew: a PDF, a place as KML, a drawing as PNG. */
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";
import PDFDocument from "pdfkit";

const font = fileURLToPath(new URL("../../fonts/inter-regular.ttf", import.meta.url));

/** PDF of a heading, and below it a paragraph for each text. */
export function pdfOf(heading: string, texts: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const doc = new PDFDocument({ size: "A4", margin: 64, font, info: { Title: heading } });
    const pieces: Buffer[] = [];
    doc.on("data", (piece: Buffer) => pieces.push(piece));
    doc.on("end", () => resolve(Buffer.concat(pieces)));
    doc.on("error", reject);
    doc.fontSize(18).text(heading).moveDown();
    doc.fontSize(11);
    for (const text of texts) doc.text(text).moveDown(0.6);
    doc.end();
  });
}

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? sign);

/** KML of a single placemark (OGC 07-147r2). */
export function kmlOf(name: string, [longitude, latitude]: [number, number]): Buffer {
  const place = `<Placemark><name>${escaped(name)}</name><Point><coordinates>${longitude.toFixed(6)},${latitude.toFixed(6)}</coordinates></Point></Placemark>`;
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${place}</Document></kml>\n`,
  );
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

const height = 480;
export const width = 640;
export type Colour = [red: number, green: number, blue: number];

/** A field seen from above: soil, rows of crowns, and gaps where `seed` says that trees are missing. */
function colourAt(x: number, y: number, seed: number): Colour {
  const [column, row] = [Math.floor(x / 64), Math.floor(y / 60)];
  const isMissing = (column * 7 + row * 13 + seed * 5) % 4 === 0;
  const [dx, dy] = [(x % 64) - 32, (y % 60) - 30];
  const distance = Math.hypot(dx, dy) + 3 * Math.sin(x / 5 + seed) * Math.cos(y / 6);
  const grain = ((x * 31 + y * 17 + x * y + seed * 101) % 23) - 11;
  if (isMissing && distance < 7) return [186 + grain, 148 + grain, 96 + grain];
  if (!isMissing && distance < 22) return [44 + grain, 104 - distance + grain, 58 + grain];
  return [150 + grain + (y >> 5), 126 + grain + (y >> 6), 92 + grain];
}

/** A drawing of 640 × 480 pixels; another for each `seed`. */
export const pngOf = (seed: number): Buffer => drawnPng((x, y) => colourAt(x, y, seed));

/** A PNG of 640 × 480 pixels, each of the colour that `at` says. */
export function drawnPng(at: (x: number, y: number) => Colour): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0, next = 0; y < height; y++) {
    next++;
    for (let x = 0; x < width; x++) for (const part of at(x, y)) rows[next++] = part;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 6 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
