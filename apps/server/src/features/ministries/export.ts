import { ministries } from "@nihol/contract/ministries";
import { resourceExport } from "../../shared/files/list-export.ts";
import { listMinistries } from "./ministry-queries.ts";

export const ministryExport = resourceExport(ministries, {
  title: "organizations.ministries_title",
  rows: listMinistries,
  columns: [
    { title: "organizations.name", value: (row, words) => words.name(row.name) },
    { title: "organizations.type", value: (row, words) => words.name(row.organization_type?.name) },
    { title: "organizations.garden_count", kind: "number", value: (row) => row.garden_count },
    { title: "organizations.user_count", kind: "number", value: (row) => row.user_count },
    { title: "organizations.employee_count", kind: "number", value: (row) => row.employee_count },
  ],
});
