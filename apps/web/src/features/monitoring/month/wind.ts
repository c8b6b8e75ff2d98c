/** Winds of a time by direction and speed, from hourly means. */
import type { ReadingSeries } from "@nihol/contract/sensors/readings";

/**
 * Lowest speed of each class, m/s: the Beaufort scale as the WMO writes it (Manual on Codes, WMO-No. 306, code table
 * 1100), forces 1 to 5 and 6 with all above it. What is slower is force 0, calm.
 */
export const speedClasses = [0.3, 1.6, 3.4, 5.5, 8, 10.8] as const;

/** Sectors of the rose, the first about north. */
export const sectors = 16;

const sectorDegrees = 360 / sectors;

/** Class of a speed; −1 for calm. */
export const classOf = (speed: number): number =>
  speedClasses.filter((lowest) => speed >= lowest).length - 1;

/** Sector of a direction in degrees from north. */
export const sectorOf = (degrees: number): number =>
  Math.round((((degrees % 360) + 360) % 360) / sectorDegrees) % sectors;

export type WindRose = {
  /** Hours by sector and class. */
  counts: number[][];
  calm: number;
  /** Hours with a speed that is none of calm and without a direction: in no sector. */
  undirected: number;
  /** Hours that are in the rose: those of a sector, and calm ones. */
  hours: number;
  /** Mean of the vectors, calm ones among them; null without hours. `from` is where it blows from, degrees. */
  mean: { from: number; speed: number } | null;
  /** Mean speed, whatever the direction; m/s. */
  speed: number | null;
};

type Points = Pick<ReadingSeries, "points">["points"];

/**
 * The rose of hourly means: speeds in m/s, directions in degrees from which the wind blows. Both of an hour are needed,
 * but for calm, which has no direction.
 */
export function windRose(speeds: Points, directions: Points): WindRose {
  const directionAt = new Map(directions.map(({ ts, value }) => [ts, value]));
  const counts = Array.from({ length: sectors }, () => speedClasses.map(() => 0));
  let [calm, undirected, hours, east, north, total] = [0, 0, 0, 0, 0, 0];
  for (const { ts, value: speed } of speeds) {
    const kind = classOf(speed);
    const from = directionAt.get(ts);
    if (kind < 0) calm++;
    else if (from === undefined) undirected++;
    else {
      const row = counts[sectorOf(from)];
      if (row) row[kind] = (row[kind] ?? 0) + 1;
      east += speed * Math.sin((from * Math.PI) / 180);
      north += speed * Math.cos((from * Math.PI) / 180);
    }
    if (kind < 0 || from !== undefined) {
      hours++;
      total += speed;
    }
  }
  const from = ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
  const mean = hours > 0 ? { from, speed: Math.hypot(east, north) / hours } : null;
  return { counts, calm, undirected, hours, mean, speed: hours > 0 ? total / hours : null };
}
