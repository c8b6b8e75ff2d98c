/** Slips with the tokens of devices, A4, to be cut out and taken along: name, number, address, token and a QR code of both. */
import { ink, type Margin, openPaper } from "../../shared/files/paper.ts";
import { qrCode } from "../../shared/files/qr-code.ts";
import type { Words } from "../../shared/files/words.ts";
import type { TokenOfDevice } from "./token-writes.ts";

/** Points. */
const margin: Margin = { x: 28, top: 28, foot: 28 };
const page = { columns: 2, rows: 4, width: 595.28, height: 841.89 };
const slip = {
  width: (page.width - 2 * margin.x) / page.columns,
  height: (page.height - margin.top - margin.foot) / page.rows,
};
const pad = 10;
const qrSide = 100;

/** Address to which a device sends its readings. */
export const intakeAddress = (api: string, id: number) => `${api}/device/${id}/reading`;

/** Draws a QR code: the dark squares of a row that touch as one rectangle. */
function drawCode(doc: PDFKit.PDFDocument, text: string, left: number, top: number) {
  const { size, isDark } = qrCode(text);
  const side = qrSide / size;
  for (let y = 0; y < size; y++) {
    let from = 0;
    for (let x = 0; x <= size; x++) {
      if (x < size && isDark(x, y)) continue;
      if (x > from) doc.rect(left + from * side, top + y * side, (x - from) * side, side);
      from = x + 1;
    }
  }
  doc.fill("#000000");
}

function drawSlip(
  doc: PDFKit.PDFDocument,
  device: TokenOfDevice,
  { x, y, api, words }: { x: number; y: number; api: string; words: Words },
) {
  const address = intakeAddress(api, device.id);
  doc.save().lineWidth(0.5).dash(3, { space: 3 }).strokeColor(ink.line);
  doc.rect(x, y, slip.width, slip.height).stroke().undash().restore();
  drawCode(doc, JSON.stringify({ address, token: device.token }), x + pad, y + pad);
  const left = x + pad + qrSide + pad;
  const width = slip.width - qrSide - 3 * pad;
  doc.font("semibold").fontSize(12).fillColor(ink.text);
  doc.text(device.name, left, y + pad, { width, height: 32, ellipsis: true });
  doc.font("regular").fontSize(9).fillColor(ink.weak);
  doc.text(`№ ${device.id}`, left, y + pad + 36, { width, lineBreak: false });
  if (device.serial)
    doc.text(`${words.text("devices.serial")}: ${device.serial}`, left, y + pad + 50, {
      ...{ width, height: 26, ellipsis: true },
    });
  doc.fontSize(7.5).text(words.text("devices.slip_keep"), left, y + pad + 78, {
    ...{ width, height: 28, ellipsis: true },
  });
  const line = (label: string, value: string, at: number) => {
    const whole = slip.width - 2 * pad;
    doc
      .font("regular")
      .fontSize(7)
      .fillColor(ink.weak)
      .text(label, x + pad, at, { width: whole });
    doc.fontSize(7.5).fillColor(ink.text);
    doc.text(value, x + pad, at + 9, { width: whole, height: 20, ellipsis: true });
  };
  line(words.text("devices.slip_address"), address, y + pad + qrSide + 8);
  line(words.text("devices.token"), device.token, y + pad + qrSide + 40);
}

/** Draws a slip for each token; `api` is the address of the API. */
export async function tokenSlips(
  devices: readonly TokenOfDevice[],
  api: string,
  words: Words,
): Promise<Uint8Array> {
  const title = words.text("devices.slips");
  const { doc, bytes } = openPaper({
    ...{ layout: "portrait", margin, title, author: words.text("reports.programme") },
    ...{ made_at: new Date().toISOString(), words },
  });
  const ofPage = page.columns * page.rows;
  devices.forEach((device, n) => {
    const at = n % ofPage;
    if (n > 0 && at === 0) doc.addPage();
    const x = margin.x + (at % page.columns) * slip.width;
    const y = margin.top + Math.floor(at / page.columns) * slip.height;
    drawSlip(doc, device, { x, y, api, words });
  });
  return bytes();
}
