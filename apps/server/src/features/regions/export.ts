import { regions } from "@nihol/contract/territory";
import { resourceExport } from "../../shared/files/list-export.ts";
import { listRegions } from "./queries.ts";

export const regionExport = resourceExport(regions, {
  title: "territory.regions_title",
  rows: listRegions,
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
