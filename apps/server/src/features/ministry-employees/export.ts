import { ministryEmployees } from "@nihol/contract/ministry-employees";
import { resourceExport } from "../../shared/files/list-export.ts";
import { listEmployees } from "./employee-queries.ts";

export const ministryEmployeeExport = resourceExport(ministryEmployees, {
  title: "organizations.employees",
  rows: listEmployees,
  columns: [
    { title: "organizations.last_name", value: (row) => row.last_name },
    { title: "organizations.first_name", value: (row) => row.first_name },
    { title: "organizations.position", value: (row) => row.position },
    { title: "organizations.phone", value: (row) => row.phone },
    { title: "app.email", value: (row) => row.email },
    { title: "app.screen_ministry", value: (row, words) => words.name(row.ministry.name) },
  ],
});
