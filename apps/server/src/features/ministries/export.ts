import { ministryOrderings, ministryQuerySchema } from "@nihol/contract/ministries";
import { listExport } from "../../exports/list-export.ts";
import { orderOf } from "../../http/paging.ts";
import { listMinistries } from "./queries.ts";

export const ministryExport = listExport({
  access: "ministry.view",
  title: "organizations.ministries_title",
  query: ministryQuerySchema,
  rows: (db, actor, query, language) =>
    listMinistries(db, actor, query, orderOf(query.ordering, ministryOrderings, "name"), language),
  columns: [
    { title: "organizations.name", value: (row, words) => words.name(row.name) },
    { title: "organizations.type", value: (row, words) => words.name(row.organization_type?.name) },
    { title: "organizations.garden_count", kind: "number", value: (row) => row.garden_count },
    { title: "organizations.user_count", kind: "number", value: (row) => row.user_count },
    { title: "organizations.employee_count", kind: "number", value: (row) => row.employee_count },
  ],
});
