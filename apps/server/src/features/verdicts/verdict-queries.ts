/** Verdicts of planting tasks within the actor's scope, what needs a decision first. */

import type { PlantingVerdict, plantingVerdicts } from "@nihol/contract/planting/verdicts";
import type { ListQueryOf, OrderingOf } from "@nihol/contract/resource";
import type { Language, Names } from "@nihol/contract/values/languages";
import {
  rowsSeenIn,
  type Verdict,
  type VerdictReason,
  type VerdictState,
} from "@nihol/contract/values/planting/verdicts";
import type { Db } from "@nihol/db/connection";
import { hasWarnings } from "@nihol/store/evidence/flags-sql";
import { givenByOthers } from "@nihol/store/processes/given-by";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { tasksVisibleTo } from "../../policies/planting.ts";
import { verdictCan } from "../../policies/verdicts.ts";
import { countedRows } from "../../shared/rows/list-page.ts";
import { likePattern, nameContains } from "../../shared/rows/names-sql.ts";
import { referenceTo } from "../../shared/rows/reference.ts";

type Query = ListQueryOf<typeof plantingVerdicts>;
type Ordering = OrderingOf<typeof plantingVerdicts>;

/** Tasks whose report is there to be compared with the ground. */
const handedIn = ["submitted", "needs_changes", "completed"] as const;
/** The machine has come to something else since a person decided. */
const differs = sql<boolean>`(v.decided is not null and v.proposed is distinct from v.decided_on
  and v.proposed <> v.decided and v.proposed <> 'too_early')`;
const waits = sql<SqlBool>`(v.state = 'appealed' or ${differs}
  or (v.state = 'proposed' and (v.proposed in ('agrees', 'unclear', 'contradicts')
    or (v.proposed = 'too_early' and ${hasWarnings}))))`;
/** Appeals, what is not true, what has changed, what has warnings and no answer, what is unclear, what only wants a signature, what can wait. */
const need = sql<number>`(case when v.state = 'appealed' then 0
  when v.state = 'proposed' and v.proposed = 'contradicts' then 1 when ${differs} then 2
  when v.state = 'proposed' and v.proposed in ('unclear', 'too_early') and ${hasWarnings} then 3
  when v.state = 'proposed' and v.proposed = 'unclear' then 4
  when v.state = 'proposed' and v.proposed = 'agrees' then 5 when v.state = 'proposed' then 6 else 7 end)`;
const reported = sql<number>`(select coalesce(sum(p.count), 0)::int from planting_report p where p.task_id = t.id)`;
const plantedOn = sql<
  string | null
>`(select max(p.plant_date) from planting_report p where p.task_id = t.id)`;
/** The actor is of the side that reported task `t`: the same people may not count its plots. */
const isOwn = (actor: Actor) => sql<boolean>`of_reporting_side(t.id, ${actor.id}, now())`;

/** Organizations, other than that of garden `g`, that gave images which the reasons of verdict `v` name. */
const givers = sql<Names[] | null>`(select jsonb_agg(distinct x.name) from (
  select ${givenByOthers(sql`array[g.ministry_id]`)} as name
  from whole_image w join imagery_process p on p.id = w.process_id where w.id in (
    select (e -> 'figures' ->> k)::int from jsonb_array_elements(v.proposal -> 'reasons') e, unnest(array['image', 'before_image']) k)
  ) x where x.name is not null)`;

function visibleVerdicts(db: Db, actor: Actor) {
  return db
    .selectFrom("planting_verdict as v")
    .innerJoin("planting_task as t", "t.id", "v.task_id")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .leftJoin("ministry as m", "m.id", "t.ministry_id")
    .where("t.status", "in", handedIn)
    .where(tasksVisibleTo(actor));
}

const withColumns = (rows: ReturnType<typeof visibleVerdicts>, actor: Actor) =>
  rows
    .leftJoin("region as r", "r.id", "g.region_id")
    .leftJoin("district as d", "d.id", "g.district_id")
    .leftJoin("user_account as u", "u.id", "v.decided_by")
    .select(["t.id", "t.contractor_id", "v.proposed", "v.decided", "v.state", "v.appealed_decider"])
    .select(["v.standing", "v.standing_low", "v.standing_high", "v.next_look_on"])
    .select(["v.proposed_at", "v.decided_at"])
    .select(sql<VerdictReason[] | null>`v.proposal->'reasons'`.as("reasons"))
    .select(sql<boolean>`(v.known_revision < v.evidence_revision)`.as("stale"))
    .select([differs.as("differs"), reported.as("reported"), plantedOn.as("planted_on")])
    .select([isOwn(actor).as("is_own"), givers.as("given_by")])
    .select(
      sql<string | null>`nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '')`.as("decider"),
    )
    .select(["g.id as garden_id", "g.name as garden_name"])
    .select(["m.id as ministry_id", "m.name as ministry_name"])
    .select(["r.id as region_id", "r.name as region_name"])
    .select(["d.id as district_id", "d.name as district_name"]);
type VerdictRow = Awaited<ReturnType<ReturnType<typeof withColumns>["executeTakeFirstOrThrow"]>>;

function toVerdict(row: VerdictRow, actor: Actor): PlantingVerdict {
  const { standing, standing_low, standing_high } = row;
  const isRanged = standing !== null && standing_low !== null && standing_high !== null;
  return {
    id: row.id,
    garden: { id: row.garden_id, name: row.garden_name },
    ministry: referenceTo(row.ministry_id, row.ministry_name),
    region: referenceTo(row.region_id, row.region_name),
    district: referenceTo(row.district_id, row.district_name),
    planted_on: row.planted_on,
    reported: row.reported,
    proposed: row.proposed,
    decided: row.decided,
    verdict: row.decided ?? row.proposed,
    state: row.state,
    standing: isRanged ? { value: standing, low: standing_low, high: standing_high } : null,
    rows_seen: rowsSeenIn(row.reasons ?? []),
    given_by: row.given_by ?? [],
    next_look_on: row.next_look_on,
    proposed_at: row.proposed_at?.toISOString() ?? null,
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decider,
    stale: row.stale,
    differs: row.differs ?? false,
    can: verdictCan(actor, row),
  };
}

function filtered(db: Db, actor: Actor, query: Query) {
  const { search, state, verdict, garden, ministry, region, district } = query;
  let rows = visibleVerdicts(db, actor);
  if (search) {
    const number = sql<SqlBool>`t.id::text like ${likePattern(search.replace(/^[#№]\s*/, ""))}`;
    rows = rows.where(
      sql<SqlBool>`(${nameContains("g.name", search)} or ${nameContains("m.name", search)} or ${number})`,
    );
  }
  if (state === "waiting") rows = rows.where(waits);
  else if (state) rows = rows.where("v.state", "=", state);
  if (verdict) rows = rows.where("v.verdict", "=", verdict);
  if (garden) rows = rows.where("t.garden_id", "=", garden);
  if (ministry) rows = rows.where("t.ministry_id", "=", ministry);
  if (region) rows = rows.where("g.region_id", "=", region);
  if (district) rows = rows.where("g.district_id", "=", district);
  return rows;
}

const orderedBy = (column: Ordering) =>
  ({ need, planted_on: plantedOn, reported, proposed_at: sql`v.proposed_at` })[column];

/** Page of verdicts; of equal need the oldest proposal first. */
export async function listVerdicts(
  db: Db,
  actor: Actor,
  query: Query,
  order: Order<Ordering>,
  _language: Language,
): Promise<{ count: number; rows: PlantingVerdict[] }> {
  const rows = filtered(db, actor, query);
  return countedRows(
    rows,
    withColumns(rows, actor)
      .orderBy(orderedBy(order.column), order.direction)
      .orderBy("v.proposed_at")
      .orderBy("t.id"),
    query,
    (row) => toVerdict(row, actor),
  );
}

/** Finds a verdict; undefined where there is none or its task is beyond the actor's scope. */
export async function findVerdict(
  db: Db,
  actor: Actor,
  id: number,
): Promise<PlantingVerdict | undefined> {
  const row = await withColumns(visibleVerdicts(db, actor), actor)
    .where("t.id", "=", id)
    .executeTakeFirst();
  return row && toVerdict(row, actor);
}

/** Facts that a decision is checked against, locked until the transaction ends; undefined beyond the actor's scope. */
export const lockVerdict = (trx: Db, actor: Actor, id: number) =>
  visibleVerdicts(trx, actor)
    .where("t.id", "=", id)
    .select([
      "t.id",
      "t.ministry_id",
      "t.contractor_id",
      "v.proposed",
      "v.decided",
      "v.state",
      "v.decided_by",
    ])
    .select(["v.appealed_decider", "v.known_revision", "v.proposal"])
    .select(isOwn(actor).as("is_own"))
    .forUpdate("v")
    .executeTakeFirst();

/** Columns that a person writes. */
interface DecisionColumns {
  decided?: Verdict;
  decided_by?: number;
  decided_at?: Date;
  decided_on?: Verdict | null;
  state: VerdictState;
  appealed_decider?: number | null;
}

export async function updateVerdict(trx: Db, id: number, columns: DecisionColumns): Promise<void> {
  await trx.updateTable("planting_verdict").set(columns).where("task_id", "=", id).execute();
}
