/** When and where a photo was taken by its own metadata, in words: the same on screens and in acts. */

export interface Taken {
  /** The camera's clock without a zone, or its day alone. */
  taken_at: string | null;
  /** Longitude and latitude. */
  taken_place: readonly [longitude: number, latitude: number] | null;
}

/** Writes a sentence of when and one of where; also that the photo's file does not say so. @param text of violations.json */
export function takenTexts(
  { taken_at, taken_place }: Taken,
  text: (key: string, params?: Record<string, string>) => string,
  date: (day: string) => string,
): string[] {
  if (!taken_at && !taken_place) return [text("act_taken_unknown")];
  const clock = taken_at?.slice(11, 16);
  const when = taken_at && [date(taken_at.slice(0, 10)), clock].filter(Boolean).join(" ");
  const [longitude, latitude] = taken_place ?? [0, 0];
  const where = `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
  return [
    when ? text("act_taken_at", { when }) : text("act_taken_at_unknown"),
    taken_place ? text("act_taken_place", { where }) : text("act_taken_place_unknown"),
  ];
}
