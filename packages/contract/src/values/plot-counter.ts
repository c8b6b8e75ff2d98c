/** Somebody who counted plots of a visit, as it stands among the reasons; counts carry no photos. */
export interface PlotCounter {
  /** Empty where the account is gone. */
  name: string;
  organization: Record<string, string> | null;
  counted_on: string;
  plots: number;
  /** Of the side that reported: their counts weigh nothing. */
  own_side: boolean;
  /** Metres from a plot's middle, at most; null where no position was sent. */
  distance_max_m: number | null;
  /** Plots counted without a position. */
  no_position: number;
}
