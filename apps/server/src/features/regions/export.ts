import { regions } from "@nihol/contract/territory";
import { resourceExport } from "../../shared/files/list-export.ts";
import { gardensAndArea, nameAndCode } from "../../shared/territory/territory-columns.ts";
import { listRegions } from "./queries.ts";

export const regionExport = resourceExport(regions, {
  title: "territory.regions_title",
  rows: listRegions,
  columns: [
    ...nameAndCode,
    { title: "territory.district_count", kind: "number", value: (row) => row.district_count },
    ...gardensAndArea,
  ],
  shape: { kind: "MultiPolygon", query: { boundary: "1" }, of: (row) => row.boundary },
});
