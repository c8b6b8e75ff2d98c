import { documentOrderings, documentQuerySchema } from "@nihol/contract/documents";
import { orderOf } from "../../http/paging.ts";
import { listExport } from "../../shared/files/list-export.ts";
import { listDocuments } from "./queries.ts";

export const documentExport = listExport({
  access: "signedIn",
  title: "documents.title",
  query: documentQuerySchema,
  rows: (db, actor, query, language) =>
    listDocuments(db, actor, query, orderOf(query.ordering, documentOrderings, "-date"), language),
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
