/** Weighs what the report's own evidence says of it: photos and days that do not fit, more trees than can stand. */
import { sumOf, type TaskFacts } from "./facts.ts";
import { isEnough, type LogLikelihood, shares } from "./likelihood-grid.ts";

/**
 * Odds by which such warnings are expected more often of reports that are not true. Chosen by us, not measured, and
 * small on purpose: a careless photographer may have planted every tree. Photos alone never decide.
 */
const ODDS = { half: 6, some: 2.5, tooDense: 3 } as const;

export const warnedShare = ({ report }: TaskFacts) =>
  report.warnedTrees / Math.max(1, report.trees);

const against = (odds: number): LogLikelihood =>
  shares.map((share) => (isEnough(share) ? -Math.log(odds) : 0));

/** Log-likelihoods by the warnings; none without them: photos that fit prove little. */
export function reportLikelihoods(facts: TaskFacts): LogLikelihood[] {
  const warned = warnedShare(facts);
  return [
    ...(warned > 0 ? [against(warned >= 0.5 ? ODDS.half : ODDS.some)] : []),
    ...(facts.report.isTooDense ? [against(ODDS.tooDense)] : []),
  ];
}

/** Trees of the report. */
export const reportedOf = (facts: TaskFacts) => sumOf(facts.planted.map((one) => one.trees));
