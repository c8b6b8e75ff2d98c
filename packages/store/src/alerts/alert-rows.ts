/** Statements over alerts: which rules are about which devices, what is due, and what evaluation writes. */
import type { DeviceType } from "@nihol/contract/values/devices";
import type { AlertKind, AlertSeverity } from "@nihol/contract/values/sensors/alerts";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Episode, Standing } from "./evaluate-series.ts";

/** Over `alert_rule as r` and `device as v`: the rule is about the device. */
export const isAbout = sql<SqlBool>`(r.device_type = v.type and not v.retired
  and (r.garden_id is null or r.garden_id = v.garden_id) and (r.device_id is null or r.device_id = v.id))`;

/** A rule, and a series that it is about. */
export interface RulePair {
  rule_id: number;
  name: string;
  kind: AlertKind;
  severity: AlertSeverity;
  limit_value: number | null;
  minutes: number;
  enabled_at: Date;
  device_id: number;
  interval_minutes: number;
  /** Key; empty for a silent device. */
  parameter: string;
  /** The newest reading of the device. */
  last_at: Date | null;
  /** The moment since which rules look at the device anew; null where that is since it was made. */
  ruled_since: Date | null;
  /**
   * End of its last alert by a change of the rule or the device, or the change of the device if that was later, where
   * nothing else is known of it; else null.
   */
  ended_at: Date | null;
  standing: Standing | null;
}

interface PairRow extends Omit<RulePair, "standing"> {
  seen_at: Date | null;
  out_since: Date | null;
  back_since: Date | null;
  worst: number | null;
  is_active: boolean | null;
}

/**
 * Every rule that is on with each series of these devices that it is about, and what is known of it. Nothing is locked:
 * who reads a long series keeps nobody from changing a rule. `holdPairs` says before the writing what was changed.
 */
export async function listPairs(db: Db, devices: readonly number[]): Promise<RulePair[]> {
  const { rows } = await sql<PairRow>`
    select r.id as rule_id, r.name, r.kind, r.severity, r.limit_value, r.minutes, r.enabled_at,
      v.id as device_id, v.interval_minutes, p.key as parameter,
      (select max(l.ts) from reading_latest l where l.device_id = v.id) as last_at, v.ruled_since,
      case when s.seen_at is null then greatest(v.ruled_since, (select max(e.cleared_at) from alert e
        where e.rule_id = r.id and e.device_id = v.id and e.parameter is not distinct from nullif(p.key, '')
          and e.cleared_how in ('rule', 'device'))) end as ended_at,
      s.seen_at, s.out_since, s.back_since, s.worst, s.is_active
    from device v join alert_rule r on r.enabled_at is not null and ${isAbout}
    cross join lateral (
      select '' as key where r.kind = 'silent'
      union all select m.key from reading_latest l join parameter m on m.id = l.parameter
        where r.kind <> 'silent' and l.device_id = v.id and (r.parameter is null or r.parameter = m.key)) p
    left join alert_state s on s.rule_id = r.id and s.device_id = v.id and s.parameter = p.key
    where v.id = any(${[...devices]}::int[])
    order by v.id, p.key, r.id`.execute(db);
  return rows.map(({ seen_at, out_since, back_since, worst, is_active, ...pair }) => ({
    ...pair,
    standing: seen_at && {
      seenAt: seen_at.getTime(),
      outSince: out_since?.getTime() ?? null,
      backSince: back_since?.getTime() ?? null,
      worst,
      isActive: is_active === true,
    },
  }));
}

/**
 * Holds rules and devices until the end of the transaction; returns the pairs that ask the same as when they were read.
 * What is evaluated by an old rule may not be written over a new one. Devices come first, as where one is deleted with
 * its rules.
 */
export async function holdPairs<P extends RulePair>(
  db: Db,
  pairs: readonly P[],
): Promise<ReadonlySet<P>> {
  const devices = [...new Set(pairs.map(({ device_id }) => device_id))];
  type Ruled = Pick<RulePair, "ruled_since"> & { id: number };
  const { rows: there } = await sql<Ruled>`select id, ruled_since from device
    where id = any(${devices}::int[]) order by id for key share`.execute(db);
  const rules = [...new Set(pairs.map(({ rule_id }) => rule_id))];
  const { rows: on } = await sql<{
    id: number;
    enabled_at: Date;
  }>`select id, enabled_at from alert_rule
    where id = any(${rules}::int[]) and enabled_at is not null order by id for share`.execute(db);
  const known = new Map(there.map(({ id, ruled_since }) => [id, Number(ruled_since)]));
  const since = new Map(on.map(({ id, enabled_at }) => [id, enabled_at.getTime()]));
  return new Set(
    pairs.filter(
      ({ device_id, ruled_since, rule_id, enabled_at }) =>
        known.get(device_id) === Number(ruled_since) && since.get(rule_id) === enabled_at.getTime(),
    ),
  );
}

/** Devices but some whose readings came, with the first of their moments, and the rows that say so. */
export async function takeDue(db: Db, limit: number, except: readonly number[]) {
  const { rows } = await sql<{ device_id: number; since: Date; ids: string[] }>`
    with first as (select device_id from (select id, device_id from alert_due where device_id <> all(${[...except]}::int[])
      order by id limit 20000) f group by device_id order by min(id) limit ${limit})
    select d.device_id, min(d.since) as since, array_agg(d.id::text) as ids
    from alert_due d join first using (device_id) group by d.device_id`.execute(db);
  return rows;
}

export async function deleteDue(db: Db, ids: readonly string[]) {
  await sql`delete from alert_due where id = any(${[...ids]}::bigint[])`.execute(db);
}

export async function insertDue(db: Db, rows: readonly { device_id: number; since: number }[]) {
  if (rows.length === 0) return;
  await sql`insert into alert_due (device_id, since)
    select * from unnest(${rows.map(({ device_id }) => device_id)}::int[],
      ${rows.map(({ since }) => new Date(since).toISOString())}::timestamptz[])`.execute(db);
}

/**
 * Forgets what rules know of a device that was changed, but of those that are about it before and after: a rule that it
 * comes back to begins anew, and says nothing of the time between. Active alerts are ended by the next pass.
 * @param before the device as it was
 */
export async function forgetDevice(
  db: Db,
  id: number,
  before: { type: DeviceType; garden_id: number | null; retired: boolean },
) {
  await sql`delete from alert_state s using alert_rule r, device v
    where s.device_id = ${id} and v.id = s.device_id and r.id = s.rule_id
      and not (${isAbout} and r.device_type = ${before.type} and not ${before.retired}::boolean
        and (r.garden_id is null or r.garden_id is not distinct from ${before.garden_id}::int))
      and not exists (select from alert a where a.rule_id = s.rule_id and a.device_id = s.device_id
        and a.parameter is not distinct from nullif(s.parameter, '') and a.cleared_at is null)`.execute(
    db,
  );
}

/**
 * Has rules begin now that were switched on after now: the clock was set back, and they would see nothing until it has
 * come there again. Clocks of several servers are a minute apart at most.
 */
export async function beginRules(db: Db, now: Date) {
  await sql`update alert_rule set enabled_at = ${now}::timestamptz
    where enabled_at > ${now}::timestamptz + interval '1 minute'`.execute(db);
  await sql`update device set ruled_since = ${now}::timestamptz
    where ruled_since > ${now}::timestamptz + interval '1 minute'`.execute(db);
}

/** Has a rule look at each of its devices that has ever sent: it was switched on. */
export async function insertRuleDue(db: Db, rule: number) {
  await sql`insert into alert_due (device_id, since)
    select v.id, r.enabled_at from alert_rule r join device v on ${isAbout}
    where r.id = ${rule} and r.enabled_at is not null
      and exists (select from reading_latest l where l.device_id = v.id)`.execute(db);
}

/** Devices of which a rule may say now that they are silent. */
export async function silentDevices(db: Db, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct v.id from alert_rule r join device v on ${isAbout}
    cross join lateral (select max(l.ts) as last from reading_latest l where l.device_id = v.id) n
    left join alert_state s on s.rule_id = r.id and s.device_id = v.id and s.parameter = ''
    where r.kind = 'silent' and r.enabled_at is not null and not coalesce(s.is_active, false)
      and n.last < ${now}::timestamptz - r.minutes * interval '1 minute'
    order by v.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Devices with a value that no rule has read though one is about it: what a lost row would leave behind. */
export async function missedDevices(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct v.id from alert_rule r join device v on ${isAbout}
    join reading_latest l on l.device_id = v.id
    join parameter m on m.id = l.parameter and (r.parameter is null or r.parameter = m.key)
    left join alert_state s on s.rule_id = r.id and s.device_id = v.id
      and s.parameter = case when r.kind = 'silent' then '' else m.key end
    where r.enabled_at is not null and (r.kind in ('silent', 'faulty') or not l.faulty)
      and (s.seen_at is null or s.seen_at < l.ts)
    order by v.id`.execute(db);
  return rows.map(({ id }) => id);
}

const when = (at: number | null) => at && new Date(at).toISOString();

export async function saveStandings(
  db: Db,
  rows: readonly { pair: RulePair; standing: Standing }[],
) {
  const sent = rows.map(({ pair, standing }) => ({
    rule_id: pair.rule_id,
    device_id: pair.device_id,
    parameter: pair.parameter,
    seen_at: when(standing.seenAt),
    out_since: when(standing.outSince),
    back_since: when(standing.backSince),
    worst: standing.worst,
    is_active: standing.isActive,
  }));
  await sql`insert into alert_state (rule_id, device_id, parameter, seen_at, out_since, back_since, worst, is_active)
    select x.* from jsonb_to_recordset(${json(sent)}::jsonb) as x(rule_id int, device_id int, parameter text,
      seen_at timestamptz, out_since timestamptz, back_since timestamptz, worst float8, is_active boolean)
    on conflict (rule_id, device_id, parameter) do update set seen_at = excluded.seen_at,
      out_since = excluded.out_since, back_since = excluded.back_since, worst = excluded.worst,
      is_active = excluded.is_active`.execute(db);
}

/** Writes alerts, each once; returns how many are new. */
export async function insertAlerts(
  db: Db,
  rows: readonly { pair: RulePair; episode: Episode }[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const sent = rows.map(({ pair, episode }) => ({
    rule_id: pair.rule_id,
    device_id: pair.device_id,
    rule_name: pair.name,
    kind: pair.kind,
    severity: pair.severity,
    parameter: pair.parameter || null,
    limit_value: pair.limit_value,
    minutes: pair.minutes,
    began_at: when(episode.beganAt),
    raised_at: when(episode.raisedAt),
    worst: episode.worst,
    cleared_at: when(episode.clearedAt),
  }));
  const { rows: written } = await sql<{ id: number }>`
    insert into alert (rule_id, device_id, rule_name, kind, severity, parameter, limit_value, minutes, began_at,
      raised_at, worst, cleared_at, cleared_how)
    select x.*, case when x.cleared_at is not null then 'reading' end
    from jsonb_to_recordset(${json(sent)}::jsonb) as x(rule_id int, device_id int, rule_name text, kind text,
      severity text, parameter text, limit_value float8, minutes int, began_at timestamptz, raised_at timestamptz,
      worst float8, cleared_at timestamptz)
    order by x.raised_at, x.rule_id, x.device_id, x.parameter
    on conflict do nothing returning id`.execute(db);
  return written.length;
}

/** The alert of a pair that is active now. */
const activeOf = sql<SqlBool>`a.rule_id = x.rule_id and a.device_id = x.device_id
  and a.parameter is not distinct from nullif(x.parameter, '') and a.cleared_at is null`;

/** Ends active alerts, and keeps what was worst of them; returns those that ended. */
export async function changeActive(
  db: Db,
  rows: readonly { pair: RulePair; clearedAt: number | null; worst: number | null }[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const sent = rows.map(({ pair, clearedAt, worst }) => ({
    rule_id: pair.rule_id,
    device_id: pair.device_id,
    parameter: pair.parameter,
    cleared_at: when(clearedAt),
    worst,
  }));
  const { rows: changed } = await sql<{ id: number; cleared: boolean }>`
    update alert a set worst = coalesce(x.worst, a.worst), cleared_at = x.cleared_at,
      cleared_how = case when x.cleared_at is not null then 'reading' end
    from jsonb_to_recordset(${json(sent)}::jsonb) as x(rule_id int, device_id int, parameter text,
      cleared_at timestamptz, worst float8)
    where ${activeOf} returning a.id, a.cleared_at is not null as cleared`.execute(db);
  return changed.filter(({ cleared }) => cleared).map(({ id }) => id);
}

/** Of a pair's alerts since its rule was switched on, the one that overlaps a time; undefined for none. */
export async function findOverlap(
  db: Db,
  pair: RulePair,
  episode: Pick<Episode, "beganAt" | "clearedAt">,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select a.id from alert a where a.rule_id = ${pair.rule_id} and a.device_id = ${pair.device_id}
      and a.parameter is not distinct from nullif(${pair.parameter}, '')
      and (a.cleared_how is null or a.cleared_how in ('reading', 'person') and a.cleared_at >= ${pair.enabled_at})
      and a.began_at <= coalesce(${when(episode.clearedAt)}::timestamptz, 'infinity')
      and coalesce(a.cleared_at, 'infinity') >= ${when(episode.beganAt)}::timestamptz
    order by a.began_at limit 1`.execute(db);
  return rows[0]?.id;
}

/** Has alerts begin no later than a moment, from now on. */
export async function widenAlerts(db: Db, rows: readonly { id: number; beganAt: number }[]) {
  if (rows.length === 0) return;
  await sql`update alert a set began_at = least(a.began_at, x.began_at)
    from (select id, min(began_at) as began_at from unnest(${rows.map(({ id }) => id)}::int[],
      ${rows.map(({ beganAt }) => when(beganAt))}::timestamptz[]) as t(id, began_at) group by id) x
    where a.id = x.id`.execute(db);
}

/** Locks active alerts of pairs, and others, in the order in which everybody locks alerts. */
export async function lockAlerts(db: Db, pairs: readonly RulePair[], ids: readonly number[]) {
  const sent = pairs.map(({ rule_id, device_id, parameter }) => ({
    rule_id,
    device_id,
    parameter,
  }));
  await sql`select id from alert where id = any(${[...ids]}::int[] || array(
      select a.id from jsonb_to_recordset(${json(sent)}::jsonb) as x(rule_id int, device_id int, parameter text)
      join alert a on ${activeOf}))
    order by id for update`.execute(db);
}

/** Age from which an ended alert is no news: a logger that sends once a day waits as long. */
const newsFor = sql`interval '1 day'`;

/**
 * The end of the last alert of each of these pairs that readings have ended since its rule was switched on, in
 * milliseconds since 1970, by the place in the list; pairs without one are left out.
 */
export async function lastEnds(
  db: Db,
  pairs: readonly RulePair[],
): Promise<ReadonlyMap<number, number>> {
  if (pairs.length === 0) return new Map();
  const sent = pairs.map(({ rule_id, device_id, parameter, enabled_at }, place) => ({
    ...{ place, rule_id, device_id, parameter, enabled_at: enabled_at.toISOString() },
  }));
  const { rows } = await sql<{ place: number; ended_at: Date }>`
    select x.place, max(a.cleared_at) as ended_at
    from jsonb_to_recordset(${json(sent)}::jsonb) as x(place int, rule_id int, device_id int, parameter text,
      enabled_at timestamptz)
    join alert a on a.rule_id = x.rule_id and a.device_id = x.device_id
      and a.parameter is not distinct from nullif(x.parameter, '')
      and a.cleared_how = 'reading' and a.cleared_at >= x.enabled_at
    group by x.place`.execute(db);
  return new Map(rows.map(({ place, ended_at }) => [place, ended_at.getTime()]));
}

/** Over `alert_rule as r` and `h`, the hour of the programme's clock: it tells nobody then. */
const isQuiet = sql<SqlBool>`coalesce(case when r.quiet_from < r.quiet_to
    then h.hour >= r.quiet_from and h.hour < r.quiet_to
    else h.hour >= r.quiet_from or h.hour < r.quiet_to end, false)`;

/**
 * Decides on alerts that wait to be told of, as far as their rules are not quiet now: what has ended in the quiet hours
 * is told to nobody, nor what ended longer than a day ago, as a file or a device that was away brings it; what is more
 * than the day's number of its device waits for another day, as long as it is active. Alerts that somebody else is
 * changing wait for the next pass: nobody waits for them here who holds others. Returns those to tell of.
 */
export async function takeWaiting(
  db: Db,
  now: Date,
): Promise<{ id: number; severity: AlertSeverity }[]> {
  const { rows } = await sql<{ id: number; severity: AlertSeverity; telling: string }>`
    with free as (
      select id from alert where telling in ('waiting', 'quiet') or (telling = 'limit' and cleared_at is null)
      order by id for update skip locked
    ), ready as (
      select a.id, a.telling, r.daily_max, ${isQuiet} as is_quiet, o.is_over,
        row_number() over (partition by a.rule_id, a.device_id, o.is_over order by a.raised_at, a.id) + (
          select count(*) from alert t where t.rule_id = a.rule_id and t.device_id = a.device_id
            and t.notified_at > ${now}::timestamptz - interval '1 day'
            and t.notified_at <= ${now}::timestamptz) as place
      from free join alert a using (id) left join alert_rule r on r.id = a.rule_id
      cross join (select extract(hour from ${now}::timestamptz at time zone programme_zone())::int as hour) h
      cross join lateral (select a.cleared_at is not null
        and (a.telling = 'quiet' or a.cleared_at < ${now}::timestamptz - ${newsFor}) as is_over) o
    ), decided as (
      select id, case when is_quiet then case when telling = 'limit' then telling else 'quiet' end
        when is_over then 'over' when place > daily_max then 'limit'
        else 'told' end as telling
      from ready)
    update alert a set telling = d.telling, notified_at = case when d.telling = 'told' then ${now}::timestamptz end
    from decided d where d.id = a.id and d.telling <> a.telling returning a.id, a.severity, a.telling`.execute(
    db,
  );
  return rows.filter(({ telling }) => telling === "told");
}

/**
 * Ends active alerts of rules that are off, or about the device no more, and of retired devices; returns them. Those that
 * somebody else is changing wait for the next pass.
 */
export async function endUnruled(db: Db, now: Date): Promise<number[]> {
  const none: RawBuilder<SqlBool> = sql`not exists (
    select from alert_rule r where r.id = a.rule_id and r.enabled_at is not null and ${isAbout})`;
  const { rows } = await sql<{ id: number }>`with unruled as (
      select a.id from alert a join device v on v.id = a.device_id
      where a.cleared_at is null and ${none} order by a.id for update of a skip locked),
    ended as (
      update alert a set cleared_at = greatest(a.raised_at, ${now}::timestamptz),
        cleared_how = case when v.retired then 'device' else 'rule' end
      from unruled u, device v where a.id = u.id and v.id = a.device_id
      returning a.id, a.rule_id, a.device_id),
    forgotten as (
      delete from alert_state s using ended where s.rule_id = ended.rule_id and s.device_id = ended.device_id)
    select id from ended`.execute(db);
  return rows.map(({ id }) => id);
}
