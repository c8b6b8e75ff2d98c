/** What a run of the detector says of canopy: cover in hectares, and where a number of trees says little. */
import type { GroundAssessment } from "@nihol/counting/ground/assess-ground";
import { text } from "@nihol/locales/text";
import type { Canopy } from "@nihol/vision/detect/canopy";

/** What the words on canopy need of a run of the detector. */
type CanopyRun = {
  /** Ground under crowns and under closed canopy; absent where the detector marks no crowns. */
  canopy?: Canopy;
  trees: readonly unknown[];
  assessed?: Pick<GroundAssessment, "familiarity"> | undefined;
};

/** Half of the trees under closed canopy make the count one of closed canopy. */
const MOSTLY = 0.5;

const hectares = (value: number): number => Math.round(value * 1000) / 1000;
const percent = (part: number, of: number): number =>
  of > 0 ? Math.round((1000 * part) / of) / 10 : 0;

/**
 * Whether crowns cannot be counted: most trees stand in closed canopy, and on ground that is not like that of the
 * measurements. On such ground crowns under closed canopy were counted as well as others.
 */
function isUncountable({ canopy, trees, assessed }: CanopyRun): boolean {
  if (!canopy || !assessed || assessed.familiarity === "known") return false;
  return canopy.trees > 0 && canopy.trees >= MOSTLY * trees.length;
}

/** A sentence on closed canopy; undefined where there is none. */
export function canopyText(run: CanopyRun): string | undefined {
  const { canopy } = run;
  if (!canopy || canopy.closedHectares === 0) return undefined;
  const params = {
    hectares: hectares(canopy.closedHectares),
    percent: percent(canopy.closedHectares, canopy.groundHectares),
    n: canopy.trees,
  };
  return text("en", isUncountable(run) ? "coverage.canopy_uncountable" : "coverage.canopy", params);
}

/** Cover of crowns and of closed canopy, for people and programs. */
export function canopyFields(run: CanopyRun) {
  const { canopy } = run;
  if (!canopy || canopy.groundHectares === 0) return {};
  const { crownHectares, closedHectares, groundHectares, trees } = canopy;
  return {
    canopy: {
      crown_hectares: hectares(crownHectares),
      crown_percent: percent(crownHectares, groundHectares),
      closed_hectares: hectares(closedHectares),
      closed_percent: percent(closedHectares, groundHectares),
      trees_in_closed: trees,
      countable: !isUncountable(run),
      text: canopyText(run) ?? null,
    },
  };
}
