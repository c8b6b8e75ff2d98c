import { plantTreeTaskOrderings, plantTreeTaskQuerySchema } from "@nihol/contract/plant-tree-tasks";
import { orderOf } from "../../http/paging.ts";
import { listExport } from "../../shared/files/list-export.ts";
import { listTasks } from "./task-queries.ts";

export const plantTreeTaskExport = listExport({
  access: "planttreetask.view",
  title: "planting.title",
  query: plantTreeTaskQuerySchema,
  rows: (db, actor, query, language) =>
    listTasks(
      db,
      actor,
      query,
      orderOf(query.ordering, plantTreeTaskOrderings, "-assignedDate"),
      language,
    ),
  columns: [
    { title: "app.id", kind: "number", value: (row) => row.id },
    { title: "planting.garden", value: (row, words) => words.name(row.garden.name) },
    { title: "planting.region", value: (row, words) => words.name(row.region?.name) },
    { title: "planting.district", value: (row, words) => words.name(row.district?.name) },
    { title: "planting.ministry", value: (row, words) => words.name(row.ministry?.name) },
    {
      title: "planting.status",
      value: (row, words) => words.text(`planting.status_${row.status}`),
    },
    { title: "planting.overdue", kind: "boolean", value: (row) => row.overdue },
    { title: "planting.assigned", kind: "date", value: (row) => row.assignedDate },
    { title: "planting.due", kind: "date", value: (row) => row.dueDate },
    {
      title: "planting.trees",
      value: (row, words) =>
        row.items
          .map(({ tree_type, quantity }) => `${words.name(tree_type.name)} ${quantity}`)
          .join(", "),
    },
    { title: "planting.scheduled", kind: "number", value: (row) => row.scheduled_plant_count },
    {
      title: "planting.submitted",
      kind: "number",
      // Nothing reported is not "none planted".
      value: (row) => (row.report_count > 0 ? row.submitted_plant_count : null),
    },
    { title: "planting.created", kind: "moment", value: (row) => row.created_at },
  ],
});
