/** Row of the table that `npm run bench -- house` prints. */
export interface Row {
  /** Name of the figure that is measured. */
  name: string;
  /** The value; undefined where it cannot be measured yet. */
  value: number | undefined;
  goal: string;
  /** True when the goal is reached. */
  reached: boolean;
  /** Notes on how it was counted and what is left to do: printed below the table. */
  details: string[];
}

/** A figure that must not be above `max`. */
export function atMost(name: string, value: number | undefined, max: number, details: string[]) {
  return { name, value, goal: `≤ ${max}`, reached: (value ?? Infinity) <= max, details };
}
