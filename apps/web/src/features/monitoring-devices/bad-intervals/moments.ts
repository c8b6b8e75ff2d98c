/** Moments as a form shows them: a day and a time of the reader's clock. */

const padded = (value: number) => String(value).padStart(2, "0");

/** Day (`2026-05-14`) and time (`09:30`) of an ISO moment; empty of a text that is none. */
export function localParts(moment: string): { day: string; time: string } {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return { day: "", time: "" };
  const day = [at.getFullYear(), padded(at.getMonth() + 1), padded(at.getDate())].join("-");
  return { day, time: `${padded(at.getHours())}:${padded(at.getMinutes())}` };
}

/** The ISO moment of a day and a time; an empty text where they make none. */
export function momentOf({ day, time }: { day: string; time: string }): string {
  const at = new Date(`${day}T${time}`);
  return Number.isNaN(at.getTime()) ? "" : at.toISOString();
}

/** The minute of an instant. */
export const minuteOf = (at: number) => new Date(Math.floor(at / 60_000) * 60_000).toISOString();
