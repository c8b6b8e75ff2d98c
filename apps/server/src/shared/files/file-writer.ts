/** Begins a file of the kind that was asked for. */
import type { ExportFormat } from "@nihol/contract/values/exports";
import { csvWriter } from "./csv-file.ts";
import type { FilePlan, FileWriter } from "./file-plan.ts";
import { geoWriter } from "./geo-file.ts";
import { xlsxWriter } from "./xlsx-file.ts";

export function openFile(format: ExportFormat, plan: FilePlan): FileWriter {
  if (format === "csv") return csvWriter(plan);
  if (format === "xlsx") return xlsxWriter(plan);
  return geoWriter(format, plan);
}
