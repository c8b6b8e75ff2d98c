import { plantTreeTypes } from "@nihol/contract/planting/plant-tree-types";
import { resourceExport } from "../../shared/files/list-export.ts";
import { listTypes } from "./tree-type-queries.ts";

export const plantTreeTypeExport = resourceExport(plantTreeTypes, {
  title: "planting.types_title",
  rows: listTypes,
  columns: [
    { title: "planting.name", value: (row, words) => words.name(row.name) },
    { title: "planting.latin_name", value: (row) => row.latin_name },
    { title: "planting.task_count", kind: "number", value: (row) => row.task_count },
  ],
});
