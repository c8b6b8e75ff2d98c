import {
  plantingVerdicts,
  verdictAppeal,
  verdictDecision,
} from "@nihol/contract/planting/verdicts";
import type { Actor } from "../../http/actor.ts";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { crud } from "../../shared/crud.ts";
import { findVerdictDetail } from "./detail-queries.ts";
import { listVerdicts } from "./verdict-queries.ts";
import { appealVerdict, decideVerdict } from "./writes.ts";

/** Verdicts on what planting tasks report: the queue, the evidence, decisions and appeals. */
export const verdictRoutes: Feature = (app, services) => {
  const db = services.db.sql;
  async function verdictOr404(actor: Actor, id: number) {
    const verdict = await findVerdictDetail(db, actor, id);
    if (!verdict) throw notFound();
    return verdict;
  }

  crud(app, services, plantingVerdicts, { list: listVerdicts, find: findVerdictDetail });
  serve(app, verdictDecision, async ({ actor, params, body }) => {
    await decideVerdict(db, actor, params.id, body);
    return verdictOr404(actor, params.id);
  });
  serve(app, verdictAppeal, async ({ actor, params, body }) => {
    await appealVerdict(db, actor, params.id, body);
    return verdictOr404(actor, params.id);
  });
};
