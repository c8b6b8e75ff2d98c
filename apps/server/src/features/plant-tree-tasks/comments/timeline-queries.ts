/** The history of a planting task: rows of its parts and lines of the audit log, in one order. */

import type { TimelineEvent } from "@nihol/contract/planting/timeline";
import { planFields } from "@nihol/contract/values/planting/timeline";
import type { Db } from "@nihol/db/connection";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../../http/actor.ts";
import { slice } from "../../../http/paging.ts";
import { tasksVisibleTo } from "../../../policies/planting.ts";
import { may } from "../../../policies/rights.ts";
import { listMentioned } from "./mention-queries.ts";

type Facts = Partial<Omit<TimelineEvent, "key" | "kind" | "at" | "by">>;
interface Row {
  kind: TimelineEvent["kind"];
  id: number;
  at: Date;
  by: string | null;
  facts: Facts;
}

const name = (
  account: string,
) => sql`(select nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '')
  from user_account u where u.id = ${sql.ref(account)})`;

const stepsAndPlan = (task: number) => sql`
  select 'state' as kind, s.id::int8 as id, s.changed_at as at, ${name("s.changed_by")} as by,
    jsonb_build_object('from', s.from_status, 'to', s.status, 'text', s.comment) as facts
  from planting_task_status s where s.task_id = ${task}
  union all
  select 'plan', l.id, l.at, ${name("l.actor_id")}, jsonb_build_object('changed', f.changed)
  from audit_log l
  cross join lateral (select jsonb_agg(k) as changed from jsonb_object_keys(l.change) k
    where k = any(${[...planFields]}::text[])) f
  where l.resource = 'planttreetask' and l.resource_id = ${String(task)} and l.action = 'change'
    and f.changed is not null`;

const report = (task: number) => sql`
  select 'report', p.id::int8, p.created_at, ${name("p.created_by")},
    jsonb_build_object('count', p.count, 'tree_type', jsonb_build_object('id', y.id, 'name', y.name))
  from planting_report p join tree_type y on y.id = p.tree_type_id where p.task_id = ${task}
  union all
  select 'report_deleted', l.id, l.at, ${name("l.actor_id")}, jsonb_build_object('count', l.change -> 'count')
  from audit_log l where l.resource = 'planttreetaskreport' and l.action = 'delete'
    and l.change -> 'task' = to_jsonb(${task}::int)
  union all
  select 'photo', f.report_id::int8, f.sent_at, ${name("p.created_by")},
    jsonb_build_object('tree_type', jsonb_build_object('id', y.id, 'name', y.name))
  from planting_photo f join planting_report p on p.id = f.report_id
  join tree_type y on y.id = p.tree_type_id where p.task_id = ${task}`;

const visits = (task: number) => sql`
  select 'visit_asked', v.id::int8, v.created_at, ${name("v.created_by")}, jsonb_build_object('text', v.purpose)
  from survival_visit v where v.task_id = ${task} and v.year is null
  union all
  select 'plots_drawn', d.id::int8, d.drawn_at, ${name("d.drawn_by")},
    jsonb_build_object('count', d.plot_count, 'year', v.year, 'text', d.reason)
  from survival_draw d join survival_visit v on v.id = d.visit_id where v.task_id = ${task}
  union all
  select 'visit_ended', v.id::int8, v.finished_at, ${name("v.finished_by")},
    jsonb_build_object('year', v.year, 'text', v.reason)
  from survival_visit v where v.task_id = ${task} and v.finished_at is not null and v.state = 'done'`;

const comments = (task: number) => sql`
  select 'comment', c.id::int8, c.created_at, c.author, jsonb_build_object('text', c.body)
  from task_comment c where c.task_id = ${task} and c.deleted_at is null`;

const replantings = (actor: Actor, task: number) => sql`
  select 'replanting', t.id::int8, t.created_at, ${name("t.created_by")}, jsonb_build_object('count', t.id)
  from planting_task t join garden g on g.id = t.garden_id
  where t.replaces_id = ${task} and ${tasksVisibleTo(actor)}`;

function events(actor: Actor, task: number): RawBuilder<Row> {
  const parts = [
    stepsAndPlan(task),
    ...(may(actor, "planttreetaskreport", "view") ? [report(task)] : []),
    visits(task),
    comments(task),
    replantings(actor, task),
  ];
  return sql<Row>`(${sql.join(parts, sql` union all `)})`;
}

/** `@[7]` as the person's name. */
async function named(db: Db, rows: readonly Row[]): Promise<Map<number, string>> {
  const said = rows.filter(({ kind }) => kind === "comment");
  const people = await listMentioned(
    db,
    said.map(({ id }) => Number(id)),
  );
  return new Map(
    said.map(({ id, facts }) => {
      const whom = people.get(Number(id)) ?? [];
      const text = whom.reduce(
        (rest, person) => rest.replaceAll(`@[${person.id}]`, `@${person.name}`),
        facts.text ?? "",
      );
      return [Number(id), text];
    }),
  );
}

const nothing = {
  ...{ from: null, to: null, text: "", tree_type: null, count: null },
  ...{ changed: [], year: null },
} satisfies Facts;

/** Page of events of a task that the actor sees, newest first, and how many there are. */
export async function listTimeline(
  db: Db,
  actor: Actor,
  task: number,
  query: { page: number; page_size: number },
): Promise<{ count: number; rows: TimelineEvent[] }> {
  const all = events(actor, task);
  const { limit, offset } = slice(query);
  const [counted, page] = await Promise.all([
    sql<{ n: number }>`select count(*)::int as n from ${all} e`.execute(db),
    sql<Row>`select * from ${all} e order by at desc, kind, id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
  ]);
  const texts = await named(db, page.rows);
  return {
    count: counted.rows[0]?.n ?? 0,
    rows: page.rows.map(({ kind, id, at, by, facts }) => ({
      ...nothing,
      ...facts,
      ...(kind === "comment" && { text: texts.get(Number(id)) ?? "" }),
      key: `${kind}-${id}`,
      ...{ kind, at: at.toISOString(), by },
    })),
  };
}
