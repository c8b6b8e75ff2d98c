/**
 * When deciduous trees of a region stand without leaves: by its latitude where nobody said otherwise, never, or from a
 * first to a last day, both included ("11-01/03-31", months before days).
 */
export type LeafOffSeason = string;

const monthDay =
  "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|[12]\\d))";
export const leafOffPattern = new RegExp(`^(?:by_latitude|never|${monthDay}/${monthDay})$`);

/** Between the tropics, and near them, there is no leafless season. */
const SEASONAL_LATITUDE = 30;
/** Where no region says its own: broad, since leaves fall weeks later in plains than in high valleys. */
const BY_LATITUDE = { north: "11-01/03-31", south: "05-01/09-30" } as const;

interface LeafOffDays {
  /** Month and day, "11-01". */
  from: string;
  to: string;
}

/** First and last day of a season at a latitude (degrees); null where leaves never fall, or the latitude is not known. */
export function leafOffDays(season: LeafOffSeason, latitude: number | null): LeafOffDays | null {
  if (season !== "by_latitude") {
    const [from, to] = season.split("/");
    return from && to ? { from, to } : null;
  }
  if (latitude === null || Math.abs(latitude) < SEASONAL_LATITUDE) return null;
  return leafOffDays(latitude > 0 ? BY_LATITUDE.north : BY_LATITUDE.south, latitude);
}

/** Tells whether deciduous trees stand without leaves on a day (ISO) at a latitude (degrees). */
export function areLeavesOff(
  day: string | null,
  latitude: number | null,
  season: LeafOffSeason,
): boolean {
  const days = leafOffDays(season, latitude);
  if (day === null || days === null) return false;
  const at = day.slice(5, 10);
  const [isAfter, isBefore] = [at >= days.from, at <= days.to];
  // A season that runs over the new year holds its two ends.
  return days.from <= days.to ? isAfter && isBefore : isAfter || isBefore;
}
