import { plantTreeTypeOrderings, plantTreeTypeQuerySchema } from "@nihol/contract/plant-tree-types";
import { listExport } from "../../exports/list-export.ts";
import { orderOf } from "../../http/paging.ts";
import { listTypes } from "./queries.ts";

export const plantTreeTypeExport = listExport({
  access: "planttreetype.view",
  title: "planting.types_title",
  query: plantTreeTypeQuerySchema,
  rows: (db, actor, query, language) =>
    listTypes(db, actor, query, orderOf(query.ordering, plantTreeTypeOrderings, "name"), language),
  columns: [
    { title: "planting.name", value: (row, words) => words.name(row.name) },
    { title: "planting.latin_name", value: (row) => row.latin_name },
    { title: "planting.task_count", kind: "number", value: (row) => row.task_count },
  ],
});
