/**
 * Notices that nobody's action brings, but time or a device: deadlines that come near or pass, visits that are due,
 * devices that fall silent or measure a value that calls for action. Computed anew each hour; each is sent once.
 */

import { silentAfterIntervals } from "@nihol/contract/values/devices";
import { type NoticeKind, type NoticeSubject, nearDays } from "@nihol/contract/values/notices";
import { plantingStatuses } from "@nihol/contract/values/plant-tree-task-states";
import { openViolationStates } from "@nihol/contract/values/violations";
import type { Db } from "@nihol/db/connection";
import { type RawBuilder, sql } from "kysely";
import { alertRows } from "./device-alerts.ts";
import { notifyOf } from "./notify.ts";

type Rows = RawBuilder<unknown>;

/** Days after which what is past is old news: to nobody who comes later. */
const staleDays = 14;

interface Due {
  kind: NoticeKind;
  subject: NoticeSubject;
  rows: Rows;
}

const tasks = (where: Rows): Rows => sql`
  select k.id, '{}'::jsonb as facts, k.due_date::text as once from planting_task k
  where k.status = any(${[...plantingStatuses]}::text[]) and ${where}`;

const visits = (day: string): Rows => sql`
  select distinct on (s.task_id) s.task_id as id, '{}'::jsonb as facts, s.due_date::text as once
  from survival_visit s join planting_task k on k.id = s.task_id and k.status = 'completed'
  where s.state in ('planned', 'drawn')
    and s.due_date between ${day}::date - ${staleDays}::int and ${day}::date
  order by s.task_id, s.due_date desc`;

const violations = (day: string): Rows => sql`
  select v.id, '{}'::jsonb as facts, v.due_date::text as once from violation v
  where v.state = any(${[...openViolationStates]}::text[])
    and v.due_date between ${day}::date and ${day}::date + ${nearDays}::int`;

/** Devices in service that have sent before, and nothing for three of their intervals. */
const silent = (now: Date): Rows => sql`
  select v.id, jsonb_build_object('since', n.last_at) as facts, n.last_at::text as once
  from device v cross join lateral (
    select max(l.ts) as last_at from reading_latest l where l.device_id = v.id) n
  where not v.retired
    and n.last_at < ${now}::timestamptz - ${silentAfterIntervals}::int * v.interval_minutes * interval '1 minute'
    and n.last_at > ${now}::timestamptz - ${staleDays}::int * interval '1 day'`;

const overdueServices = (day: string): Rows => sql`
  select v.id, jsonb_build_object('due', v.service_due) as facts,
    v.service_kind || ' ' || v.service_due as once
  from device v
  where not v.retired and v.service_due between ${day}::date - ${staleDays}::int and ${day}::date - 1`;

/** Rows of which nobody was told with the same word yet. */
const notYet = ({ kind, subject, rows }: Due): Rows => sql`
  select d.* from (${rows}) d where not exists (select from notice n
    where n.subject = ${sql.lit(subject)} and n.subject_id = d.id and n.kind = ${sql.lit(kind)} and n.once = d.once)`;

/**
 * Tells what is due on a local day (2026-05-14) and at a moment.
 * @returns how many notices were written
 */
export async function notifyDue(db: Db, day: string, now: Date): Promise<number> {
  const all: Due[] = [
    {
      kind: "task_due",
      subject: "task",
      rows: tasks(sql`k.due_date between ${day}::date and ${day}::date + ${nearDays}::int`),
    },
    {
      kind: "task_overdue",
      subject: "task",
      rows: tasks(sql`k.due_date between ${day}::date - ${staleDays}::int and ${day}::date - 1`),
    },
    { kind: "survival_due", subject: "task", rows: visits(day) },
    { kind: "violation_due", subject: "violation", rows: violations(day) },
    { kind: "service_overdue", subject: "device", rows: overdueServices(day) },
    { kind: "device_silent", subject: "device", rows: silent(now) },
    { kind: "device_alert", subject: "device", rows: await alertRows(db, day, now) },
  ];
  let written = 0;
  for (const due of all)
    written += await notifyOf(db, { kind: due.kind, subject: due.subject }, notYet(due));
  return written;
}
