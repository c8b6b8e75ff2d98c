/** By texture, in the words of FAO and USDA; stony, saline and peat where that matters more than the texture. */
export const soilTypes = [
  "sand",
  "sandy_loam",
  "loam",
  "clay_loam",
  "clay",
  "stony",
  "saline",
  "peat",
] as const;

/** What a note on a garden is about. */
export const gardenNoteKinds = ["observation", "care", "damage", "other"] as const;
