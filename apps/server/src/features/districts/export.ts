import { districts } from "@nihol/contract/territory";
import { resourceExport } from "../../shared/files/list-export.ts";
import { listDistricts } from "./queries.ts";

export const districtExport = resourceExport(districts, {
  title: "territory.districts_title",
  rows: listDistricts,
  columns: [
    { title: "territory.name", value: (row, words) => words.name(row.name) },
    { title: "territory.code", value: (row) => row.code },
    { title: "territory.region", value: (row, words) => words.name(row.region.name) },
    { title: "territory.kind", value: (row, words) => words.text(`territory.kind_${row.kind}`) },
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
