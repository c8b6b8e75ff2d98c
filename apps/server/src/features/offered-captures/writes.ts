/** Accepts and rejects captures that a source offers. The image itself is fetched, checked and counted as any other. */
import type { Language } from "@nihol/contract/values/languages";
import {
  fetchJob,
  insertFetched,
  requireArea,
  requireServer,
} from "../../commands/fetch-process.ts";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, Problem } from "../../http/problem.ts";
import type { Services } from "../../http/services.ts";
import { requireRight } from "../../policies/rights.ts";
import { findOffer, lockOffer, updateDecision } from "./offered-capture-queries.ts";

/**
 * Makes a process of it, once: whoever comes second is told. Its server is not asked here; it has just offered the day.
 * @throws {Problem} 404 beyond the scope, 403 without the right to add a process, 409 where it was accepted before;
 * {FieldProblem} for a source that is switched off, or a garden without a boundary or outside the actor's territory
 */
export async function acceptOffer(
  services: Services,
  actor: Actor,
  id: number,
  language: Language,
): Promise<void> {
  const { db, jobs } = services;
  requireRight(actor, "satelliteimagery", "add");
  const offer = await findOffer(db.sql, actor, id);
  if (!offer) throw notFound();
  const source = await requireServer(services, offer.source.id);
  const area = await requireArea(services, actor, { garden: offer.garden.id });
  await db.sql.transaction().execute(async (trx) => {
    const row = await lockOffer(trx, actor, id);
    if (!row) throw notFound();
    if (row.status === "accepted") throw new Problem(409, "offer_decided");
    const order = { source, area, date: row.day, threshold: null, language };
    const process = await insertFetched(trx, actor, order);
    await updateDecision(trx, id, actor, { status: "accepted", process });
    const change = { from: row.status, to: "accepted", process };
    await insertAudit(trx, actor, { action: "review", resource: "offeredcapture", id, change });
    await jobs.sendIn(trx, fetchJob(process));
  });
}

/** @throws {Problem} 404 beyond the scope, 409 where it was decided before */
export async function rejectOffer({ db }: Services, actor: Actor, id: number): Promise<void> {
  await db.sql.transaction().execute(async (trx) => {
    const row = await lockOffer(trx, actor, id);
    if (!row) throw notFound();
    if (row.status !== "new") throw new Problem(409, "offer_decided");
    await updateDecision(trx, id, actor, { status: "rejected" });
    const { source_id: source, garden_id: garden, day: date } = row;
    const change = { from: row.status, to: "rejected", source, garden, date };
    await insertAudit(trx, actor, { action: "review", resource: "offeredcapture", id, change });
  });
}
