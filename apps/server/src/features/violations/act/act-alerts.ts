/** Alerts of one cause on paper: what the rule asks, each alert, and the values around them as lines. */
import { hasLimit, isRate } from "@nihol/contract/values/sensors/alerts";
import type { AlertsEvidence, EvidenceSeries } from "@nihol/contract/values/violations";
import { formatNumber } from "@nihol/locales/format-number";
import { ink } from "../../../shared/files/paper.ts";
import type { Words } from "../../../shared/files/words.ts";
import type { Act } from "./act-file.ts";
import { type Flow, need, rows } from "./act-flow.ts";

const height = 96;
const line = "#1f6f8b";
const limitInk = "#b2182b";

/** Draws one device's values over its days, with the rule's limit as a dashed line. */
function drawSeries(
  { doc, left, width, y }: Flow,
  { points }: EvidenceSeries,
  limit: number | null,
  number: (value: number) => string,
) {
  const values = points.map(([, value]) => value);
  const low = Math.min(...values, limit ?? Infinity);
  const high = Math.max(...values, limit ?? -Infinity);
  const [first = 0] = points[0] ?? [];
  const [last = first] = points.at(-1) ?? [];
  const plot = { x: left + 44, width: width - 44, y: y + 4, height: height - 12 };
  const xOf = (at: number) => plot.x + ((at - first) / Math.max(1, last - first)) * plot.width;
  const yOf = (value: number) =>
    plot.y + plot.height - ((value - low) / Math.max(1e-9, high - low)) * plot.height;
  doc.rect(plot.x, plot.y, plot.width, plot.height).lineWidth(0.5).strokeColor(ink.line).stroke();
  doc.font("regular").fontSize(7.5).fillColor(ink.weak);
  doc.text(number(high), left, plot.y, { width: 40, align: "right" });
  doc.text(number(low), left, plot.y + plot.height - 8, { width: 40, align: "right" });
  if (limit !== null) {
    doc.moveTo(plot.x, yOf(limit)).lineTo(plot.x + plot.width, yOf(limit));
    doc.dash(3, { space: 2 }).lineWidth(0.8).strokeColor(limitInk).stroke().undash();
  }
  for (const [i, [at, value]] of points.entries())
    if (i === 0) doc.moveTo(xOf(at), yOf(value));
    else doc.lineTo(xOf(at), yOf(value));
  doc.lineWidth(1).strokeColor(line).stroke();
}

function timeText(minutes: number, words: Words): string {
  const [unit, n] =
    minutes % 60 === 0 && minutes > 0 ? ["hours", minutes / 60] : ["minutes", minutes];
  return words.text(`alerts.time_${unit}`, { n });
}

/** Draws the alerts that a case was opened from. */
export function drawAlerts(flow: Flow, act: Act, evidence: AlertsEvidence) {
  const { words } = act;
  const { rule, alerts, series } = evidence;
  const word = (key: string) => words.text(`violations.${key}`);
  const nameOf = (key: string | null) => (key && words.name(act.measured[key]?.name)) || key || "";
  const amountOf = (value: number | null, key: string | null, unit: string | null) => {
    if (value === null) return "";
    const own = (key && words.name(act.measured[key]?.unit)) || unit || "";
    return `${formatNumber(value, words.language, 2)} ${own}`.trim();
  };
  const [first] = alerts;
  const atOnce = rule.minutes === 0 && rule.kind !== "silent" && !isRate(rule.kind);
  const asked = words.text(`alerts.says_${rule.kind}${atOnce ? "_at_once" : ""}`, {
    parameter: nameOf(first?.parameter ?? null),
    limit: amountOf(rule.limit, first?.parameter ?? null, first?.unit ?? null),
    time: timeText(rule.minutes, words),
  });
  rows(
    flow,
    [
      [words.text("alerts.rule"), rule.name],
      [words.text("alerts.kind"), asked],
      [words.text("alerts.severity"), words.text(`alerts.severity_${evidence.severity}`)],
    ],
    [1, 2],
  );
  const head = ["device", "parameter", "began", "cleared", "worst"].map((key) =>
    words.text(`alerts.${key}`),
  );
  const lines = alerts.map(({ device, parameter, unit, began_at, cleared_at, worst }) => [
    device.name,
    nameOf(parameter),
    words.moment(began_at),
    cleared_at === null ? word("alert_goes_on") : words.moment(cleared_at),
    amountOf(worst, parameter, unit),
  ]);
  rows(flow, lines, [1.2, 1.2, 1.2, 1.2, 0.9], head);
  for (const one of series.filter(({ points }) => points.length > 1)) {
    need(flow, height + 20);
    const { doc, left, width } = flow;
    const [from] = one.points[0] ?? [0];
    const [to] = one.points.at(-1) ?? [0];
    const days = [from, to].map((at) => words.moment(new Date(at).toISOString()));
    const unit = words.name(act.measured[one.parameter]?.unit) || one.unit;
    doc.font("regular").fontSize(8).fillColor(ink.text);
    doc.text(
      `${one.device}: ${nameOf(one.parameter)}, ${unit}, ${days.join(" – ")}`,
      left,
      flow.y,
      { width },
    );
    flow.y = doc.y + 2;
    const limit = hasLimit(rule.kind) && !isRate(rule.kind) ? rule.limit : null;
    drawSeries(flow, one, limit, (value) => formatNumber(value, words.language, 1));
    flow.y += height + 2;
  }
}
