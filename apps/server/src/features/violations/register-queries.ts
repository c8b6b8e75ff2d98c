/** The register: how many cases each organization has in each state, how many are overdue, how long closing takes. */

import type { Names } from "@nihol/contract/values/languages";
import {
  openViolationStates,
  type ViolationState,
  violationStates,
} from "@nihol/contract/values/violations";
import type {
  RegisterQuery,
  RegisterRow,
  ViolationRegister,
} from "@nihol/contract/violations/violation-register";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { violationVisibleTo } from "../../policies/violations.ts";
import { isOverdue } from "../../shared/case-days.ts";
import { referenceTo } from "../../shared/rows/reference.ts";
import { fits } from "./violation-queries.ts";

interface Sums {
  ministry_id: number | null;
  name: Names | null;
  is_total: boolean;
  states: Partial<Record<ViolationState, number>>;
  overdue: number;
  median_days: number | null;
}

const secondsPerDay = 86_400;
/** More deleted numbers than these are told by nobody in a line. */
const maxDeleted = 200;
const counts = violationStates.map(
  (state) => sql`${sql.lit(state)}::text, count(*) filter (where v.state = ${sql.lit(state)})`,
);

function figuresOf({ states, overdue, median_days }: Sums) {
  const all = Object.fromEntries(
    violationStates.map((state) => [state, states[state] ?? 0]),
  ) as Record<ViolationState, number>;
  const sum = (of: readonly ViolationState[]) => of.reduce((total, state) => total + all[state], 0);
  return {
    count: sum(violationStates),
    states: all,
    open: sum(openViolationStates),
    overdue,
    median_days,
  };
}

/** Numbers of the period's years that no case has any more, and when each went where that is known. */
async function listDeleted(db: Db, { from, to }: RegisterQuery) {
  const { rows } = await sql<{ number: string; deleted_on: string | null }>`
    select n.number, programme_day(d.deleted_at)::text as deleted_on
    from violation_counter c,
      lateral (select c.year || '-' || lpad(place::text, greatest(4, length(place::text)), '0') as number
        from generate_series(1, c.last) place) n
    left join violation_deleted d on d.number = n.number
    where not exists (select from violation v where v.number = n.number)
      and c.year >= coalesce(extract(year from ${from ?? null}::date), c.year)
      and c.year <= coalesce(extract(year from ${to ?? null}::date), c.year)
    order by string_to_array(n.number, '-')::int[] desc limit ${maxDeleted}`.execute(db);
  return rows;
}

/** Cases within the actor's scope that were observed in the period; a median is no sum, so the total has its own. */
export async function makeRegister(
  db: Db,
  actor: Actor,
  query: RegisterQuery,
): Promise<ViolationRegister> {
  const { rows } = await sql<Sums>`
    select v.ministry_id, m.name, grouping(v.ministry_id) = 1 as is_total,
      json_build_object(${sql.join(counts)}) as states,
      (count(*) filter (where ${isOverdue()}))::int as overdue,
      percentile_cont(0.5) within group (order by case when v.state = 'closed'
        then extract(epoch from h.closed_at - v.created_at)::float8 / ${secondsPerDay}::float8 end) as median_days
    from violation v
    left join ministry m on m.id = v.ministry_id
    left join lateral (select max(c.created_at) as closed_at from violation_change c
      where c.violation_id = v.id and c.field = 'state' and c.to_state = 'closed') h on true
    where ${violationVisibleTo(actor)} and ${fits(query, actor)}
    group by grouping sets ((v.ministry_id, m.name), ())
    order by is_total, count(*) desc, v.ministry_id nulls last`.execute(db);
  const total = rows.find((row) => row.is_total);
  return {
    rows: rows
      .filter((row) => !row.is_total)
      .map(
        (row): RegisterRow => ({
          ministry: referenceTo(row.ministry_id, row.name),
          ...figuresOf(row),
        }),
      ),
    total: figuresOf(
      total ?? {
        ...{ ministry_id: null, name: null, is_total: true },
        ...{ states: {}, overdue: 0, median_days: null },
      },
    ),
    deleted: await listDeleted(db, query),
  };
}
