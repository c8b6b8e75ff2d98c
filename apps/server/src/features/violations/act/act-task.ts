/** The evidence of a case that was opened from a planting task: figures, reasons, flags and photos of its report. */
import type {
  ImageHand,
  PlotCounter,
  TaskEvidence,
  TaskImage,
} from "@nihol/contract/values/violations";
import { flagText } from "@nihol/locales/flag-text";
import { formatCount } from "@nihol/locales/format-count";
import { formatNumber } from "@nihol/locales/format-number";
import { imageHandText } from "@nihol/locales/image-hand-text";
import { plotCounterText } from "@nihol/locales/plot-counter-text";
import { reasonText } from "@nihol/locales/reason-text";
import type { Act } from "./act-file.ts";
import { type Flow, heading, paragraph, rows } from "./act-flow.ts";
import { drawCrops } from "./act-images.ts";
import { drawReportPhotos, rowText } from "./act-photos.ts";

const counterLine = (counter: PlotCounter, { date, name, number, text }: Act["words"]): string =>
  plotCounterText(
    {
      ...{ name: counter.name, organization: name(counter.organization) },
      ...{ date: date(counter.counted_on), plots: number(counter.plots, 0) },
      own_side: counter.own_side,
      distance: counter.distance_max_m === null ? null : number(counter.distance_max_m, 0),
      no_position: counter.no_position > 0 ? number(counter.no_position, 0) : null,
    },
    (key, params) => text(`verdicts.${key}`, params),
  );

const handLine = (hand: ImageHand, { date, name, number, text }: Act["words"]): string =>
  imageHandText(
    {
      ...{ kind: hand.kind, image: String(hand.image), name: hand.name, own_side: hand.own_side },
      ...{ date: date(hand.date), on: date(hand.on), organization: name(hand.organization) },
      before: hand.before === null ? "" : date(hand.before),
      threshold: hand.threshold === null ? "" : number(hand.threshold, 2),
    },
    (key, params) => text(`verdicts.${key}`, params),
  );

/** The figures that there are; one that does not exist is said in words. */
function figureLines(evidence: TaskEvidence, { words }: Act): string[][] {
  const word = (key: string) => words.text(`verdicts.${key}`);
  const whole = (value: number) => formatNumber(value, words.language);
  const image = (one: TaskImage) => {
    const gsd = formatNumber(one.gsd_m, words.language, 2);
    const counted = `${words.text("violations.trees_counted")}: ${whole(one.counted ?? 0)}`;
    const about = `${words.date(one.date)}, ${words.text("compare.gsd", { gsd })}`;
    return one.counted === null ? about : `${about}, ${counted}`;
  };
  const { plots, before, after, standing, planted_on } = evidence;
  const count = standing && { total: standing.count, low: standing.low, high: standing.high };
  const counted = plots && {
    ...{ living: whole(plots.living), dead: whole(plots.dead), missing: whole(plots.missing) },
  };
  const lines: (readonly [label: string, value: string | null])[] = [
    ["task", words.text("verdicts.task_number", { id: evidence.task })],
    ["verdict", word(`verdict_${evidence.verdict}`)],
    ["reported", whole(evidence.reported)],
    ["planted_on", planted_on && words.date(planted_on)],
    [
      "standing",
      count ? formatCount(count, words.language) : words.text("violations.act_no_standing"),
    ],
    ["before", before ? image(before) : word("no_before")],
    ["after", after ? image(after) : word("no_after")],
    [
      "plots",
      plots && counted
        ? `${words.date(plots.measured_on)}, ${words.text("survival.trees_counted", counted)}`
        : word("reason_no_plots"),
    ],
    ...(evidence.counters ?? []).map(
      (counter) => ["counters", counterLine(counter, words)] as const,
    ),
    ...(evidence.image_hands ?? []).map(
      (hand) => ["image_changes", handLine(hand, words)] as const,
    ),
  ];
  return lines.flatMap(([label, value]) => (value ? [[word(label), value]] : []));
}

/** Draws what speaks for the report and what against it, in the panel's own words. */
function drawReasons(flow: Flow, { reasons = [] }: TaskEvidence, { words }: Act) {
  if (reasons.length === 0) return;
  heading(flow, words.text("verdicts.reasons"));
  const { language, text, date } = words;
  const lines = reasons.map((reason) => [
    words.text(`verdicts.says_${reason.says}`),
    reasonText(reason, { language, text, date }),
  ]);
  rows(flow, lines, [1, 3]);
}

/** Draws what does not fit together in the report: as a whole, and row by row. */
function drawFlags(flow: Flow, { report, task }: TaskEvidence, { words }: Act) {
  if (!report) return;
  const { language, date, name, number } = words;
  const text = (key: string, params?: Record<string, string | number>) =>
    words.text(`planting.${key}`, params);
  type Flags = typeof report.flags;
  const severity = (name: string) => {
    const word = text(`flag_${name}`);
    return word.slice(0, 1).toLocaleUpperCase(language) + word.slice(1);
  };
  const said = (flags: Flags) =>
    flags
      .map((flag) => {
        const about = flagText(flag, task, { language, date, name, text });
        return `${severity(flag.severity)}: ${about}`;
      })
      .join("\n");
  heading(flow, words.text("violations.act_flags"));
  const flagged = report.shown.filter(({ flags }) => flags.length > 0);
  const lines = flagged.map((row) => [rowText(row, words), said(row.flags)]);
  if (report.flags.length > 0)
    lines.unshift([words.text("violations.act_whole_report"), said(report.flags)]);
  if (lines.length > 0) rows(flow, lines, [1, 2]);
  else paragraph(flow, words.text("violations.act_no_flags"));
  const { rows: count, without_photo, without_position } = report;
  paragraph(
    flow,
    words.text("violations.act_report_rows", {
      ...{ rows: number(count, 0), photos: number(without_photo, 0) },
      positions: number(without_position, 0),
    }),
  );
}

/** Evidence that the verdict on a planting task rested on when the case was opened. */
export function drawTask(flow: Flow, act: Act, evidence: TaskEvidence) {
  rows(flow, figureLines(evidence, act), [1, 2]);
  if (evidence.standing) paragraph(flow, act.words.text("coverage.ranges_note"));
  if (evidence.explanation) paragraph(flow, evidence.explanation);
  drawReasons(flow, evidence, act);
  drawFlags(flow, evidence, act);
  if (evidence.report) drawReportPhotos(flow, act, evidence.report, evidence.task);
  drawCrops(flow, act, evidence);
}
