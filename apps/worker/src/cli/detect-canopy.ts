/** Canopy in the output of the detector: cover in hectares, and whether the number of trees says anything there. */
import type { GroundAssessment } from "@nihol/counting/ground/assess-ground";
import { isUncountable } from "@nihol/counting/uncountable-canopy";
import { canopyText as canopyWords } from "@nihol/locales/canopy-text";
import { text } from "@nihol/locales/text";
import { type Canopy, missedOf } from "@nihol/vision/detect/canopy";

/** Part of a run of the detector that the sentence and the fields on canopy are made from. */
type CanopyRun = {
  /** Ground under crowns and under closed canopy; absent where the detector marks no crowns. */
  canopy?: Canopy;
  trees: readonly unknown[];
  assessed?: Pick<GroundAssessment, "familiarity"> | undefined;
};

const hectares = (value: number): number => Math.round(value * 1000) / 1000;
const percent = (part: number, of: number): number =>
  of > 0 ? Math.round((1000 * part) / of) / 10 : 0;

const isCountable = ({ canopy, trees, assessed }: CanopyRun): boolean =>
  !canopy ||
  !isUncountable({
    treesInClosed: canopy.trees,
    trees: trees.length,
    familiarity: assessed?.familiarity ?? "unassessed",
    missed: missedOf(canopy),
  });

/** A sentence on closed canopy; undefined where there is none. */
export function canopyText(run: CanopyRun): string | undefined {
  const { canopy } = run;
  if (!canopy || canopy.closedHectares === 0) return undefined;
  const said = {
    closed_ha: canopy.closedHectares,
    ground_ha: canopy.groundHectares,
    trees: canopy.trees,
    countable: isCountable(run),
  };
  return canopyWords(said, {
    language: "en",
    text: (key, params) => text("en", `coverage.${key}`, params),
  });
}

/** The ground that is no closed canopy, by what its pixels show. */
const openFields = (open: NonNullable<Canopy["open"]>, ground: number) => ({
  open_canopy_hectares: hectares(open.canopyHectares),
  open_canopy_percent: percent(open.canopyHectares, ground),
  low_plants_hectares: hectares(open.lowHectares),
  low_plants_percent: percent(open.lowHectares, ground),
  bare_hectares: hectares(open.bareHectares),
  bare_percent: percent(open.bareHectares, ground),
});

/** Cover of crowns, of closed canopy and of the rest of the ground, for people and programs. */
export function canopyFields(run: CanopyRun) {
  const { canopy } = run;
  if (!canopy || canopy.groundHectares === 0) return {};
  const { crownHectares, closedHectares, groundHectares, trees, open } = canopy;
  return {
    canopy: {
      crown_hectares: hectares(crownHectares),
      crown_percent: percent(crownHectares, groundHectares),
      closed_hectares: hectares(closedHectares),
      closed_percent: percent(closedHectares, groundHectares),
      trees_in_closed: trees,
      ...(open ? openFields(open, groundHectares) : {}),
      countable: isCountable(run),
      text: canopyText(run) ?? null,
    },
  };
}
