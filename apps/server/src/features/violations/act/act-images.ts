/** Both crops of the place beside each other, with a ring and a number where each lost tree stood. */
import type { AttachedFile } from "@nihol/contract/attached-files";
import type { ComparisonEvidence, TaskEvidence } from "@nihol/contract/values/violations";
import { metersFrom } from "@nihol/geo/flat-meters";
import { formatNumber } from "@nihol/locales/format-number";
import { ink } from "../../../shared/files/paper.ts";
import type { Act } from "./act-file.ts";
import { type Flow, need, paragraph } from "./act-flow.ts";

const gap = 12;
const caption = 24;

const jpegOf = ({ images }: Act, file: AttachedFile) =>
  images.find((image) => image.file === file.id)?.jpeg;

const ringColor = "#ffd400";

/** Numbers of the list for the places on the crop; none where the list was not kept. */
function numbersOn(evidence: ComparisonEvidence | TaskEvidence): number[] {
  if (evidence.kind === "task" || !evidence.crop) return [];
  const { center, side_m } = evidence.crop;
  const toMetres = metersFrom(center);
  return (evidence.places ?? []).flatMap(({ place }, index) =>
    toMetres(place).every((metres) => Math.abs(metres) <= side_m / 2) ? [index + 1] : [],
  );
}

/** Rings where the trees stood that the later image lacks. */
function drawRings(
  doc: PDFKit.PDFDocument,
  { lostAt, numbers }: { lostAt: readonly (readonly [number, number])[]; numbers: number[] },
  box: { x: number; y: number; side: number },
) {
  for (const [index, [shareX, shareY]] of lostAt.entries()) {
    const [x, y] = [box.x + shareX * box.side, box.y + shareY * box.side];
    doc.circle(x, y, 5).lineWidth(1.1).strokeColor(ringColor).stroke();
    const number = numbers[index];
    if (number === undefined) continue;
    doc.font("semibold").fontSize(6).fillColor(ringColor);
    doc.text(String(number), x + 5, y - 8, { lineBreak: false });
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
  const numbers = numbersOn(evidence);
  for (const { name, jpeg, image, x } of shown) {
    if (!image) continue;
    doc.save().rect(x, flow.y, side, side).clip();
    doc.image(Buffer.from(jpeg ?? []), x, flow.y, { cover: [side, side], align: "center" });
    doc.restore();
    drawRings(doc, { lostAt: crop.lost_at, numbers }, { x, y: flow.y, side });
    doc.rect(x, flow.y, side, side).lineWidth(0.6).strokeColor(ink.line).stroke();
    doc.font("regular").fontSize(8.5).fillColor(ink.text);
    const { words } = act;
    const gsd = words.text("compare.gsd", { gsd: formatNumber(image.gsd_m, words.language, 2) });
    const text = `${words.text(`violations.crop_${name}`)}: ${words.date(image.date)} · ${gsd}`;
    doc.text(text, x, flow.y + side + 4, { width: side });
  }
  flow.y += side + caption;
  const metres = formatNumber(crop.side_m, act.words.language);
  const key = evidence.kind === "task" ? "act_crops_plain" : "act_crops";
  paragraph(flow, act.words.text(`violations.${key}`, { side: metres }));
}
