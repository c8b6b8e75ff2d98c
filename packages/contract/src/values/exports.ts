/** Every list that can be taken away as a file: the path of its list call without the first stroke. */
export const exportLists = [
  "garden",
  "garden-note",
  "region",
  "district",
  "ministry",
  "organization-type",
  "ministry-employee",
  "user",
  "group",
  "satellite-imagery",
  "whole-image",
  "plant-tree-detail",
  "plant-tree-type",
  "plant-tree-task",
  "device",
  "capture",
  "violation",
  "document",
] as const;
export type ExportList = (typeof exportLists)[number];

/** The last two only for lists whose rows lie on a map. */
export const exportFormats = ["csv", "xlsx", "geojson", "kml"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The most rows of one file: a sheet holds 1,048,576 lines and is put together in memory. */
export const exportRowsMax: Record<ExportFormat, number> = {
  csv: 2_000_000,
  xlsx: 200_000,
  geojson: 20_000,
  kml: 20_000,
};

export const exportStates = ["pending", "in_progress", "completed", "failed"] as const;
