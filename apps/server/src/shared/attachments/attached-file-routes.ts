/** The calls for files, the same for violations and documents. */

import type { attachedFileCalls } from "@nihol/contract/attached-files";
import { limits } from "@nihol/contract/values/limits";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import type { App } from "../../http/feature.ts";
import { notFound, refuseField } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import type { Services } from "../../http/services.ts";
import { sendFile } from "./attached-file-download.ts";
import {
  countFiles,
  deleteFileRow,
  type FileOwner,
  findFile,
  insertFile,
} from "./attached-file-sql.ts";
import { deleteStored, takeFile } from "./attached-file-upload.ts";
import { sendPhoto } from "./photo.ts";

interface FileRoutesOptions<Held> {
  table: FileOwner["table"];
  calls: ReturnType<typeof attachedFileCalls>;
  /** Throws 404 when the owner does not exist or lies outside the actor's scope; `forUpdate` locks its row. */
  hold: (db: Db, actor: Actor, id: number, forUpdate?: boolean) => Promise<Held>;
  /** Throws where the actor may add files to this owner and take none away. */
  removable?: (owner: Held) => void;
}

/** @throws {FieldProblem} when the owner has as many as it may have */
async function refuseOneMore(db: Db, owner: FileOwner) {
  const max = limits.attachedFiles;
  if ((await countFiles(db, owner)) >= max) refuseField("file", "too_many", { max });
}

export function attachedFileRoutes<Held>(
  app: App,
  services: Services,
  options: FileRoutesOptions<Held>,
) {
  const { files } = services;
  const db = services.db.sql;
  const { table, calls, hold, removable } = options;

  async function held(actor: Actor, { id, file }: { id: number; file: number }) {
    await hold(db, actor, id);
    const found = await findFile(db, { table, id }, file);
    if (!found) throw notFound();
    return found;
  }

  serve(app, calls.add, async (request) => {
    const { actor } = request;
    const owner = { table, id: request.params.id };
    await hold(db, actor, owner.id);
    await refuseOneMore(db, owner);
    const saved = await takeFile(request, { db, files }, owner, (file) =>
      db.transaction().execute(async (trx) => {
        await hold(trx, actor, owner.id, true);
        await refuseOneMore(trx, owner);
        const { name, size, sha256 } = file;
        const change = { name, size, sha256 };
        await insertAudit(trx, actor, {
          action: "file_add",
          resource: table,
          id: owner.id,
          change,
        });
        return insertFile(trx, actor, owner, file);
      }),
    );
    return saved;
  });

  serve(
    app,
    calls.file,
    async (request, reply) =>
      sendFile(request, reply, files, await held(request.actor, request.params)),
    // Byte for byte as it came, on the way too.
    { compress: false },
  );

  serve(app, calls.preview, async ({ actor, params }, reply) =>
    sendPhoto(reply, files, (await held(actor, params)).previewKey),
  );

  serve(app, calls.remove, async (request) => {
    const { actor } = request;
    const { id } = request.params;
    const gone = await held(actor, request.params);
    if (gone.evidence) refuseField("file", "evidence_stays");
    await db.transaction().execute(async (trx) => {
      removable?.(await hold(trx, actor, id, true));
      await deleteFileRow(trx, gone.id);
      const { name, size, sha256 } = gone;
      const change = { name, size, sha256 };
      await insertAudit(trx, actor, { action: "file_delete", resource: table, id, change });
    });
    await deleteStored(files, [gone.key, gone.previewKey ?? []].flat());
    return null;
  });
}
