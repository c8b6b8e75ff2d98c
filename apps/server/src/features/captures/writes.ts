import type { captureReviewSchema } from "@nihol/contract/imagery/captures";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import { publishImage, unpublishImage } from "@nihol/store/trees/tree-publish";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound } from "../../http/problem.ts";
import { requireScope } from "../../policies/imagery.ts";
import { lockCapture, updateReview } from "./capture-queries.ts";

type Review = z.output<typeof captureReviewSchema>;

/**
 * Accepts or rejects an image. The trees of a rejected one leave every count in the same transaction, and
 * older images count again where it lay; accepting it brings them back.
 * @throws {Problem} 404 outside the actor's scope, 403 for one that they may only view
 */
export async function reviewCapture(db: Db, actor: Actor, id: number, body: Review) {
  await requireScope(db, actor, "image", id);
  const isRejected = body.state === "rejected";
  await db.transaction().execute(async (trx) => {
    const row = await lockCapture(trx, id);
    if (!row) throw notFound();
    await updateReview(trx, id, actor, { ...body, reason: isRejected ? body.reason : null });
    if (isRejected && row.published_at) await unpublishImage(trx, id);
    // An image that is still in process is published by the worker when it has completed.
    if (!isRejected && !row.published_at && row.status === "completed") await publishImage(trx, id);
    await insertAudit(trx, actor, {
      action: "review",
      resource: "satelliteimagery",
      id,
      change: { from: row.review, to: body.state, reason: body.reason, comment: body.comment },
    });
  });
}
