import { regionQuerySchema, territoryOrderings } from "@nihol/contract/territory";
import { listExport } from "../../exports/list-export.ts";
import { orderOf } from "../../http/paging.ts";
import { listRegions } from "./queries.ts";

export const regionExport = listExport({
  access: "region.view",
  title: "territory.regions_title",
  query: regionQuerySchema,
  rows: (db, actor, query, language) =>
    listRegions(db, actor, query, orderOf(query.ordering, territoryOrderings, "name"), language),
  columns: [
    { title: "territory.name", value: (row, words) => words.name(row.name) },
    { title: "territory.code", value: (row) => row.code },
    { title: "territory.district_count", kind: "number", value: (row) => row.district_count },
    { title: "territory.garden_count", kind: "number", value: (row) => row.garden_count },
    {
      title: "territory.area_ha",
      kind: "number",
      digits: 2,
      value: (row) => row.area_m2 && row.area_m2 / 10_000,
    },
    {
      title: "territory.boundary",
      value: ({ area_m2 }, words) =>
        words.text(`territory.boundary_${area_m2 === null ? "missing" : "present"}`),
    },
  ],
  shape: { query: { boundary: "1" }, of: (row) => row.boundary },
});
