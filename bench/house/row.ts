/** One line of the house's table. */
export interface Row {
  /** What is measured. */
  name: string;
  /** The value; undefined where it cannot be measured yet. */
  value: number | undefined;
  goal: string;
  /** Whether the goal is reached. */
  reached: boolean;
  /** How it was counted, and what is left to do: printed below the table. */
  details: string[];
}

/** A figure that must not be above `max`. */
export function atMost(name: string, value: number | undefined, max: number, details: string[]) {
  return { name, value, goal: `≤ ${max}`, reached: (value ?? Infinity) <= max, details };
}
