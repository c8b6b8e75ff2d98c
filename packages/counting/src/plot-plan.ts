/** Number and size of the plots that a survival visit is offered. */

/** Square metres of a plot that people use in the field; the first is 5.64 m in radius. */
const usual = 100;
const areas = [usual, 200, 400] as const;
/** Where those would be the whole garden. */
const small = [50, 25, 12.5] as const;
/** Planting places that a plot should hold, so that one dead tree is not half of it. */
const PLACES = 6;
/** Share of the ground that plots may take. */
const MAX_SHARE = 0.3;

/** Square metres; on less, not even five of the smallest plots have room. */
export const smallestPlotGroundM2: number = (5 * 12.5) / MAX_SHARE;

interface PlotPlan {
  plots: number;
  /** Metres, to the centimetre. */
  radiusM: number;
}

/**
 * The rule: 8 plots and 4 more for each root of a hectare (1 ha: 12, 4 ha: 16, 25 ha: 28), 5 to 40, of 100 m²; of 200
 * or 400 m² where the reported trees stand so thin that 100 m² would hold fewer than six; smaller where five plots
 * would take more than 30 % of the ground.
 * @param trees reported; 0 where that is not known
 */
export function planPlots(groundM2: number, trees: number): PlotPlan {
  const wanted = Math.min(40, Math.round(8 + 4 * Math.sqrt(groundM2 / 10_000)));
  const perM2 = trees / Math.max(1, groundM2);
  const dense = trees > 0 ? areas.find((area) => area * perM2 >= PLACES) : usual;
  const fits = (area: number, plots: number) => area * plots <= MAX_SHARE * groundM2;
  const order = [...areas.filter((area) => area <= (dense ?? 400)).reverse(), ...small];
  const area = order.find((one) => fits(one, 5)) ?? 12.5;
  const room = Math.floor((MAX_SHARE * groundM2) / area);
  return {
    plots: Math.max(3, Math.min(wanted, Math.max(5, room))),
    radiusM: Math.round(Math.sqrt(area / Math.PI) * 100) / 100,
  };
}
