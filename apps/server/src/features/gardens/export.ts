import { gardens } from "@nihol/contract/gardens";
import type { PageQuery } from "@nihol/contract/paging";
import { bboxOfQuery } from "../../http/bbox-query.ts";
import { gapsNote } from "../../shared/files/coverage-note.ts";
import { resourceExport } from "../../shared/files/list-export.ts";
import { listGardens } from "./garden-queries.ts";

export const gardenExport = resourceExport(gardens, {
  title: "gardens.title",
  rows: (db, actor, { bbox, ...query }, order, language) =>
    listGardens(db, actor, { ...query, bbox: bboxOfQuery(bbox) }, order, language),
  columns: [
    { title: "gardens.name", value: (row, words) => words.name(row.name) },
    { title: "gardens.region", value: (row, words) => words.name(row.region?.name) },
    { title: "gardens.district", value: (row, words) => words.name(row.district?.name) },
    { title: "gardens.ministry", value: (row, words) => words.name(row.ministry?.name) },
    {
      title: "gardens.soil_type",
      value: (row, words) => row.soil_type && words.text(`gardens.soil_${row.soil_type}`),
    },
    {
      title: "gardens.area_ha",
      kind: "number",
      digits: 4,
      value: (row) => row.area_m2 && row.area_m2 / 10_000,
    },
    {
      title: "gardens.trees",
      kind: "number",
      value: (row) => row.tree_count,
    },
    {
      title: "gardens.green_trees",
      kind: "number",
      value: (row) => row.green_count,
    },
    {
      title: "imagery.closed_canopy_ha",
      kind: "number",
      digits: 4,
      value: (row) => (row.closed_canopy_m2 === null ? null : row.closed_canopy_m2 / 10_000),
    },
    { title: "imagery.shrubs", kind: "number", value: (row) => row.shrub_count },
    {
      title: "gardens.seen_ha",
      kind: "number",
      digits: 4,
      value: (row) => row.coverage.seen_m2 / 10_000,
    },
    {
      title: "gardens.seen_percent",
      kind: "number",
      digits: 2,
      value: (row) => row.coverage.percent,
    },
    {
      title: "coverage.note",
      value: (row, words, { from, to }: PageQuery & { from?: string; to?: string }) =>
        gapsNote(row, words, Boolean(from || to)),
    },
    { title: "gardens.lost", kind: "number", value: (row) => row.changes?.lost.count ?? null },
    { title: "reports.lost_low", kind: "number", value: (row) => row.changes?.lost.low ?? null },
    { title: "reports.lost_high", kind: "number", value: (row) => row.changes?.lost.high ?? null },
    {
      title: "gardens.survival_percent",
      kind: "number",
      digits: 1,
      value: (row) => row.survival && row.survival.value * 100,
    },
    { title: "gardens.last_capture", kind: "date", value: (row) => row.last_capture },
    { title: "gardens.created", kind: "moment", value: (row) => row.created_at },
  ],
  shape: { kind: "MultiPolygon", query: { boundary: "1" }, of: (row) => row.boundary },
});
