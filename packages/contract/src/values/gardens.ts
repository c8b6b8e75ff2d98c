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

/** What becomes of a garden, as its history tells it. */
export const gardenEventKinds = [
  "image",
  "task_given",
  "task_completed",
  "visit_done",
  "case_opened",
  "case_closed",
  "device_added",
  "note",
] as const;
export type GardenEventKind = (typeof gardenEventKinds)[number];
