/** The stored verdicts as far as the machine writes them: which are to be worked out, and what it proposes. */

import type { JobPayload } from "@nihol/contract/values/jobs";
import type { ProposedVerdict } from "@nihol/contract/values/planting/verdicts";
import type { TaskFacts } from "@nihol/counting/verdict/facts";
import { VERDICT_VERSION, verdictOf } from "@nihol/counting/verdict/verdict";
import { isLeftOut } from "@nihol/counting/verdict/visits";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { sql } from "kysely";
import type { JobRequest } from "../jobs/job-queue.ts";
import { findTaskFacts } from "./task-facts.ts";

/** Jobs that are sent at once; the next ones follow when these are done. */
const batch = 50;

/** Job that works a verdict out. */
const verdictJob = (task: number): JobRequest => ({
  name: "verdict.propose",
  data: { task } satisfies JobPayload<"verdict.propose">,
});

/** Lists a job for each verdict that does not know all the evidence, or was worked out by an older method. */
export async function staleVerdicts(db: Db): Promise<JobRequest[]> {
  const rows = await db
    .selectFrom("planting_verdict")
    .where((eb) =>
      eb.or([
        sql<boolean>`known_revision < evidence_revision`,
        eb("version", "is distinct from", VERDICT_VERSION),
      ]),
    )
    .select("task_id")
    .orderBy("task_id")
    .limit(batch)
    .execute();
  return rows.map(({ task_id }) => verdictJob(task_id));
}

/** Verdicts that were too early and whose next look has come, and those that no evidence has moved for a month. */
export async function agedVerdicts(db: Db): Promise<JobRequest[]> {
  const rows = await db
    .selectFrom("planting_verdict")
    .where(
      sql<boolean>`proposed_at < now() - interval '30 days'
        or (next_look_on <= programme_day(now()) and proposed_at < now() - interval '1 day')`,
    )
    .select("task_id")
    .orderBy("task_id")
    .execute();
  return rows.map(({ task_id }) => verdictJob(task_id));
}

const columnsOf = (proposal: ProposedVerdict) => ({
  proposed: proposal.verdict,
  proposal: json(proposal),
  version: proposal.version,
  standing: proposal.standing?.value ?? null,
  standing_low: proposal.standing?.low ?? null,
  standing_high: proposal.standing?.high ?? null,
  next_look_on: proposal.next_look?.on ?? null,
});

/**
 * Writes down which counts weigh nothing, so that survival in lists, reports and files leaves out what the verdict leaves
 * out.
 */
async function writeDoubts(trx: Db, facts: TaskFacts): Promise<void> {
  const plots = facts.visits.flatMap((visit) => visit.plots);
  await sql`
    update survival_plot p set doubt = x.doubt
    from unnest(${plots.map(({ plot }) => plot)}::int[], ${plots.map(({ doubt }) => doubt ?? null)}::text[]) as x (id, doubt)
    where p.id = x.id and p.doubt is distinct from x.doubt`.execute(trx);
  await sql`
    update survival_draw d set left_out = x.left_out
    from unnest(${facts.visits.map(({ draw }) => draw)}::int[],
      ${facts.visits.map((visit) => isLeftOut(visit, facts))}::boolean[]) as x (id, left_out)
    where d.id = x.id and d.left_out <> x.left_out`.execute(trx);
}

/**
 * Works a task's verdict out and writes it, in the caller's transaction. Evidence that comes meanwhile raises the
 * revision, and the verdict stays stale. Another verdict than before is written into the history; the decision of a
 * person stays as it is.
 * @param today `2026-05-14`
 */
export async function proposeVerdict(trx: Db, taskId: number, today: string): Promise<void> {
  const row = await trx
    .selectFrom("planting_verdict")
    .where("task_id", "=", taskId)
    .select(["evidence_revision", "proposed"])
    .executeTakeFirst();
  const facts = row && (await findTaskFacts(trx, taskId, today));
  if (!row || !facts) return;
  const proposal = verdictOf(facts);
  await writeDoubts(trx, facts);
  const { numUpdatedRows } = await trx
    .updateTable("planting_verdict")
    .set({
      ...columnsOf(proposal),
      facts: json<unknown>(facts),
      proposed_at: sql`now()`,
      known_revision: row.evidence_revision,
    })
    .where("task_id", "=", taskId)
    .where("known_revision", "<=", row.evidence_revision)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n || row.proposed === proposal.verdict) return;
  await trx
    .insertInto("planting_verdict_event")
    .values({
      task_id: taskId,
      kind: "proposed",
      verdict: proposal.verdict,
      proposal: json(proposal),
    })
    .execute();
}
