/** A length of time in the two largest units that matter: hours and minutes, or minutes, or seconds. */
type Duration =
  | { unit: "seconds"; n: number }
  | { unit: "minutes"; n: number }
  | { unit: "hours"; n: number; minutes: number };

/** Takes seconds; rounded up. */
export function durationOf(seconds: number): Duration {
  if (seconds < 60) return { unit: "seconds", n: Math.max(1, Math.ceil(seconds)) };
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return { unit: "minutes", n: minutes };
  return { unit: "hours", n: Math.floor(minutes / 60), minutes: minutes % 60 };
}
