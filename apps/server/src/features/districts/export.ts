import { districts } from "@nihol/contract/territory";
import { resourceExport } from "../../shared/files/list-export.ts";
import { gardensAndArea, nameAndCode } from "../../shared/territory/territory-columns.ts";
import { listDistricts } from "./district-queries.ts";

export const districtExport = resourceExport(districts, {
  title: "territory.districts_title",
  rows: listDistricts,
  columns: [
    ...nameAndCode,
    { title: "territory.region", value: (row, words) => words.name(row.region.name) },
    { title: "territory.kind", value: (row, words) => words.text(`territory.kind_${row.kind}`) },
    ...gardensAndArea,
  ],
  shape: { kind: "MultiPolygon", query: { boundary: "1" }, of: (row) => row.boundary },
});
