/** The act of a case: what was seen, where and when, what proves it, what was decided, and room for signatures. */
import type { ViolationChange } from "@nihol/contract/violations/violations";
import { formatNumber } from "@nihol/locales/format-number";
import { drawFeet, ink, openPaper } from "../../../shared/files/paper.ts";
import { drawAlerts } from "./act-alerts.ts";
import type { Act } from "./act-file.ts";
import { type Flow, flowOf, heading, margin, paragraph, rows } from "./act-flow.ts";
import { drawLost } from "./act-lost.ts";
import { drawPhotos } from "./act-photos.ts";
import { drawSketch } from "./act-sketch.ts";
import { drawTask } from "./act-task.ts";

const sketch = { width: 190, height: 170 };

/** Draws who issues the act, its number, and in small letters when and by whom it was made. */
function drawTitle(flow: Flow, act: Act) {
  const { doc, left, width } = flow;
  const { words, violation, maker } = act;
  const programme = words.text("reports.programme");
  const organization = words.name(act.issuer);
  doc.font("semibold").fontSize(8.5).fillColor(ink.weak);
  doc.text(organization ? `${organization} · ${programme}` : programme, left, flow.y, { width });
  doc.font("semibold").fontSize(17).fillColor(ink.text);
  const { number } = violation;
  doc.text(words.text("violations.act_title", { number }), left, doc.y + 6, { width });
  const made = { date: words.moment(act.made_at), name: maker.name };
  const about = [words.text("reports.made", made), act.demo && words.text("app.demo_data")];
  doc.font("regular").fontSize(9).fillColor(ink.text);
  doc.text(about.filter(Boolean).join("  ·  "), left, doc.y + 2, { width });
  flow.y = doc.y + 8;
}

function factsOf({ words, violation: v }: Act): [label: string, value: string][] {
  const word = (key: string) => words.text(`violations.${key}`);
  const facts: [string, string][] = [
    ["name", v.title],
    ["kind", word(`kind_${v.kind}`)],
    ["state", word(`state_${v.state}`)],
    ["observed_on", words.date(v.observed_on)],
    ["due_date", v.due_date ? words.date(v.due_date) : ""],
    ["region", words.name(v.region?.name)],
    ["district", words.name(v.district?.name)],
    ["garden", words.name(v.garden?.name)],
    ["coordinates", v.point ? `${v.point[1].toFixed(6)}, ${v.point[0].toFixed(6)}` : ""],
    ["ministry", words.name(v.ministry?.name)],
    ["responsible", v.responsible?.name ?? ""],
    ["source", word(`source_${v.source}`)],
    ["reported_by", v.reported_by],
    ["created_by", v.created_by],
    ["created_at", words.moment(v.created_at)],
  ];
  return facts.filter(([, value]) => value !== "").map(([key, value]) => [word(key), value]);
}

/** Names and values at the left, the sketch of the place at the right. */
function drawFacts(flow: Flow, act: Act) {
  const { doc, left, width, y } = flow;
  const isPlaced = act.boundary !== null || act.violation.point !== null;
  const room = isPlaced ? width - sketch.width - 14 : width;
  for (const [label, value] of factsOf(act)) {
    doc.font("regular").fontSize(9);
    const heights = [
      doc.heightOfString(label, { width: 104 }),
      doc.heightOfString(value, { width: room - 112 }),
    ];
    doc.fillColor(ink.weak).text(label, left, flow.y, { width: 104 });
    doc.fillColor(ink.text).text(value, left + 112, flow.y, { width: room - 112 });
    flow.y += Math.max(...heights) + 3;
  }
  if (!isPlaced) return;
  const x = left + width - sketch.width;
  const { boundary, violation, words } = act;
  drawSketch(doc, { boundary, point: violation.point }, { x, y, ...sketch }, words);
  doc.font("regular").fontSize(7.5).fillColor(ink.weak);
  const key = boundary ? "act_sketch" : "act_sketch_point";
  doc.text(words.text(`violations.${key}`), x, y + sketch.height + 3, { width: sketch.width });
  flow.y = Math.max(flow.y, doc.y + 4);
}

/** The figures that the case was opened with: of both dates, or what a device measured. */
function drawEvidence(flow: Flow, act: Act) {
  const { words, violation } = act;
  const { evidence } = violation;
  if (!evidence) return;
  const word = (key: string) => words.text(`violations.${key}`);
  const number = (value: number | null) =>
    value === null ? "…" : formatNumber(value, words.language, 2);
  heading(flow, word("evidence"), 90);
  if (evidence.kind === "alert") {
    const { device, parameter, value, at, state, good } = evidence;
    const measured = act.measured[parameter];
    const unit = words.name(measured?.unit) || evidence.unit;
    const lines = [
      [word("device"), device.name],
      [words.name(measured?.name) || parameter, `${number(value)} ${unit}`],
      [word("measured_at"), words.moment(at)],
      [word("reading_state"), words.text(`monitoring.state_${state}`)],
      [word("good_range"), `${number(good.min)}–${number(good.max)} ${unit}`],
    ];
    return rows(flow, lines, [1, 2]);
  }
  if (evidence.kind === "alerts") return drawAlerts(flow, act, evidence);
  if (evidence.kind === "task") return drawTask(flow, act, evidence);
  drawLost(flow, act, evidence);
}

function stepOf({ field, from, to, from_value, to_value }: ViolationChange, { words }: Act) {
  const word = (key: string) => words.text(`violations.${key}`);
  if (field === "state")
    return from ? `${word(`state_${from}`)} > ${word(`state_${to}`)}` : word(`state_${to}`);
  const value = (one: string | null) => {
    if (one === null) return "–";
    return field === "due_date" ? words.date(one) : one;
  };
  return `${word(field)}: ${value(from_value)} > ${value(to_value)}`;
}

function drawHistory(flow: Flow, act: Act) {
  const { words, violation } = act;
  const word = (key: string) => words.text(`violations.${key}`);
  heading(flow, word("act_history"));
  const lines = violation.history.map((change) => [
    words.moment(change.created_at),
    stepOf(change, act),
    change.comment,
    change.author,
  ]);
  const head = [word("act_when"), word("act_step"), word("reason"), word("act_who")];
  rows(flow, lines, [1, 1.7, 1.8, 1.1], head);
}

/** Where each stands and how wide it is, in shares of the page. */
const signatureColumns = [
  { key: "sign_name", from: 0, share: 0.3 },
  { key: "sign_post", from: 0.32, share: 0.26 },
  { key: "sign_signature", from: 0.6, share: 0.2 },
  { key: "sign_date", from: 0.82, share: 0.18 },
] as const;

/** Three lines to sign on: name, post and date under each. */
function drawSignatures(flow: Flow, { words }: Act) {
  const word = (key: string) => words.text(`violations.${key}`);
  heading(flow, word("act_signatures"), 3 * 46);
  const { doc, left, width } = flow;
  for (let line = 0; line < 3; line++) {
    const y = flow.y + 26;
    for (const { key, from, share } of signatureColumns) {
      const x = left + from * width;
      doc
        .moveTo(x, y)
        .lineTo(x + share * width, y)
        .lineWidth(0.6)
        .strokeColor(ink.text)
        .stroke();
      doc.font("regular").fontSize(7).fillColor(ink.weak);
      doc.text(word(key), x, y + 2, { width: share * width });
    }
    flow.y += 44;
  }
}

/** The bytes of the act, in the language of `words`. */
export async function actPdf(act: Act): Promise<Uint8Array> {
  const { words, violation, maker, made_at } = act;
  const title = words.text("violations.act_title", { number: violation.number });
  const { doc, bytes } = openPaper({
    ...{ layout: "portrait", margin, title, author: maker.name, made_at, words },
  });
  const flow = flowOf(doc);
  drawTitle(flow, act);
  drawFacts(flow, act);
  if (violation.description) {
    heading(flow, words.text("violations.act_seen"), 30);
    paragraph(flow, violation.description);
  }
  drawEvidence(flow, act);
  drawPhotos(flow, act);
  drawHistory(flow, act);
  drawSignatures(flow, act);
  const about = [title, act.demo && words.text("app.demo_data")].filter(Boolean).join(" · ");
  drawFeet(doc, about, margin, words);
  return bytes();
}
