import { processes } from "@nihol/contract/imagery/processes";
import { resourceExport } from "../../shared/files/list-export.ts";
import { listProcesses } from "./process-queries.ts";
import { toProcess } from "./process-row.ts";

export const processExport = resourceExport(processes, {
  title: "imagery.processes_title",
  async rows(db, actor, query, order, language) {
    const { count, rows } = await listProcesses(db, actor, query, order);
    return { count, rows: rows.map((row) => toProcess(row, actor, language)) };
  },
  columns: [
    { title: "imagery.file", value: (row) => row.file_name },
    { title: "imagery.task_id", value: (row) => row.imagery_task_id },
    { title: "imagery.process_date", kind: "date", value: (row) => row.process_date },
    { title: "imagery.status", value: (row, words) => words.text(`imagery.status_${row.status}`) },
    {
      title: "imagery.state_percentage",
      kind: "number",
      digits: 1,
      value: (row) => row.state_percentage,
    },
    { title: "imagery.generated_images", kind: "number", value: (row) => row.generated_images },
    { title: "imagery.trees", kind: "number", value: (row) => row.tree_count },
    { title: "imagery.image_location", value: (row) => row.image_location },
    { title: "imagery.centroid_lat", kind: "number", digits: 6, value: (row) => row.centroid_lat },
    { title: "imagery.centroid_lng", kind: "number", digits: 6, value: (row) => row.centroid_lng },
    { title: "imagery.source", value: (row, words) => words.name(row.source?.name) },
    {
      title: "imagery.priority",
      value: (row, words) => words.text(`imagery.priority_${row.priority}`),
    },
    { title: "imagery.requested_by", value: (row) => row.requested_by },
    { title: "imagery.model", value: (row) => row.model },
    { title: "imagery.created_at", kind: "moment", value: (row) => row.created_at },
    { title: "imagery.started_at", kind: "moment", value: (row) => row.started_at },
    { title: "imagery.finished_at", kind: "moment", value: (row) => row.finished_at },
  ],
});
