import { organizationTypeOrderings, organizationTypeQuerySchema } from "@nihol/contract/ministries";
import { listExport } from "../../exports/list-export.ts";
import { orderOf } from "../../http/paging.ts";
import { listTypes } from "./queries.ts";

export const organizationTypeExport = listExport({
  access: "ministry.view",
  title: "organizations.types_title",
  query: organizationTypeQuerySchema,
  rows: (db, actor, query, language) =>
    listTypes(
      db,
      actor,
      query,
      orderOf(query.ordering, organizationTypeOrderings, "name"),
      language,
    ),
  columns: [
    { title: "organizations.name", value: (row, words) => words.name(row.name) },
    { title: "organizations.ministry_count", kind: "number", value: (row) => row.ministry_count },
  ],
});
