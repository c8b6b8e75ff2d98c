/** Verdict with everything that it is decided on. */

import type {
  PlantingVerdictDetail,
  VerdictEvent,
  VerdictImage,
} from "@nihol/contract/planting/verdicts";
import type { ProposedVerdict, Verdict } from "@nihol/contract/values/planting/verdicts";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { may } from "../../policies/rights.ts";
import { violationVisibleTo } from "../../policies/violations.ts";
import { authorName } from "../../shared/attachments/attached-file-sql.ts";
import { publishedImages } from "../../shared/imagery/published-images.ts";
import { listImageHands } from "../../shared/planting/image-hands.ts";
import { namePeople } from "../../shared/planting/name-people.ts";
import { listPitVisitors } from "../../shared/planting/pit-visitors.ts";
import { listPlotCounters } from "../../shared/planting/plot-counters.ts";
import { findVerdict } from "./verdict-queries.ts";

interface Ground {
  bbox: [number, number, number, number] | null;
  first: string | null;
  last: string | null;
}

/** Published images over the garden whose trees were counted; none without the right to see images. */
function imagesOver(db: Db, actor: Actor, [west, south, east, north]: NonNullable<Ground["bbox"]>) {
  return publishedImages(db, actor)
    .where("w.counted", "=", true)
    .where(
      sql<SqlBool>`w.bbox[1] <= ${east} and w.bbox[3] >= ${west} and w.bbox[2] <= ${north} and w.bbox[4] >= ${south}`,
    )
    .select(["w.id", "w.captured_on as date", "w.gsd_m", "w.smallest_crown_m", "w.bbox"])
    .select("p.file_name")
    .orderBy("w.captured_on", "desc")
    .orderBy("w.id", "desc")
    .limit(1);
}

async function imagesOf(db: Db, actor: Actor, { bbox, first, last }: Ground) {
  const none: { before: VerdictImage | null; after: VerdictImage | null } = {
    before: null,
    after: null,
  };
  if (!bbox || !first || !last || !may(actor, "wholeimage", "view")) return none;
  const all = imagesOver(db, actor, bbox);
  const before = await all.where("w.captured_on", "<", first).executeTakeFirst();
  const after = await all.where("w.captured_on", ">", last).executeTakeFirst();
  return { before: before ?? null, after: after ?? null };
}

async function listEvents(db: Db, id: number): Promise<VerdictEvent[]> {
  const rows = await db
    .selectFrom("planting_verdict_event")
    .where("task_id", "=", id)
    .select(["id", "kind", "verdict", "explanation", "author", "created_at"])
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ created_at, ...row }) => ({ ...row, at: created_at.toISOString() }));
}

interface NewEvent {
  task: number;
  kind: "decided" | "appealed";
  verdict: Verdict;
  explanation: string;
  proposal: ProposedVerdict | null;
}

/** Writes a line of the history in the actor's name. */
export async function insertEvent(trx: Db, actor: Actor, { task, proposal, ...event }: NewEvent) {
  await trx
    .insertInto("planting_verdict_event")
    .values({
      ...event,
      task_id: task,
      proposal: proposal && json(proposal),
      user_id: actor.id,
      author: authorName(actor),
    })
    .execute();
}

const listCases = (db: Db, actor: Actor, id: number) =>
  db
    .selectFrom("violation as v")
    .where("v.task_id", "=", id)
    .where(violationVisibleTo(actor))
    .select(["v.id", "v.number"])
    .orderBy("v.id")
    .execute();

/** Undefined where there is none or its task is beyond the actor's scope. */
export async function findVerdictDetail(
  db: Db,
  actor: Actor,
  id: number,
): Promise<PlantingVerdictDetail | undefined> {
  const verdict = await findVerdict(db, actor, id);
  if (!verdict) return undefined;
  const row = await db
    .selectFrom("planting_verdict as v")
    .innerJoin("planting_task as t", "t.id", "v.task_id")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .where("t.id", "=", id)
    .select(["v.proposal", "v.known_revision", "g.bbox", "g.boundary"])
    .select(
      sql<string | null>`(select min(plant_date) from planting_report where task_id = t.id)`.as(
        "first",
      ),
    )
    .executeTakeFirstOrThrow();
  const hands = row.bbox ? await listImageHands(db, id, row.bbox, row.proposal?.reasons ?? []) : [];
  return {
    ...verdict,
    proposal: row.proposal,
    revision: row.known_revision,
    ...(await imagesOf(db, actor, { bbox: row.bbox, first: row.first, last: verdict.planted_on })),
    garden_bbox: row.bbox,
    counters: await namePeople(db, actor, await listPlotCounters(db, id)),
    pit_visitors: await namePeople(
      db,
      actor,
      await listPitVisitors(db, id, row.boundary, row.proposal?.reasons ?? []),
    ),
    image_hands: await namePeople(db, actor, hands),
    history: await listEvents(db, id),
    cases: await listCases(db, actor, id),
  };
}
