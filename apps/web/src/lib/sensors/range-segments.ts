import {
  hasNoLimits,
  type Ranges,
  type ReadingState,
} from "@nihol/contract/values/sensors/sensor-guidance";

/** A stretch of values that all say the same. */
export type Segment = {
  state: Extract<ReadingState, "good" | "watch" | "act">;
  from: number;
  to: number;
  /** True where it extends to the end of what a sensor can measure, so that its own end is no limit; the same above. */
  isOpenBelow: boolean;
  isOpenAbove: boolean;
};

/** Guidance as stretches from low to high, within what a sensor can measure; empty ones left out, none without limits. */
export function segmentsOf(r: Ranges): Segment[] {
  if (hasNoLimits(r)) return [];
  const goodFrom = r.good_min ?? r.faulty_min;
  const goodTo = r.good_max ?? r.faulty_max;
  // Without a lower good limit nothing below is worse, and the same above.
  const watchFrom = r.good_min === null ? goodFrom : (r.watch_min ?? r.faulty_min);
  const watchTo = r.good_max === null ? goodTo : (r.watch_max ?? r.faulty_max);
  const stretches: [Segment["state"], number, number][] = [
    ["act", r.faulty_min, watchFrom],
    ["watch", watchFrom, goodFrom],
    ["good", goodFrom, goodTo],
    ["watch", goodTo, watchTo],
    ["act", watchTo, r.faulty_max],
  ];
  return stretches
    .filter(([, from, to]) => to > from)
    .map(([state, from, to]) => ({
      state,
      from,
      to,
      isOpenBelow: from <= r.faulty_min,
      isOpenAbove: to >= r.faulty_max,
    }));
}

/** The stretches of one state as text: "20–28", "< 11", "> 35"; several joined by commas. */
export function segmentsText(
  segments: readonly Segment[],
  state: Segment["state"],
  number: (value: number) => string,
): string {
  return segments
    .filter((one) => one.state === state)
    .map((one) => {
      if (one.isOpenBelow && one.isOpenAbove) return "…";
      if (one.isOpenBelow) return `< ${number(one.to)}`;
      if (one.isOpenAbove) return `> ${number(one.from)}`;
      return `${number(one.from)}–${number(one.to)}`;
    })
    .join(", ");
}

/** On which side of what is good a value lies. */
export function sideOf(value: number, r: Ranges): "low" | "high" | "good" {
  if (r.good_min !== null && value < r.good_min) return "low";
  if (r.good_max !== null && value > r.good_max) return "high";
  return "good";
}
