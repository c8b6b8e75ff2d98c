import { organizationTypes } from "@nihol/contract/ministries";
import { resourceExport } from "../../shared/files/list-export.ts";
import { listTypes } from "./organization-type-queries.ts";

export const organizationTypeExport = resourceExport(organizationTypes, {
  title: "organizations.types_title",
  rows: listTypes,
  columns: [
    { title: "organizations.name", value: (row, words) => words.name(row.name) },
    { title: "organizations.contractor", kind: "boolean", value: (row) => row.contractor },
    { title: "organizations.ministry_count", kind: "number", value: (row) => row.ministry_count },
  ],
});
