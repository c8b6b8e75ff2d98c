/** The plots of a task's due visits, with what waits on the phone laid over what the server had. */
import type { SurvivalPlot, SurvivalVisit, TaskSurvival } from "@nihol/contract/planting/survival";
import type { MapPlot } from "../place/field-map.tsx";
import type { CountEntry, Entry } from "../queue/entry.ts";

/** A plot as the phone knows it. */
export interface KnownPlot extends SurvivalPlot {
  /** Count that was made here and has not arrived. */
  waiting: CountEntry | undefined;
}

export interface KnownVisit {
  visit: SurvivalVisit;
  radiusM: number;
  plots: KnownPlot[];
}

const isOpen = (entry: Entry, plot: number): entry is CountEntry =>
  entry.kind === "count" &&
  entry.plot === plot &&
  ["waiting", "conflict", "refused"].includes(entry.state);

/** The visits of a task that are to be counted now: their plots are drawn, and the task is not of the person's own side. */
export function countableVisits(
  survival: TaskSurvival | undefined,
  entries: readonly Entry[],
): KnownVisit[] {
  if (survival?.can.blocked) return [];
  return (survival?.visits ?? []).flatMap((visit) => {
    const { draw, state } = visit;
    if (!draw || state !== "drawn") return [];
    const plots = draw.plots.map((plot) => ({
      ...plot,
      waiting: entries.findLast((entry): entry is CountEntry => isOpen(entry, plot.id)),
    }));
    return [{ visit, radiusM: draw.radius_m, plots }];
  });
}

/** Number of the plots that are counted, here or on the server. */
export const countedOf = ({ plots }: KnownVisit): number =>
  plots.filter((plot) => plot.waiting || plot.measured_at !== null).length;

/** The plots for the map; `chosen` stands out. */
export const mapPlots = ({ plots, radiusM }: KnownVisit, chosen?: number): MapPlot[] =>
  plots.map((plot) => ({
    ...{ number: plot.number, latitude: plot.latitude, longitude: plot.longitude, radiusM },
    isCounted: plot.waiting !== undefined || plot.measured_at !== null,
    isChosen: plot.id === chosen,
  }));
