import { violations } from "@nihol/contract/violations/violations";
import { resourceExport } from "../../shared/files/list-export.ts";
import { listViolations } from "./violation-queries.ts";

export const violationExport = resourceExport(violations, {
  title: "violations.title",
  rows: listViolations,
  columns: [
    { title: "violations.number", value: (row) => row.number },
    { title: "violations.name", value: (row) => row.title },
    { title: "violations.kind", value: (row, words) => words.text(`violations.kind_${row.kind}`) },
    {
      title: "violations.state",
      value: (row, words) => words.text(`violations.state_${row.state}`),
    },
    { title: "violations.observed_on", kind: "date", value: (row) => row.observed_on },
    { title: "violations.due_date", kind: "date", value: (row) => row.due_date },
    { title: "violations.overdue", kind: "boolean", value: (row) => row.overdue },
    { title: "violations.region", value: (row, words) => words.name(row.region?.name) },
    { title: "violations.district", value: (row, words) => words.name(row.district?.name) },
    { title: "violations.garden", value: (row, words) => words.name(row.garden?.name) },
    { title: "violations.ministry", value: (row, words) => words.name(row.ministry?.name) },
    { title: "violations.responsible", value: (row) => row.responsible?.name },
    {
      title: "violations.source",
      value: (row, words) => words.text(`violations.source_${row.source}`),
    },
    { title: "lists.latitude", kind: "number", digits: 6, value: (row) => row.point?.[1] },
    { title: "lists.longitude", kind: "number", digits: 6, value: (row) => row.point?.[0] },
    { title: "violations.description", value: (row) => row.description },
    { title: "violations.reported_by", value: (row) => row.reported_by },
    { title: "violations.created_by", value: (row) => row.created_by },
    { title: "violations.created_at", kind: "moment", value: (row) => row.created_at },
    { title: "violations.file_count", kind: "number", value: (row) => row.file_count },
  ],
  shape: {
    kind: "Point",
    query: {},
    of: ({ point }) => (point ? { type: "Point", coordinates: point } : null),
  },
});
