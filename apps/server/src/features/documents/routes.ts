import { documentFiles, documents } from "@nihol/contract/documents";
import type { Feature } from "../../http/feature.ts";
import { attachedFileRoutes } from "../../shared/attachments/attached-file-routes.ts";
import { listFiles } from "../../shared/attachments/attached-file-sql.ts";
import { crud } from "../../shared/crud.ts";
import { findDocument, holdDocument, listDocuments } from "./document-queries.ts";
import { createDocument, patchDocument, removeDocument } from "./writes.ts";

/** The programme's papers: laws, orders, instructions, reports. */
export const documentRoutes: Feature = (app, services) => {
  crud(app, services, documents, {
    list: listDocuments,
    find: async (db, actor, id) => ({
      ...(await findDocument(db, actor, id)),
      files: await listFiles(db, { table: "document", id }),
    }),
    create: ({ db }, actor, body) => createDocument(db.sql, actor, body),
    patch: ({ db }, actor, id, body) => patchDocument(db.sql, actor, id, body),
    remove: ({ db, files }, actor, id) => removeDocument(db.sql, files, actor, id),
  });
  attachedFileRoutes(app, services, {
    table: "document",
    calls: documentFiles,
    hold: holdDocument,
  });
};
