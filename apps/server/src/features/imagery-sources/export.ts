import { imagerySources } from "@nihol/contract/imagery/imagery-sources";
import { resourceExport } from "../../shared/files/list-export.ts";
import { listSources } from "./imagery-source-queries.ts";

export const imagerySourceExport = resourceExport(imagerySources, {
  title: "sources.title",
  rows: listSources,
  columns: [
    { title: "sources.name", value: (row, words) => words.name(row.name) },
    { title: "sources.kind", value: (row, words) => words.text(`sources.kind_${row.kind}`) },
    { title: "sources.address", value: (row) => row.address },
    { title: "sources.layer", value: (row) => row.layer },
    { title: "sources.max_zoom", kind: "number", value: (row) => row.max_zoom },
    { title: "sources.gsd", kind: "number", digits: 2, value: (row) => row.gsd_m },
    { title: "sources.bands", value: (row) => row.bands },
    { title: "sources.attribution", value: (row) => row.attribution },
    { title: "sources.licence", value: (row) => row.licence },
    { title: "sources.watch_days", kind: "number", value: (row) => row.watch_days },
    { title: "sources.base_layer", kind: "boolean", value: (row) => row.is_base_layer },
    {
      title: "sources.state",
      value: (row, words) => words.text(row.enabled ? "sources.enabled" : "sources.disabled"),
    },
  ],
});
