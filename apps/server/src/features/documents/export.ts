import { documents } from "@nihol/contract/documents";
import { resourceExport } from "../../shared/files/list-export.ts";
import { listDocuments } from "./document-queries.ts";

export const documentExport = resourceExport(documents, {
  title: "documents.title",
  rows: listDocuments,
  columns: [
    { title: "documents.name", value: (row, words) => words.name(row.name) },
    { title: "documents.number", value: (row) => row.number },
    {
      title: "documents.category",
      value: (row, words) => words.text(`documents.category_${row.category}`),
    },
    { title: "documents.date", kind: "date", value: (row) => row.date },
    { title: "documents.description", value: (row) => row.description },
    { title: "documents.file_count", kind: "number", value: (row) => row.file_count },
    { title: "documents.created_by", value: (row) => row.created_by },
  ],
});
