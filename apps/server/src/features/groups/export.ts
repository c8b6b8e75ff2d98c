import { groups } from "@nihol/contract/people/groups";
import { resourceExport } from "../../shared/files/list-export.ts";
import { listGroups } from "./group-queries.ts";

export const groupExport = resourceExport(groups, {
  title: "roles.title",
  rows: (db, actor, query, { direction }, language) =>
    listGroups(db, actor, query, direction, language),
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
