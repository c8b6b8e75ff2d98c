/** Reasons in codes and figures, one for each source and for each gap in the evidence. */
import type { ReasonSide, VerdictReason } from "@nihol/contract/values/planting/verdicts";
import { placesOnGround, survivalOf } from "../survival.ts";
import { widthAtPlantingM } from "./crown-growth.ts";
import { normalPoints } from "./distributions.ts";
import type { CaptureFacts, RowsFacts, TaskFacts, VisitFacts } from "./facts.ts";
import {
  baselineOf,
  countedShare,
  countUpTo,
  imageLikelihood,
  missesOf,
  visibleOn,
  widestCrownM,
} from "./images.ts";
import { bayesFactor, type LogLikelihood, posterior, quantile } from "./likelihood-grid.ts";
import { cautious } from "./own-side.ts";
import { plotLikelihood } from "./plots.ts";
import { reportedOf, warnedShare } from "./report-evidence.ts";
import { type RowsSince, rowLikelihood, rowsSince } from "./rows.ts";

/** A source speaks from here on: half a step of ten in the odds (Jeffreys, Theory of Probability, 1961). */
const SPEAKS = Math.sqrt(10);
/** Crowns of which a stand of the best growth shows fewer are too small to say anything. */
const TOO_SMALL_SHARE = 0.25;
const WHOLE = 0.9;
const ROWS = { regular: 1.15, irregular: 1.02 } as const;

const two = (n: number) => Math.round(n * 100) / 100;
const factorOf = (evidence: LogLikelihood) => Number(bayesFactor(evidence).toPrecision(2));
const sideOf = (factor: number): ReasonSide =>
  factor >= SPEAKS ? "for" : factor <= 1 / SPEAKS ? "against" : "silent";

export const isTooSmall = (facts: TaskFacts, image: CaptureFacts) =>
  visibleOn(facts, image, 1.645) < TOO_SMALL_SHARE;

const sourceOf = (image: CaptureFacts) => ({
  image: image.image,
  captured_on: image.capturedOn,
  gsd_m: two(image.gsdM),
  smallest_crown_m: two(image.smallestCrownM),
  coverage: two(image.coverage),
});

/** Trees that would be found besides those of before, if all that was reported stood: nine cases in ten. */
function expectedNew(facts: TaskFacts, image: CaptureFacts) {
  const { middle, spread } = missesOf(image);
  const points = normalPoints(15);
  const means = points
    .flatMap((vigour) => {
      const shown = reportedOf(facts) * visibleOn(facts, image, vigour) * image.coverage;
      return points.map((z) => shown * countedShare(image, Math.exp(middle + spread * z)));
    })
    .sort((a, b) => a - b);
  const at = (part: number) => Math.round(means[Math.floor(part * means.length)] ?? 0);
  return { expected_low: at(0.05), expected_high: at(0.95) };
}

/** Reason from an image after planting, with what the image was compared with. */
export function imageReason(facts: TaskFacts, image: CaptureFacts, newest: string): VerdictReason {
  const base = baselineOf(facts, image);
  const widest = widestCrownM(facts, image.capturedOn);
  const tooSmall = isTooSmall(facts, image);
  const factor = tooSmall ? 1 : factorOf(imageLikelihood(facts, [image], newest));
  const says = sideOf(factor);
  const leafless = image.isLeafless && says === "silent";
  const partial = image.coverage < WHOLE && says === "silent";
  const code = tooSmall
    ? "image_too_small"
    : leafless
      ? "image_leafless"
      : partial
        ? "image_partial"
        : "image_count";
  const reason: VerdictReason = {
    code,
    says,
    figures: {
      ...sourceOf(image),
      visible: two(visibleOn(facts, image, 0)),
      counted: countUpTo(image, widest),
      widest_m: two(widest),
      ...expectedNew(facts, image),
      ...(image.checkedShare > 0 && { checked: two(image.checkedShare) }),
      ...(base && {
        before_image: base.image,
        before_on: base.capturedOn,
        before_gsd_m: two(base.gsdM),
        before_counted: countUpTo(base, widest),
      }),
      factor,
    },
  };
  return cautious(reason, image, base);
}

/** Reasons from a visit's plots; one more for a planting whose places are there but whose trees are dead. */
export function plotReasons(facts: TaskFacts, visit: VisitFacts, newest: string): VerdictReason[] {
  const evidence = plotLikelihood(facts, visit, newest);
  const reported = reportedOf(facts);
  const after = posterior(evidence);
  const factor = factorOf(evidence);
  const says = sideOf(factor);
  const total = (of: "living" | "dead" | "missing") =>
    visit.plots.reduce((all, plot) => all + plot[of], 0);
  const counts = { living: total("living"), dead: total("dead"), missing: total("missing") };
  const at = { visit: visit.visit, measured_on: visit.measuredOn, plots: visit.plots.length };
  const reasons: VerdictReason[] = [
    {
      code: "plots",
      says,
      figures: {
        ...at,
        ...counts,
        standing_low: Math.round(reported * quantile(after, 0.05)),
        standing_high: Math.round(reported * quantile(after, 0.95)),
        factor,
      },
    },
  ];
  const places = placesOnGround(visit.plots, visit.groundM2);
  const survival = survivalOf(visit.plots, visit.groundM2);
  if (
    says === "against" &&
    survival &&
    places &&
    places.high >= reported * (2 / 3) &&
    survival.high < 2 / 3
  )
    reasons.push({
      code: "planted_but_died",
      says: "against",
      figures: {
        ...at,
        places_low: Math.round(places.low),
        places_high: Math.round(places.high),
        survival_low: two(survival.low),
        survival_high: two(survival.high),
      },
    });
  return reasons;
}

/** Says how wide the crowns were when they were planted, where the height of the stock is known. */
function stockReason({ planted }: TaskFacts): VerdictReason[] {
  const known = planted.flatMap(({ stockHeightM, trees }) =>
    stockHeightM === null ? [] : [{ stockHeightM, trees }],
  );
  if (known.length === 0) return [];
  const heights = known.map(({ stockHeightM }) => stockHeightM);
  const figures = {
    trees: known.reduce((total, { trees }) => total + trees, 0),
    ...{ height_low_m: two(Math.min(...heights)), height_high_m: two(Math.max(...heights)) },
    crown_low_m: two(widthAtPlantingM(Math.min(...heights))),
    crown_high_m: two(widthAtPlantingM(Math.max(...heights))),
  };
  return [{ code: "stock_height", says: "silent", figures }];
}

/** Reasons from the report, its photos and the pattern of the trees. */
export function reportReasons(facts: TaskFacts): VerdictReason[] {
  const { report, pattern, otherTrees, spacingM } = facts;
  const warned = warnedShare(facts);
  const reasons = stockReason(facts);
  if (warned > 0)
    reasons.push({
      code: "photo_warnings",
      says: "against",
      figures: { share: two(warned), trees: report.warnedTrees, flags: report.warnings.join(" ") },
    });
  if (report.isTooDense)
    reasons.push({ code: "too_dense", says: "against", figures: { trees: report.trees } });
  if (otherTrees > 0)
    reasons.push({ code: "shared_ground", says: "silent", figures: { trees: otherTrees } });
  if (pattern && pattern.ratio >= ROWS.regular)
    reasons.push({ code: "rows_regular", says: "for", figures: patternFigures(pattern, spacingM) });
  else if (pattern && pattern.ratio < ROWS.irregular)
    reasons.push({
      code: "rows_irregular",
      says: "silent",
      figures: patternFigures(pattern, spacingM),
    });
  return reasons;
}

function rowsCode({ rows, before, isTooWide }: RowsSince): VerdictReason["code"] {
  if (before) return "rows_before";
  if (isTooWide) return "rows_wide";
  return rows.plantings > 1 ? "rows_counted_mixed" : "rows_counted";
}

/** Figures of what people found at the pits; none where nobody went. */
const visitFigures = ({
  image,
  pitsVisited,
  pitsRefutedInVain = 0,
}: RowsFacts): VerdictReason["figures"] => ({
  ...((pitsVisited || pitsRefutedInVain > 0) && { pits_image: image }),
  ...(pitsVisited && {
    ...{ pits_empty: pitsVisited.empty, pits_planted: pitsVisited.planted },
    pits_none: pitsVisited.no_pit,
  }),
  ...(pitsRefutedInVain > 0 && { pits_in_vain: pitsRefutedInVain }),
});

/** Young trees counted in rows since planting, or why they say nothing. */
export function rowsReasons(facts: TaskFacts): VerdictReason[] {
  const since = rowsSince(facts);
  if (!since) return [];
  const { rows, pitted, before } = since;
  const isOlder = pitted !== undefined && pitted.image !== rows.image;
  const evidence = rowLikelihood(facts);
  const factor = evidence ? factorOf(evidence) : 1;
  const { image, capturedOn, shortM, longM, places, occupied, low, high, pits } = rows;
  const capture = facts.captures.find((one) => one.image === image);
  const reason: VerdictReason = {
    code: rowsCode(since),
    says: sideOf(factor),
    figures: {
      ...{ image, captured_on: capturedOn, short_m: two(shortM), long_m: two(longM) },
      ...{ places, occupied, low, high, crown_m: two(rows.crownM) },
      ...(capture && { gsd_m: two(capture.gsdM) }),
      ...(pits !== null && { pits }),
      ...(isOlder && { older_pits: pitted.pits ?? 0, pits_on: pitted.capturedOn }),
      ...(pitted && visitFigures(pitted)),
      ...(before && {
        before_image: before.image,
        before_on: before.capturedOn,
        before_occupied: before.occupied,
      }),
      factor,
    },
  };
  return [cautious(reason, capture)];
}

const patternFigures = (
  pattern: NonNullable<TaskFacts["pattern"]>,
  spacingM: number | null,
): VerdictReason["figures"] => ({
  image: pattern.image,
  trees: pattern.trees,
  ratio: two(pattern.ratio),
  nearest_m: two(pattern.nearestM),
  ...(spacingM !== null && { spacing_m: spacingM }),
});

/** Reasons that name missing evidence: images since or before planting, and plots. */
export function gapReasons(
  facts: TaskFacts,
  seen: { before: number; after: number },
): VerdictReason[] {
  const few = facts.visits.filter((visit) => visit.plots.length < 3);
  const gap = (
    code: VerdictReason["code"],
    figures: VerdictReason["figures"] = {},
  ): VerdictReason => ({
    code,
    says: "silent",
    figures,
  });
  return [
    ...(seen.after === 0 ? [gap("no_image_since")] : []),
    ...(seen.after > 0 && seen.before === 0 ? [gap("no_image_before")] : []),
    ...(facts.visits.length === 0 ? [gap("no_plots")] : []),
    ...few.map((visit) =>
      gap("plots_too_few", {
        visit: visit.visit,
        measured_on: visit.measuredOn,
        plots: visit.plots.length,
      }),
    ),
  ];
}
