/** When leaves are off in a region, in words: the same on screens and in files. */

interface LeafOffWords {
  /** A text of territory.json. */
  text: (key: string, params?: Record<string, string>) => string;
  /** "11-01" as a day is written. */
  day: (monthDay: string) => string;
}

/** "by latitude: 1 November – 31 March"; `days` as `leafOffDays` gives them. */
export function leafOffText(
  season: string,
  days: { from: string; to: string } | null,
  { text, day }: LeafOffWords,
): string {
  const shown = days && { from: day(days.from), to: day(days.to) };
  if (season === "by_latitude")
    return shown ? text("leaf_off_by_latitude", shown) : text("leaf_off_by_latitude_never");
  return shown ? text("leaf_off_between", shown) : text("leaf_off_never");
}
