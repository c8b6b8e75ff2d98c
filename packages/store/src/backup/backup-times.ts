/** Moments at which the schedule wants a backup, on the programme's clock. */
import {
  clockOf,
  dayOf,
  daysAfter,
  midnightOf,
} from "@nihol/contract/values/planting/programme-day";

const minuteMs = 60_000;

/** The moment of a time (`02:00`) of a local day; where the clock leaps over it, as long after midnight. */
function momentOf(day: string, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const near = midnightOf(day).getTime() + (hours * 60 + minutes) * minuteMs;
  const wanted = Date.parse(`${day}T${time}:00Z`);
  return new Date(near + wanted - clockOf(new Date(near)).getTime());
}

/** The latest moment of the schedule that is over; undefined without times of day (`["02:00", "14:00"]`). */
export function lastDue(times: readonly string[], now: Date): Date | undefined {
  const day = dayOf(now);
  return [daysAfter(day, -1), day]
    .flatMap((one) => times.map((time) => momentOf(one, time)))
    .filter((at) => at <= now)
    .sort((a, b) => a.getTime() - b.getTime())
    .at(-1);
}

/** The next moment of the schedule. */
export function nextDue(times: readonly string[], now: Date): Date | undefined {
  const day = dayOf(now);
  return [day, daysAfter(day, 1)]
    .flatMap((one) => times.map((time) => momentOf(one, time)))
    .filter((at) => at > now)
    .sort((a, b) => a.getTime() - b.getTime())[0];
}
