/** Keys of an address that filter the list of gardens; losses and survival are those of the days from `from` to `to`. */
export const gardenFilterKeys = [
  "region",
  "district",
  "ministry",
  "lost",
  "survival_below",
  "from",
  "to",
] as const;
export type GardenFilterValues = Partial<Record<(typeof gardenFilterKeys)[number], string>>;
