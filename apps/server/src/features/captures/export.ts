import { captures } from "@nihol/contract/imagery/captures";
import { resourceExport } from "../../shared/files/list-export.ts";
import { listCaptures } from "./capture-queries.ts";

export const captureExport = resourceExport(captures, {
  title: "captures.title",
  rows: listCaptures,
  columns: [
    { title: "captures.file", value: (row) => row.file_name },
    { title: "captures.date", kind: "date", value: (row) => row.date },
    {
      title: "captures.review",
      value: (row, words) => words.text(`captures.review_${row.review}`),
    },
    {
      title: "captures.reason",
      value: (row, words) => row.reason && words.text(`captures.reason_${row.reason}`),
    },
    { title: "captures.comment", value: (row) => row.comment },
    { title: "imagery.area_region", value: (row, words) => words.name(row.region?.name) },
    { title: "imagery.area_district", value: (row, words) => words.name(row.district?.name) },
    { title: "captures.gsd", kind: "number", digits: 3, value: (row) => row.gsd_m },
    { title: "captures.trees", kind: "number", value: (row) => row.tree_count },
    { title: "captures.reviewed", value: (row) => row.reviewed_by },
  ],
  shape: { kind: "MultiPolygon", query: {}, of: (row) => row.footprint },
});
