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

/** Subjects of a note on a garden. */
export const gardenNoteKinds = ["observation", "care", "damage", "other"] as const;

/** Events in the history of a garden. */
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
