/** The images of an act: both crops of the place beside each other, and the photos with their numbers. */
import type { AttachedFile } from "@nihol/contract/attached-files";
import type { ComparisonEvidence, TaskEvidence } from "@nihol/contract/values/violations";
import { formatNumber } from "@nihol/locales/format-number";
import { ink } from "../../../shared/files/paper.ts";
import type { Act } from "./act-file.ts";
import { type Flow, heading, need, paragraph } from "./act-flow.ts";

const gap = 12;
const caption = 24;

const jpegOf = ({ images }: Act, file: AttachedFile) =>
  images.find((image) => image.file === file.id)?.jpeg;

/** Rings where the trees stood that the later image lacks. */
function drawRings(
  doc: PDFKit.PDFDocument,
  lostAt: readonly (readonly [number, number])[],
  box: { x: number; y: number; side: number },
) {
  for (const [x, y] of lostAt) {
    doc.circle(box.x + x * box.side, box.y + y * box.side, 5);
    doc.lineWidth(1.1).strokeColor("#ffd400").stroke();
  }
}

/** Both crops of the same ground, each with its date and the size of its pixels. */
export function drawCrops(flow: Flow, act: Act, evidence: ComparisonEvidence | TaskEvidence) {
  const { doc, left, width } = flow;
  const { crop } = evidence;
  const side = (width - gap) / 2;
  const shown = (["before", "after"] as const).map((name, i) => {
    const file = act.violation.files.find((one) => one.evidence === name);
    const jpeg = file && jpegOf(act, file);
    return { name, jpeg, image: evidence[name], x: left + i * (side + gap) };
  });
  if (!crop || shown.some(({ jpeg, image }) => !jpeg || !image)) return;
  need(flow, side + caption);
  for (const { name, jpeg, image, x } of shown) {
    if (!image) continue;
    doc.save().rect(x, flow.y, side, side).clip();
    doc.image(Buffer.from(jpeg ?? []), x, flow.y, { cover: [side, side], align: "center" });
    doc.restore();
    drawRings(doc, crop.lost_at, { x, y: flow.y, side });
    doc.rect(x, flow.y, side, side).lineWidth(0.6).strokeColor(ink.line).stroke();
    doc.font("regular").fontSize(8.5).fillColor(ink.text);
    const { words } = act;
    const gsd = words.text("compare.gsd", { gsd: formatNumber(image.gsd_m, words.language, 2) });
    const text = `${words.text(`violations.crop_${name}`)}: ${words.date(image.date)} · ${gsd}`;
    doc.text(text, x, flow.y + side + 4, { width: side });
  }
  flow.y += side + caption;
  const metres = formatNumber(crop.side_m, act.words.language);
  paragraph(flow, act.words.text("violations.act_crops", { side: metres }));
}

/** Two photos in a row, each with its number, its name and when it was added. */
export function drawPhotos(flow: Flow, act: Act) {
  const { words, violation } = act;
  const photos = violation.files.filter((file) => !file.evidence && jpegOf(act, file));
  const side = (flow.width - gap) / 2;
  const height = side * 0.68;
  heading(flow, words.text("violations.act_photos"), photos.length > 0 ? height + caption : 20);
  if (photos.length === 0) paragraph(flow, words.text("violations.act_no_photos"));
  for (const [i, file] of photos.entries()) {
    const column = i % 2;
    if (column === 0) need(flow, height + caption);
    drawPhoto(flow, act, {
      file,
      number: i + 1,
      x: flow.left + column * (side + gap),
      side,
      height,
    });
    if (column === 1 || i === photos.length - 1) flow.y += height + caption + 4;
  }
  const others = violation.files.filter((file) => !file.preview).map(({ name }) => name);
  if (others.length > 0)
    paragraph(flow, words.text("violations.act_files", { names: others.join("; ") }));
  const left = violation.files.filter((file) => file.preview && !file.evidence).length;
  if (left > photos.length)
    paragraph(flow, words.text("violations.act_more_photos", { n: left - photos.length }));
}

interface Photo {
  file: AttachedFile;
  number: number;
  x: number;
  side: number;
  height: number;
}

function drawPhoto({ doc, y }: Flow, act: Act, { file, number, x, side, height }: Photo) {
  const { words } = act;
  doc.rect(x, y, side, height).fill("#f3f1ec");
  doc.image(Buffer.from(jpegOf(act, file) ?? []), x, y, {
    fit: [side, height],
    align: "center",
    valign: "center",
  });
  doc.rect(x, y, side, height).lineWidth(0.4).strokeColor(ink.line).stroke();
  doc.font("regular").fontSize(8).fillColor(ink.text);
  const about = `${number}. ${file.name} · ${words.moment(file.created_at)} · ${file.uploaded_by}`;
  doc.text(about, x, y + height + 3, { width: side, height: caption - 4, ellipsis: true });
}
