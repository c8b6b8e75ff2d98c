/** Deletes a process with its image and its trees, whichever of them was named. */
import { processTransitions } from "@nihol/contract/values/imagery";
import { unpublishImage } from "@nihol/store/trees/tree-publish";
import type { Actor } from "../http/actor.ts";
import { insertAudit } from "../http/audit.ts";
import { notFound, Problem } from "../http/problem.ts";
import type { Services } from "../http/services.ts";
import { requireScope } from "../policies/imagery.ts";

/**
 * Deletes a process; trees of older images in its place count again. The route has checked the permission.
 * @throws {Problem} 404 outside the actor's scope, 403 for one that they may only view, 409 while it runs
 */
export async function deleteProcess(
  { db, files }: Pick<Services, "db" | "files">,
  actor: Actor,
  id: number,
  resource: "satelliteimagery" | "wholeimage",
) {
  const keys = await db.sql.transaction().execute(async (trx) => {
    await requireScope(trx, actor, "process", id);
    const row = await trx
      .selectFrom("imagery_process")
      .where("id", "=", id)
      .select(["status", "upload_id", "file_key"])
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound();
    if (!processTransitions[row.status].includes("pending"))
      throw new Problem(409, "process_running");
    const image = await trx
      .selectFrom("whole_image")
      .where("process_id", "=", id)
      .select(["id", "published_at"])
      .executeTakeFirst();
    if (image?.published_at) await unpublishImage(trx, image.id);
    await trx.deleteFrom("imagery_process").where("id", "=", id).execute();
    if (row.upload_id) await trx.deleteFrom("upload").where("id", "=", row.upload_id).execute();
    await insertAudit(trx, actor, { action: "delete", resource, id });
    return { process: id, image: image?.id, upload: row.file_key };
  });
  await deleteFiles(files, keys);
}

/** After the commit: a file left behind costs room, a row without its file would be an error. */
async function deleteFiles(
  files: Services["files"],
  keys: { process: number; image: number | undefined; upload: string },
) {
  const { process, image, upload } = keys;
  const gone = [upload, `${upload}.json`, `${upload}.sent`];
  for await (const { key } of files.list(`fetch/${process}`)) gone.push(key);
  if (image !== undefined) for await (const { key } of files.list(`image/${image}`)) gone.push(key);
  for (const key of gone) await files.delete(key).catch(() => undefined);
}
