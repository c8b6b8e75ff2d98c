/** Statements of the rule that compares a device with those around it: who they are, and the hours in which it departs. */
import type { Db } from "@nihol/db/connection";
import { type RawBuilder, sql } from "kysely";
import type { QualityDue, QualityPair } from "./quality-rows.ts";

/** Fewer neighbours than these cannot say which of two is wrong. */
const neighboursMin = 3;
/** The nearest are asked. */
const neighboursMax = 20;
/** Median deviation of values that are spread normally, as part of their standard deviation. */
const robust = 1.4826;
/** Kilometres of a degree of latitude, and the Earth's radius. */
const degreeKm = 111.19;
const earthKm = 6371;

/** Numbers of a rule that says who is compared. */
export interface NeighbourNumbers {
  suspect_at: number;
  fail_at: number | null;
  radius_km: number | null;
  factor: number | null;
  altitude_m: number | null;
  per_km: number | null;
}

/** A device under the rule, with its neighbours as three lists of one length. */
export interface NeighbourPair extends QualityPair {
  factor: number;
  /** The first moment at which it, or one of those around it, has sent something new. */
  since: Date;
  neighbours: number[];
  /** Difference by which their values are to be read, because they stand higher or lower. */
  shifts: number[];
  /** From when on both stand where they stand, milliseconds since 1970. */
  from_places: number[];
}

const rulesOn = sql`select parameter, suspect_at, fail_at, radius_km, factor, altitude_m, per_km
  from quality_rule where kind = 'neighbours' and enabled`;

/** The rule of a parameter with other numbers, for a trial. */
const triedRule = (parameter: string, one: NeighbourNumbers) => sql`
  select p.id as parameter, ${one.suspect_at}::float8 as suspect_at, ${one.fail_at}::float8 as fail_at,
    ${one.radius_km}::float8 as radius_km, ${one.factor}::float8 as factor,
    ${one.altitude_m}::float8 as altitude_m, ${one.per_km}::float8 as per_km
  from parameter p where p.key = ${parameter}`;

/** Devices that are looked at from a moment on in a turn of their own, which reads what those around them sent too. */
const waitingNow = sql`select device_id, since from quality_due`;

interface NeighbourOptions {
  rules?: RawBuilder<unknown>;
  waiting?: RawBuilder<unknown>;
}

/** Of a trial: a rule with other numbers, and nobody waits for another turn. */
export const trialOf = (parameter: string, numbers: NeighbourNumbers): NeighbourOptions => ({
  rules: triedRule(parameter, numbers),
  waiting: sql`select null::int as device_id, null::timestamptz as since where false`,
});

/** Kilometres between two devices on a sphere (haversine). */
const between = (a: string, b: string) => {
  const of = (alias: string, name: string) => sql.ref(`${alias}.${name}`);
  const half = (name: string) => sql`power(sind((${of(a, name)} - ${of(b, name)}) / 2), 2)`;
  return sql`2 * ${earthKm} * asin(sqrt(least(1, ${half("latitude")}
    + cosd(${of(a, "latitude")}) * cosd(${of(b, "latitude")}) * ${half("longitude")})))`;
};

/** Degrees of longitude that are as far as the rule `r` says at most, where the device's surroundings are nearest to a pole. */
const degreesEast = (a: string) => sql`r.radius_km / (${degreeKm}::float8
  * greatest(0.01, cosd(least(89.0, abs(${sql.ref(`${a}.latitude`)}) + r.radius_km / ${degreeKm}::float8))))`;

/**
 * Over devices `a` and `b` and a rule `r`: of one kind, and no farther apart than it says. The index goes by latitude; no
 * device has neighbours across the antimeridian.
 */
const isNear = (a: string, b: string) => sql`${sql.ref(`${b}.type`)} = ${sql.ref(`${a}.type`)}
  and ${sql.ref(`${b}.latitude`)} between ${sql.ref(`${a}.latitude`)} - r.radius_km / ${degreeKm}::float8
    and ${sql.ref(`${a}.latitude`)} + r.radius_km / ${degreeKm}::float8
  and abs(${sql.ref(`${b}.longitude`)} - ${sql.ref(`${a}.longitude`)}) <= ${degreesEast(a)}
  and ${between(a, b)} <= r.radius_km`;

/**
 * Lists devices of which what came may change what the rule says: those that have sent and those around them. Where altitude
 * plays a part, devices without one are left out, and so is a device around them that has a turn of its own.
 */
export async function listNeighbourPairs(
  db: Db,
  due: readonly Pick<QualityDue, "device_id" | "since">[],
  { rules = rulesOn, waiting = waitingNow }: NeighbourOptions = {},
): Promise<NeighbourPair[]> {
  const devices = due.map(({ device_id }) => device_id);
  const { rows } = await sql<NeighbourPair>`
    with r as materialized (${rules}),
    waiting as materialized (select device_id, min(since) as since from (${waiting}) q
      where device_id <> all(${devices}::int[]) group by device_id),
    around as (
      select a.id, r.parameter, min(d.since) as since
      from unnest(${devices}::int[],
          ${due.map(({ since }) => since.toISOString())}::timestamptz[]) as d (id, since)
      join device v on v.id = d.id cross join r
      join reading_latest l on l.device_id = v.id and l.parameter = r.parameter
      join device a on ${isNear("v", "a")}
      join reading_latest k on k.device_id = a.id and k.parameter = r.parameter
      where (r.altitude_m is null or (v.altitude_m is not null and a.altitude_m is not null))
        and not exists (select from waiting w where w.device_id = a.id
          and date_trunc('hour', w.since, 'UTC') <= date_trunc('hour', d.since, 'UTC'))
      group by a.id, r.parameter
    )
    select 'neighbours' as kind, r.suspect_at, r.fail_at, 0 as tolerance, r.factor, a.id as device_id,
      a.interval_minutes, a.soil_texture as texture, p.key as parameter, p.id as parameter_id, true as may_tell,
      o.since, n.ids as neighbours, n.shifts, n.from_places
    from around o join r on r.parameter = o.parameter join device a on a.id = o.id
    join parameter p on p.id = o.parameter
    cross join lateral (
      select array_agg(m.id) as ids, array_agg(m.shift) as shifts, array_agg(m.from_place) as from_places
      from (select b.id, case when r.altitude_m is null then 0
          else coalesce(r.per_km, 0) * (a.altitude_m - b.altitude_m) / 1000 end as shift,
          coalesce(extract(epoch from programme_midnight(greatest(a.placed_on, b.placed_on))) * 1000, 0)::float8
            as from_place
        from device b join reading_latest k on k.device_id = b.id and k.parameter = r.parameter
        where b.id <> a.id and ${isNear("a", "b")}
          and (r.altitude_m is null or abs(a.altitude_m - b.altitude_m) <= r.altitude_m)
        order by ${between("a", "b")}, b.id limit ${neighboursMax}) m) n
    where cardinality(n.ids) >= ${neighboursMin}
    order by a.id, p.id`.execute(db);
  return rows;
}

/** An hour in which a device departs from its neighbours: their median, and their spread as a standard deviation. */
export interface Departure {
  /** Place of the pair among those that were asked. */
  n: number;
  hour: Date;
  middle: number;
  spread: number;
}

/** A device of which hours are asked for, from a moment on. */
interface AskedHours {
  pair: NeighbourPair;
  /** Milliseconds since 1970. */
  from: number;
}

/**
 * Lists hours in which a value of a device lies farther from the median of its neighbours than the rule lets it. Hours are
 * as they were sent: with what rules have set aside, so that no verdict hangs on another one, and without what people have.
 */
export async function listDepartures(db: Db, asked: readonly AskedHours[]): Promise<Departure[]> {
  const pairs = asked.map(({ pair }) => pair);
  const near = pairs.flatMap(({ neighbours, shifts, from_places }, n) =>
    neighbours.map((id, place) => ({
      n: n + 1,
      id,
      shift: shifts[place] ?? 0,
      from: new Date(from_places[place] ?? 0).toISOString(),
    })),
  );
  const { rows } = await sql<Departure>`
    with pair as materialized (select * from unnest(${pairs.map((one) => one.device_id)}::int[],
        ${pairs.map((one) => one.parameter_id)}::smallint[],
        ${asked.map(({ from }) => new Date(from).toISOString())}::timestamptz[],
        ${pairs.map((one) => one.suspect_at)}::float8[], ${pairs.map((one) => one.factor)}::float8[])
        with ordinality as p (device_id, parameter, since, suspect_at, factor, n)),
    near as materialized (select * from unnest(${near.map(({ n }) => n)}::int[], ${near.map(({ id }) => id)}::int[],
        ${near.map(({ shift }) => shift)}::float8[], ${near.map(({ from }) => from)}::timestamptz[])
        as q (n, id, shift, from_place)),
    wanted as (select device_id, parameter, min(since) as since from (
        select device_id, parameter, since from pair
        union all select q.id, p.parameter, p.since from near q join pair p on p.n = q.n) w group by 1, 2),
    hours as materialized (
      select device_id, parameter, hour, sum(total) / sum(n) as mean, min(low) as low, max(high) as high from (
        select h.device_id, h.parameter, h.hour, h.total, h.n, h.low::float8, h.high::float8
        from wanted w join reading_hour h on h.device_id = w.device_id and h.parameter = w.parameter
          and h.hour >= w.since
        union all
        select f.device_id, f.parameter, date_trunc('hour', f.ts, 'UTC'), f.value::real, 1, f.value::real, f.value::real
        from wanted w join reading_fault_corrected f on f.device_id = w.device_id and f.parameter = w.parameter
          and f.ts >= w.since
        where exists (select from bad_interval i where i.id = f.bad_interval and i.by_rule)) one
      group by 1, 2, 3),
    middles as (
      select p.n, p.suspect_at, p.factor, o.hour, o.low, o.high,
        percentile_cont(0.5) within group (order by h.mean + q.shift) as middle,
        array_agg(h.mean + q.shift) as vals
      from pair p join hours o on o.device_id = p.device_id and o.parameter = p.parameter and o.hour >= p.since
      join near q on q.n = p.n and q.from_place <= o.hour
      join hours h on h.device_id = q.id and h.parameter = p.parameter and h.hour = o.hour
      group by 1, 2, 3, 4, 5, 6 having count(*) >= ${neighboursMin})
    select n::int, hour, middle, spread from (
      select m.*, ${robust}::float8 * (select percentile_cont(0.5) within group (order by abs(v - m.middle))
        from unnest(m.vals) v) as spread from middles m) s
    where greatest(middle - low, high - middle) > greatest(suspect_at, factor * spread)
    order by n, hour`.execute(db);
  return rows.map((row) => ({ ...row, n: row.n - 1 }));
}
