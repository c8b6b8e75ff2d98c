import { plantingVerdicts } from "@nihol/contract/planting/verdicts";
import { givenByText } from "@nihol/locales/coverage-text";
import { coverageWords } from "../../shared/files/coverage-note.ts";
import { resourceExport } from "../../shared/files/list-export.ts";
import { taskPlaceColumns, taskShape } from "../../shared/planting/place-columns.ts";
import { listVerdicts } from "./verdict-queries.ts";

export const verdictExport = resourceExport(plantingVerdicts, {
  title: "verdicts.title",
  rows: listVerdicts,
  columns: [
    ...taskPlaceColumns,
    {
      title: "verdicts.verdict",
      value: (row, words) => row.verdict && words.text(`verdicts.verdict_${row.verdict}`),
    },
    {
      title: "verdicts.proposed",
      value: (row, words) => row.proposed && words.text(`verdicts.verdict_${row.proposed}`),
    },
    { title: "verdicts.state", value: (row, words) => words.text(`verdicts.state_${row.state}`) },
    { title: "verdicts.planted_on", kind: "date", value: (row) => row.planted_on },
    { title: "verdicts.reported", kind: "number", value: (row) => row.reported },
    { title: "verdicts.standing", kind: "number", value: (row) => row.standing?.value },
    { title: "verdicts.standing_low", kind: "number", value: (row) => row.standing?.low },
    { title: "verdicts.standing_high", kind: "number", value: (row) => row.standing?.high },
    { title: "verdicts.rows_saplings", kind: "number", value: (row) => row.rows_seen?.occupied },
    { title: "verdicts.rows_pits", kind: "number", value: (row) => row.rows_seen?.pits },
    { title: "verdicts.rows_image_on", kind: "date", value: (row) => row.rows_seen?.captured_on },
    { title: "verdicts.rows_image", value: (row) => row.rows_seen && `${row.rows_seen.image}` },
    { title: "coverage.note", value: (row, words) => givenByText(row, coverageWords(words)) },
    { title: "verdicts.next_look", kind: "date", value: (row) => row.next_look_on },
    { title: "verdicts.decided_by", value: (row) => row.decided_by },
    { title: "verdicts.decided_at", kind: "moment", value: (row) => row.decided_at },
  ],
  shape: taskShape,
});
