/** Words for a person who counted plots, of which organization and from how far away: the same on screens and in acts. */
import { whoText } from "./who-text.ts";

/** Properties of a counter, with names and figures as the reader's language writes them. */
interface PlotCounterFacts {
  /** Null where the reader may not know it; empty where the account is gone. */
  name: string | null;
  /** Empty where there was none. */
  organization: string;
  date: string;
  plots: string;
  own_side: boolean;
  /** Metres; null where no position was sent. */
  distance: string | null;
  /** Plots counted without a position; null where there are none. */
  no_position: string | null;
}

/** "Madina Karimova (Committee), 14.05.2026, plots: 12; up to 6 m from the plot's middle". @param text of verdicts.json */
export function plotCounterText(
  { name, organization, distance, no_position, own_side, ...counted }: PlotCounterFacts,
  text: (key: string, params?: Record<string, string>) => string,
): string {
  return [
    text("counter", {
      who: whoText({ name, organization }, text),
      ...{ date: counted.date, plots: counted.plots },
    }),
    own_side && text("counter_own_side"),
    distance !== null && text("counter_distance", { n: distance }),
    no_position !== null && text("counter_no_position", { n: no_position }),
  ]
    .filter((part) => part !== false)
    .join("; ");
}
