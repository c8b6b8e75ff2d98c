import { groupOrderings, groupQuerySchema } from "@nihol/contract/people/groups";
import { orderOf } from "../../http/paging.ts";
import { listExport } from "../../shared/files/list-export.ts";
import { listGroups } from "./queries.ts";

export const groupExport = listExport({
  access: "group.view",
  title: "roles.title",
  query: groupQuerySchema,
  rows: (db, actor, query) =>
    listGroups(db, actor, query, orderOf(query.ordering, groupOrderings, "name").direction),
  columns: [
    {
      title: "roles.name",
      value: (row, words) => (row.built_in ? words.text(`app.role_${row.name}`) : row.name),
    },
    {
      title: "roles.kind",
      value: (row, words) => words.text(row.built_in ? "roles.built_in" : "roles.own"),
    },
    { title: "roles.user_count", kind: "number", value: (row) => row.user_count },
  ],
});
