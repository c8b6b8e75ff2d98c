import { plantTreeTasks } from "@nihol/contract/planting/plant-tree-tasks";
import { resourceExport } from "../../shared/files/list-export.ts";
import { taskPlaceColumns, taskShape } from "../../shared/planting/place-columns.ts";
import { listTasks } from "./task-queries.ts";

export const plantTreeTaskExport = resourceExport(plantTreeTasks, {
  title: "planting.title",
  rows: listTasks,
  columns: [
    ...taskPlaceColumns,
    { title: "tasks.contractor", value: (row, words) => words.name(row.contractor?.name) },
    {
      title: "planting.status",
      value: (row, words) => words.text(`planting.status_${row.status}`),
    },
    { title: "planting.overdue", kind: "boolean", value: (row) => row.overdue },
    { title: "tasks.days_left", kind: "number", value: (row) => row.days_left },
    { title: "planting.assigned", kind: "date", value: (row) => row.assignedDate },
    { title: "planting.due", kind: "date", value: (row) => row.dueDate },
    {
      title: "planting.trees",
      value: (row, words) =>
        row.items
          .map(({ tree_type, quantity }) => `${words.name(tree_type.name)} ${quantity}`)
          .join(", "),
    },
    {
      title: "planting.stock_height_label",
      // In the order of the types, those alone of which it was said.
      value: (row, words) =>
        row.items
          .flatMap(({ tree_type, stock_height_cm: cm }) =>
            cm === null ? [] : [`${words.name(tree_type.name)} ${cm}`],
          )
          .join(", "),
    },
    { title: "planting.scheduled", kind: "number", value: (row) => row.scheduled_plant_count },
    {
      title: "planting.submitted",
      kind: "number",
      // A task without a report is not "none planted"; trees that were found not to stand are not planted.
      value: (row) =>
        row.report_count > 0 ? row.submitted_plant_count - row.contradicted_plant_count : null,
    },
    {
      title: "planting.contradicted",
      kind: "number",
      value: (row) => (row.report_count > 0 ? row.contradicted_plant_count : null),
    },
    { title: "planting.counted", kind: "boolean", value: (row) => row.counted },
    {
      title: "verdicts.verdict",
      value: (row, words) => row.verdict && words.text(`verdicts.verdict_${row.verdict}`),
    },
    {
      title: "planting.survival_percent",
      kind: "number",
      digits: 1,
      value: (row) => row.survival && 100 * row.survival.rate.value,
    },
    { title: "planting.survival_year", kind: "number", value: (row) => row.survival?.year },
    {
      title: "planting.living",
      kind: "number",
      value: (row) => row.survival?.living && Math.round(row.survival.living.value),
    },
    { title: "tasks.replaces", kind: "number", value: (row) => row.replaces },
    { title: "planting.spacing", kind: "number", value: (row) => row.spacing_m },
    {
      title: "planting.warnings",
      value: (row, words) =>
        row.warnings.map((flag) => words.text(`planting.flag_${flag}`)).join(", "),
    },
    { title: "planting.created", kind: "moment", value: (row) => row.created_at },
  ],
  shape: taskShape,
});
