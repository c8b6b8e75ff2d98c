import type { DocumentCreate, DocumentPatch } from "@nihol/contract/documents";
import type { Db } from "@nihol/db/connection";
import type { FileStore } from "@nihol/store/files/file-store";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { listFileKeys } from "../../shared/attachments/attached-file-sql.ts";
import { deleteStored } from "../../shared/attachments/attached-file-upload.ts";
import {
  deleteDocument,
  holdDocument,
  insertDocument,
  updateDocument,
} from "./document-queries.ts";

export async function createDocument(db: Db, actor: Actor, body: DocumentCreate): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { name, ...columns } = body;
    const id = await insertDocument(trx, actor, name, columns);
    await insertAudit(trx, actor, { action: "add", resource: "document", id, change: { ...body } });
    return id;
  });
}

/** @throws {Problem} 404 */
export async function patchDocument(db: Db, actor: Actor, id: number, body: DocumentPatch) {
  await db.transaction().execute(async (trx) => {
    await holdDocument(trx, actor, id, true);
    await updateDocument(trx, id, body);
    await insertAudit(trx, actor, {
      action: "change",
      resource: "document",
      id,
      change: { ...body },
    });
  });
}

/** Its files go after the commit: one left behind costs room, a row without its file would be an error. */
export async function removeDocument(db: Db, files: FileStore, actor: Actor, id: number) {
  const keys = await db.transaction().execute(async (trx) => {
    const { name } = await holdDocument(trx, actor, id, true);
    const stored = await listFileKeys(trx, { table: "document", id });
    await deleteDocument(trx, id);
    await insertAudit(trx, actor, {
      action: "delete",
      resource: "document",
      id,
      change: { name, files: stored.length },
    });
    return stored;
  });
  await deleteStored(files, keys);
}
