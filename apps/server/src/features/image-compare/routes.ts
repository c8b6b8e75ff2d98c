import { createHash } from "node:crypto";
import {
  changedTrees,
  changedTreeTile,
  changeOrderings,
  imageCompare,
  imageCompareStart,
} from "@nihol/contract/imagery/image-compare";
import { isTile } from "@nihol/geo/tiles/tile-math";
import { languageOf } from "@nihol/locales/text";
import { ASKED_FOR, raiseComparisons } from "@nihol/store/processes/fair-turns";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound, Problem } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { requireComparable } from "../../policies/imagery.ts";
import { holdAccount } from "../../shared/accounts/hold-account.ts";
import { listPeriodPairs } from "../../shared/imagery/period-pairs.ts";
import { answerPlan } from "./answer.ts";
import { listChangedTrees } from "./change-queries.ts";
import { countReachable, countWaiting, insertComparison } from "./image-compare-queries.ts";
import type { ImagePair } from "./pairing.ts";
import { planComparison } from "./plan.ts";
import { findChangeTile } from "./tile.ts";

/** Per person, so that one person's queue does not delay others' comparisons. */
const maxWaiting = 100;

export const imageCompareRoutes: Feature = (app, { db, jobs }) => {
  /** The comparisons of a list `1,2,3`, all of them within the actor's scope. @throws {Problem} 404 otherwise */
  async function reachable(actor: Actor, list: string): Promise<number[]> {
    const ids = [...new Set(list.split(",").map(Number))];
    if ((await countReachable(db.sql, actor, ids)) !== ids.length) throw notFound();
    return ids;
  }

  /**
   * Requests those that do not exist.
   * @throws {Problem} 429 while too many of the person's wait; those asked for before stay
   */
  async function start(actor: Actor, pairs: ImagePair[]) {
    for (const { before, after } of pairs) {
      const id = await db.sql.transaction().execute(async (trx) => {
        await holdAccount(trx, actor.id);
        const waiting = await countWaiting(trx, actor.id);
        const made = await insertComparison(trx, actor, before.id, after.id);
        if (made !== undefined) {
          if (waiting >= maxWaiting) throw new Problem(429, "busy", {}, { "retry-after": "30" });
          const id = `${before.id}/${after.id}`;
          await insertAudit(trx, actor, { action: "compare", resource: "wholeimage", id });
        }
        return made;
      });
      if (id === undefined) continue;
      await jobs.send("imagery.compare", { comparison: id }, { priority: ASKED_FOR });
      // It may wait already, asked for by nobody.
      await raiseComparisons(db.sql, [id]);
    }
  }

  serve(app, imageCompare, async ({ actor, query, headers }) => {
    const plan = await planComparison(db.sql, actor, query);
    return answerPlan(db.sql, actor, languageOf(headers["accept-language"]), plan);
  });

  serve(app, imageCompareStart, async ({ actor, body, headers }) => {
    const plan = await planComparison(db.sql, actor, body);
    const steps = body.steps ? plan.steps.flatMap(({ pairs }) => pairs) : [];
    await start(actor, requireComparable([...plan.pairs, ...steps]));
    return answerPlan(db.sql, actor, languageOf(headers["accept-language"]), plan);
  });

  serve(app, changedTrees, async (request) => {
    const { query, actor } = request;
    const ids = query.comparison
      ? await reachable(actor, query.comparison)
      : (await listPeriodPairs(db.sql, actor, query)).map(({ id }) => id);
    const order = orderOf(query.ordering, changeOrderings, "-chance");
    const scope = { actor, area: query };
    const { count, rows } = await listChangedTrees(db.sql, ids, scope, query, order);
    return pageOf(request, query, count, rows);
  });

  serve(app, changedTreeTile, async (request, reply) => {
    const { params: tile, query, actor } = request;
    if (!isTile(tile.z, tile.x, tile.y)) throw notFound();
    const ids = await reachable(actor, query.comparison);
    const bytes = await findChangeTile(db.sql, tile, ids, { actor, area: query });
    const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 16)}"`;
    reply
      .header("cache-control", "private, no-cache")
      .header("vary", "authorization, accept-encoding")
      .header("etag", etag)
      .type("application/vnd.mapbox-vector-tile");
    if (request.headers["if-none-match"]?.replace(/^W\//, "") === etag)
      return reply.code(304).send();
    return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  });
};
