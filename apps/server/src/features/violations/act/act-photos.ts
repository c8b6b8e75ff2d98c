/** Photos of an act, two in a line: each with its words, and with when and where it was taken by its own metadata. */
import type { AttachedFile } from "@nihol/contract/attached-files";
import type { EvidencePhoto, EvidenceRow, ReportEvidence } from "@nihol/contract/values/violations";
import { formatNumber } from "@nihol/locales/format-number";
import { type Taken, takenTexts } from "@nihol/locales/taken-text";
import { ink } from "../../../shared/files/paper.ts";
import type { Words } from "../../../shared/files/words.ts";
import type { Act } from "./act-file.ts";
import { type Flow, heading, need, paragraph } from "./act-flow.ts";

const gap = 12;
const captionSize = 8;

interface Photo {
  jpeg: Uint8Array;
  caption: string;
}

/** When and where it was taken, each on its line. */
const takenText = (taken: Taken, { text, date }: Words) =>
  takenTexts(taken, (key, params) => text(`violations.${key}`, params), date).join("\n");

/** Two in a line; a line is as high as its longest caption needs. */
function drawLine(flow: Flow, photos: readonly Photo[]) {
  const { doc } = flow;
  const side = (flow.width - gap) / 2;
  const height = side * 0.68;
  doc.font("regular").fontSize(captionSize);
  const captions = photos.map(({ caption }) => doc.heightOfString(caption, { width: side }));
  const total = height + Math.max(...captions) + 12;
  need(flow, total);
  for (const [i, { jpeg, caption }] of photos.entries()) {
    const [x, y] = [flow.left + i * (side + gap), flow.y];
    doc.rect(x, y, side, height).fill("#f3f1ec");
    doc.image(Buffer.from(jpeg), x, y, {
      fit: [side, height],
      align: "center",
      valign: "center",
    });
    doc.rect(x, y, side, height).lineWidth(0.4).strokeColor(ink.line).stroke();
    doc.font("regular").fontSize(captionSize).fillColor(ink.text);
    doc.text(caption, x, y + height + 3, { width: side });
  }
  flow.y += total;
}

function drawLines(flow: Flow, photos: readonly Photo[]) {
  for (let i = 0; i < photos.length; i += 2) drawLine(flow, photos.slice(i, i + 2));
}

const imageOf = ({ images }: Act, file: AttachedFile | undefined) =>
  images.find((image) => image.file === file?.id);

/** Says what is known of a row of the report that a case accuses. */
export const rowText = (row: EvidenceRow, { text, name, language, date }: Words) =>
  text("violations.act_row", {
    ...{ type: name(row.tree_type), count: formatNumber(row.count, language) },
    date: date(row.plant_date),
  });

/** A row's photo and, beside it, those that are the same: this one may be in another task. */
function photosOfRow(act: Act, row: EvidenceRow, task: number): Photo[] {
  const { words, violation } = act;
  const shown = (photo: EvidencePhoto | null, title: string): Photo[] => {
    const file = violation.files.find((one) => one.evidence && one.sha256 === photo?.sha256);
    const image = imageOf(act, file);
    if (!photo || !image) return [];
    return [{ jpeg: image.jpeg, caption: `${title}\n${takenText(photo, words)}` }];
  };
  const own = shown(row.photo, rowText(row, words));
  const same = row.same.flatMap((photo) => {
    const place = { task: photo.task, garden: words.name(photo.garden) };
    const key = photo.task === task ? "act_same_here" : "act_same_elsewhere";
    return shown(
      photo,
      words.text(`violations.${key}`, { ...place, date: words.date(photo.plant_date) }),
    );
  });
  return [...own, ...same];
}

/** Photos of a report, those that are used twice with the ones that they repeat. */
export function drawReportPhotos(flow: Flow, act: Act, report: ReportEvidence, task: number) {
  const rows = report.shown.map((row) => photosOfRow(act, row, task));
  const alone = rows.filter((photos) => photos.length === 1).flat();
  const several = rows.filter((photos) => photos.length > 1);
  if (alone.length + several.length === 0) return;
  heading(flow, act.words.text("violations.act_report_photos"), 220);
  for (const photos of several) drawLines(flow, photos);
  drawLines(flow, alone);
}

/** Photos that people added, each with its number, its name and who added it. */
export function drawPhotos(flow: Flow, act: Act) {
  const { words, violation } = act;
  const word = (key: string, params?: Record<string, string | number>) =>
    words.text(`violations.${key}`, params);
  const added = violation.files.filter((file) => !file.evidence && imageOf(act, file));
  const isShown = violation.files.some(({ evidence }) => evidence === "photo");
  const others = violation.files.filter((file) => !file.preview).map(({ name }) => name);
  if (added.length + others.length === 0 && isShown) return;
  heading(flow, word("act_photos"), added.length > 0 ? 220 : 20);
  if (added.length === 0) paragraph(flow, word("act_no_photos"));
  const photos = added.flatMap((file, i) => {
    const image = imageOf(act, file);
    const name = `${i + 1}. ${file.name} · ${file.uploaded_by}`;
    return image
      ? [{ jpeg: image.jpeg, caption: `${name}\n${takenText(image.taken, words)}` }]
      : [];
  });
  drawLines(flow, photos);
  if (others.length > 0) paragraph(flow, word("act_files", { names: others.join("; ") }));
  const left = violation.files.filter((file) => file.preview && !file.evidence).length;
  if (left > added.length) paragraph(flow, word("act_more_photos", { n: left - added.length }));
}
