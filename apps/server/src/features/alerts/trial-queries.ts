/** Devices on which a rule is tried: those within the actor's scope, and of them those that may have anything to tell. */
import type { AlertCondition } from "@nihol/contract/sensors/alert-rules";
import { silentAfterIntervals } from "@nihol/contract/values/devices";
import type { Db } from "@nihol/db/connection";
import { devicePlace } from "@nihol/policies/sees";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { visibleTo } from "../../policies/scope.ts";

export interface TriedSeries {
  device_id: number;
  name: string;
  interval_minutes: number;
  parameter: string;
  unit: string | null;
  /** Of a silent device: the hour of its last value before the trial, and its newest value. Else null. */
  hour_before: Date | null;
  last_at: Date | null;
}

const about = ({ device_type, garden, device }: AlertCondition, actor: Actor) =>
  sql<SqlBool>`(v.type = ${device_type} and not v.retired and ${visibleTo(actor, devicePlace)}
    and (${garden}::int is null or v.garden_id = ${garden}) and (${device}::int is null or v.id = ${device}))`;

/** Number of devices that the rule is about. */
export async function countTried(db: Db, actor: Actor, condition: AlertCondition) {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from device v where ${about(condition, actor)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Hours of the roll-up, and faults, say which series need no reading at all: those that a rule reads, from before the
 * first day, where what it measures a change from may lie. Over `v` and `p`.
 */
function mayTell({ kind, limit, minutes }: AlertCondition, first: Date): RawBuilder<SqlBool> {
  if (kind === "silent") return sql`true`;
  const from = sql`(${first}::timestamptz - interval '1 minute'
    * (${minutes} + greatest(${minutes}, ${silentAfterIntervals} * v.interval_minutes)))`;
  if (kind === "faulty")
    return sql`exists (select from reading_fault f
      where f.device_id = v.id and f.parameter = p.id and f.ts >= ${from}
        and f.bad_interval is null)`;
  const hours = sql`from reading_hour h where h.device_id = v.id and h.parameter = p.id
    and h.hour >= date_trunc('hour', ${from}, 'UTC')`;
  if (kind === "above") return sql`exists (select ${hours} and h.high > ${limit}::float8)`;
  if (kind === "below") return sql`exists (select ${hours} and h.low < ${limit}::float8)`;
  return sql`(select max(h.high) - min(h.low) ${hours}) >= ${limit}::float8`;
}

/** The series that are to be read, `limit` at most. */
export async function listTried(
  db: Db,
  actor: Actor,
  condition: AlertCondition,
  from: Date,
  limit: number,
): Promise<TriedSeries[]> {
  const { kind, parameter } = condition;
  const series =
    kind === "silent"
      ? sql`select 0 as id, '' as key, null::text as unit, max(h.hour) as hour_before, max(l.ts) as last_at
          from reading_latest l left join lateral (select hour from reading_hour h
            where h.device_id = v.id and h.parameter = l.parameter
              and h.hour < date_trunc('hour', ${from}::timestamptz, 'UTC') order by hour desc limit 1) h on true
          where l.device_id = v.id having count(*) > 0`
      : sql`select m.id, m.key, m.unit, null::timestamptz as hour_before, null::timestamptz as last_at
          from reading_latest l join parameter m on m.id = l.parameter
          where l.device_id = v.id and (${parameter}::text is null or m.key = ${parameter})`;
  const { rows } = await sql<TriedSeries>`
    select v.id as device_id, v.name, v.interval_minutes, p.key as parameter, p.unit, p.hour_before, p.last_at
    from device v cross join lateral (${series}) p
    where ${about(condition, actor)} and ${mayTell(condition, from)}
    order by v.id, p.key limit ${limit}`.execute(db);
  return rows;
}
