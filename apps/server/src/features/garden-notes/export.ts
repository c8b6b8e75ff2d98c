import { gardenNotes } from "@nihol/contract/garden-notes";
import { resourceExport } from "../../shared/files/list-export.ts";
import { listNotes } from "./garden-note-queries.ts";

export const gardenNoteExport = resourceExport(gardenNotes, {
  title: "gardens.notes",
  rows: listNotes,
  columns: [
    { title: "gardens.note_day", kind: "date", value: (row) => row.observed_on },
    { title: "gardens.note_garden", value: (row, words) => words.name(row.garden.name) },
    { title: "gardens.region", value: (row, words) => words.name(row.region?.name) },
    { title: "gardens.district", value: (row, words) => words.name(row.district?.name) },
    { title: "gardens.note_kind", value: (row, words) => words.text(`gardens.kind_${row.kind}`) },
    { title: "gardens.note_text", value: (row) => row.text },
    { title: "gardens.note_author", value: (row) => row.author },
    { title: "gardens.note_created", kind: "moment", value: (row) => row.created_at },
    { title: "gardens.note_changed", kind: "moment", value: (row) => row.changed_at },
  ],
});
