import type { Access, Permission } from "./permissions.ts";

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
  "second-opinion",
  "plant-tree-detail",
  "plant-tree-type",
  "plant-tree-task",
  "planting-verdict",
  "device",
  "alert",
  "alert-rule",
  "capture",
  "offered-capture",
  "imagery-source",
  "violation",
  "document",
  "audit-log",
] as const;
export type ExportList = (typeof exportLists)[number];

/** Access to each list. A test compares it with the calls. */
export const listAccess: Record<ExportList, Access> = {
  garden: "garden.view",
  "garden-note": "garden.view",
  region: "region.view",
  district: "district.view",
  ministry: "ministry.view",
  "organization-type": "ministry.view",
  "ministry-employee": "ministryemployee.view",
  user: "user.view",
  group: "group.view",
  "satellite-imagery": "satelliteimagery.view",
  "whole-image": "wholeimage.view",
  "second-opinion": "wholeimage.view",
  "plant-tree-detail": "planttreedetail.view",
  "plant-tree-type": "planttreetype.view",
  "plant-tree-task": "planttreetask.view",
  "planting-verdict": "planttreetask.view",
  device: "device.view",
  alert: "device.view",
  "alert-rule": "device.view",
  capture: "satelliteimagery.view",
  "offered-capture": "satelliteimagery.view",
  "imagery-source": "satelliteimagery.view",
  violation: "signedIn",
  document: "signedIn",
  "audit-log": "group.view",
};

/** Those whose rows lie on a map; the server says the same by `shape` in a feature's export.ts. */
const listsOnMap: readonly ExportList[] = [
  "garden",
  "region",
  "district",
  "whole-image",
  "plant-tree-detail",
  "plant-tree-task",
  "planting-verdict",
  "device",
  "capture",
  "violation",
];

/** For every list. */
export const tableFormats = ["xlsx", "csv"] as const;
/** For rows that lie on a map: GeoJSON, KML, GeoPackage, ESRI shapefile. */
export const mapFormats = ["geojson", "kml", "gpkg", "shp"] as const;
/** For images: fragments that people looked through, with their trees, as the training reads them. */
export const trainingFormats = ["coco"] as const;
export const exportFormats = [...tableFormats, ...mapFormats, ...trainingFormats] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The kinds of file that a list comes in. */
export const formatsOfList = (list: ExportList): readonly ExportFormat[] =>
  exportFormats.filter(
    (format) =>
      !(isMapFormat(format) && !listsOnMap.includes(list)) &&
      !(isTrainingFormat(format) && list !== "whole-image"),
  );

/** Right that a format asks for besides the list's own: trees lie in training data one by one. */
export const formatAccess = (format: ExportFormat): Permission | undefined =>
  isTrainingFormat(format) ? "planttreedetail.view" : undefined;

export const isMapFormat = (format: ExportFormat) => mapFormats.some((one) => one === format);
export const isTrainingFormat = (format: ExportFormat) =>
  trainingFormats.some((one) => one === format);

/** Endings of a file's name. A shapefile is several files, so it comes in an archive. */
export const exportEndings: Record<ExportFormat, string> = {
  xlsx: "xlsx",
  csv: "csv",
  geojson: "geojson",
  kml: "kml",
  gpkg: "gpkg",
  shp: "shp.zip",
  coco: "coco.zip",
};

/** The most rows of one file, for the disk's sake. */
const rowsMax = 2_000_000;
/** Images whose fragments go into one file. */
const trainingImagesMax = 1000;
/** A sheet has 1,048,576 lines, and one of them is the heading. */
const sheetRowsMax = 1_048_575;

/** The most rows of a file, and the code of errors.json that says why. */
export function exportRowsMax(format: ExportFormat) {
  if (format === "xlsx") return { max: sheetRowsMax, code: "sheet_too_many_rows" } as const;
  const max = isTrainingFormat(format) ? trainingImagesMax : rowsMax;
  return { max, code: "too_many_rows" } as const;
}

export const exportStates = ["pending", "in_progress", "completed", "failed"] as const;
