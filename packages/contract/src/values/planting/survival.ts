/** Survival visits: their states, and the bounds of a draw of plots. */

/** Years after planting in which every completed task is visited. */
export const survivalYears = [1, 2, 3] as const;

/** Drawn: its plots are chosen; done: what is to be counted is counted. */
export const visitStates = ["planned", "drawn", "done", "cancelled"] as const;
export type VisitState = (typeof visitStates)[number];

/** Reasons why there is no estimate. */
export const noEstimateReasons = [
  "not_drawn",
  "too_few_plots",
  "nothing_counted",
  "left_out",
] as const;
export type NoEstimate = (typeof noEstimateReasons)[number];

/** Plots of a draw, radius of one in metres, and trees that a person counts in one. */
export const survivalLimits = {
  plotsMin: 3,
  plotsMax: 60,
  radiusMinM: 1,
  radiusMaxM: 30,
  treesInPlot: 10_000,
} as const;

/** Fields of a visit by which it is due, or missed. */
interface Due {
  year: number | null;
  state: VisitState;
  due_date: string;
}

const isOpen = ({ state }: Due): boolean => state === "planned" || state === "drawn";

/** The year after a visit's day belongs to the next visit: a count made then says nothing of its own year. */
const endOf = ({ due_date }: Due): string =>
  `${Number(due_date.slice(0, 4)) + 1}${due_date.slice(4)}`;

/** Its time has passed, and nobody went. @param today `2026-05-14` */
export const isVisitMissed = (visit: Due, today: string): boolean =>
  isOpen(visit) && visit.year !== null && endOf(visit) <= today;

/** Its day has come, and it is not done. @param today `2026-05-14` */
export const isVisitDue = (visit: Due, today: string): boolean =>
  isOpen(visit) && visit.due_date <= today && !isVisitMissed(visit, today);
