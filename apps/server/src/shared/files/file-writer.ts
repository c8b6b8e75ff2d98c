/** Begins a file of the kind that was asked for. */
import type { ExportFormat } from "@nihol/contract/values/exports";
import { csvWriter } from "./csv-file.ts";
import type { FilePlan, FileWriter } from "./file-plan.ts";
import { geoWriter } from "./geo-file.ts";
import { gpkgWriter } from "./gpkg-file.ts";
import { imageNumbersWriter } from "./image-numbers.ts";
import { shpWriter } from "./shp-file.ts";
import { xlsxWriter } from "./xlsx-file.ts";

const writers: Record<ExportFormat, (plan: FilePlan) => Promise<FileWriter>> = {
  csv: csvWriter,
  xlsx: xlsxWriter,
  geojson: (plan) => geoWriter("geojson", plan),
  kml: (plan) => geoWriter("kml", plan),
  gpkg: gpkgWriter,
  shp: shpWriter,
  coco: imageNumbersWriter,
};

/** @throws where the file is there already */
export const openFile = (format: ExportFormat, plan: FilePlan): Promise<FileWriter> =>
  writers[format](plan);
