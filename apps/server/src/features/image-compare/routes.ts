import { createHash } from "node:crypto";
import {
  changedTreeSchema,
  changeOrderings,
  changeQuerySchema,
  changeTileQuerySchema,
  compareQuerySchema,
  compareStartSchema,
  imageCompareSchema,
} from "@nihol/contract/imagery/image-compare";
import { tileParamsSchema } from "@nihol/contract/imagery/trees";
import { pageSchema } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/values/paths";
import { isTile } from "@nihol/geo/tiles/tile-math";
import { languageOf } from "@nihol/locales/text";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound, Problem } from "../../http/problem.ts";
import { requireComparable } from "../../policies/imagery.ts";
import { holdAccount } from "../../shared/accounts/hold-account.ts";
import { answerPlan } from "./answer.ts";
import { listChangedTrees } from "./change-queries.ts";
import type { ImagePair } from "./pairing.ts";
import { planComparison } from "./plan.ts";
import { countReachable, countWaiting, insertComparison } from "./queries.ts";
import { findChangeTile } from "./tile.ts";

const root = paths.imageCompare;
/** Of one person: others' comparisons do not stand behind a queue without end. */
const waitingMost = 100;
const view = { access: "wholeimage.view" } as const;

export const imageCompareRoutes: Feature = (app, { db, jobs }) => {
  /** The comparisons of a list `1,2,3`, all of them within reach. @throws {Problem} 404 otherwise */
  async function reachable(actor: Actor, list: string): Promise<number[]> {
    const ids = [...new Set(list.split(",").map(Number))];
    if ((await countReachable(db.sql, actor, ids)) !== ids.length) throw notFound();
    return ids;
  }

  /**
   * Asks for those that are not there.
   * @throws {Problem} 429 while too many of the person's wait; those asked for before stay
   */
  async function start(actor: Actor, pairs: ImagePair[]) {
    for (const { before, after } of pairs) {
      const id = await db.sql.transaction().execute(async (trx) => {
        await holdAccount(trx, actor.id);
        const waiting = await countWaiting(trx, actor.id);
        const made = await insertComparison(trx, actor, before.id, after.id);
        if (made !== undefined) {
          if (waiting >= waitingMost) throw new Problem(429, "busy", {}, { "retry-after": "30" });
          const id = `${before.id}/${after.id}`;
          await insertAudit(trx, actor, { action: "compare", resource: "wholeimage", id });
        }
        return made;
      });
      if (id !== undefined) await jobs.send("imagery.compare", { comparison: id });
    }
  }

  app.get(
    root,
    {
      config: view,
      schema: { querystring: compareQuerySchema, response: { 200: imageCompareSchema } },
    },
    async (request) => {
      const plan = await planComparison(db.sql, request.actor, request.query);
      const language = languageOf(request.headers["accept-language"]);
      return answerPlan(db.sql, request.actor, language, plan);
    },
  );

  app.post(
    root,
    {
      config: view,
      schema: { body: compareStartSchema, response: { 200: imageCompareSchema } },
    },
    async (request) => {
      const plan = await planComparison(db.sql, request.actor, request.body);
      const steps = request.body.steps ? plan.steps.flatMap(({ pairs }) => pairs) : [];
      await start(request.actor, requireComparable([...plan.pairs, ...steps]));
      const language = languageOf(request.headers["accept-language"]);
      return answerPlan(db.sql, request.actor, language, plan);
    },
  );

  app.get(
    `${root}/tree`,
    {
      config: view,
      schema: {
        querystring: changeQuerySchema,
        response: { 200: pageSchema(changedTreeSchema) },
      },
    },
    async (request) => {
      const { query, actor } = request;
      const ids = await reachable(actor, query.comparison);
      const order = orderOf(query.ordering, changeOrderings, "-chance");
      const scope = { actor, area: query };
      const { count, rows } = await listChangedTrees(db.sql, ids, scope, query, order);
      return pageOf(request, query, count, rows);
    },
  );

  app.get(
    `${root}/tile/:z/:x/:y.mvt`,
    {
      config: view,
      schema: { params: tileParamsSchema, querystring: changeTileQuerySchema },
    },
    async (request, reply) => {
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
    },
  );
};
