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

/** Degrees of longitude that are as far as `m` says at most, where the device's surroundings are nearest to a pole. */
const degreesEast = (a: string) => sql`m.radius_km / (${degreeKm}::float8
  * greatest(0.01, cosd(least(89.0, abs(${sql.ref(`${a}.latitude`)}) + m.radius_km / ${degreeKm}::float8))))`;

/**
 * Over devices `a` and `b` and the widest of all rules `m`: of one kind, within its reach. No
 * device has neighbours across the antimeridian. How far they are apart is computed once, whatever they measure.
 */
const isNear = (a: string, b: string) => sql`${sql.ref(`${b}.type`)} = ${sql.ref(`${a}.type`)}
  and ${sql.ref(`${b}.latitude`)} between ${sql.ref(`${a}.latitude`)} - m.radius_km / ${degreeKm}::float8
    and ${sql.ref(`${a}.latitude`)} + m.radius_km / ${degreeKm}::float8
  and ${sql.ref(`${b}.longitude`)} between ${sql.ref(`${a}.longitude`)} - ${degreesEast(a)}
    and ${sql.ref(`${a}.longitude`)} + ${degreesEast(a)}
  and ${between(a, b)} <= m.radius_km`;

/**
 * Over devices `a` and `b` with their gardens `ga` and `gb`: whoever keeps the one keeps the other. Of an organization, or
 * of none and in one district.
 */
const isKeptAlike = sql`(ga.ministry_id is not distinct from gb.ministry_id
  and (ga.ministry_id is not null or a.district_id is not distinct from b.district_id))`;

/**
 * Lists devices of which what came may change what the rule says: those that have sent and those around them. Where altitude
 * plays a part, devices without one are left out, and so is a device around them that has a turn of its own. Neighbours are
 * those of one keeper; where these are too few, all of them, and what they say only asks: nobody sets aside what others
 * measure by putting devices around it.
 */
export async function listNeighbourPairs(
  db: Db,
  due: readonly Pick<QualityDue, "device_id" | "since">[],
  { rules = rulesOn, waiting = waitingNow }: NeighbourOptions = {},
): Promise<NeighbourPair[]> {
  const devices = due.map(({ device_id }) => device_id);
  const { rows } = await sql<NeighbourPair>`
    with r as materialized (${rules}), m as materialized (select max(radius_km) as radius_km from r),
    waiting as materialized (select device_id, min(since) as since from (${waiting}) q
      where device_id <> all(${devices}::int[]) group by device_id),
    around as (
      select a.id, r.parameter, min(a.since) as since
      from unnest(${devices}::int[],
          ${due.map(({ since }) => since.toISOString())}::timestamptz[]) as d (id, since)
      join device v on v.id = d.id cross join m
      cross join lateral (select b.id, num_nulls(v.altitude_m, b.altitude_m) = 0 as has_altitudes,
          ${between("v", "b")} as km, v.id as own_id, d.since
        from device b where ${isNear("v", "b")} offset 0) a
      join r on a.km <= r.radius_km and (r.altitude_m is null or a.has_altitudes)
      join reading_latest l on l.device_id = a.own_id and l.parameter = r.parameter
      join reading_latest k on k.device_id = a.id and k.parameter = r.parameter
      where not exists (select from waiting w where w.device_id = a.id
          and date_trunc('hour', w.since, 'UTC') <= date_trunc('hour', a.since, 'UTC'))
      group by a.id, r.parameter
    ),
    asked as (select id, array_agg(parameter) as parameters, array_agg(since) as sinces from around group by id),
    compared as (
      select a.id, o.parameter, o.since, b.id as other_id, b.km, ${isKeptAlike} as is_kept_alike,
        count(*) filter (where ${isKeptAlike}) over (partition by a.id, o.parameter) as kept_alike,
        case when r.altitude_m is null then 0
          else coalesce(r.per_km, 0) * (a.altitude_m - b.altitude_m) / 1000 end as shift,
        greatest(a.placed_on, b.placed_on) as day
      from asked u join device a on a.id = u.id cross join m
      cross join lateral (select b.id, b.altitude_m, b.placed_on, b.garden_id, b.district_id,
          ${between("a", "b")} as km from device b where b.id <> a.id and ${isNear("a", "b")} offset 0) b
      left join garden ga on ga.id = a.garden_id left join garden gb on gb.id = b.garden_id
      cross join lateral unnest(u.parameters, u.sinces) as o (parameter, since)
      join r on r.parameter = o.parameter and b.km <= r.radius_km
        and (r.altitude_m is null or abs(a.altitude_m - b.altitude_m) <= r.altitude_m)
      where exists (select from reading_latest k where k.device_id = b.id and k.parameter = o.parameter)
    ),
    ranked as (select *, row_number() over (partition by id, parameter order by km, other_id) as place
      from compared where is_kept_alike or kept_alike < ${neighboursMin}),
    n as (select id, parameter, since, bool_and(is_kept_alike) as are_kept_alike,
        array_agg(other_id order by place) as ids, array_agg(shift order by place) as shifts,
        array_agg(coalesce(extract(epoch from programme_midnight(day)) * 1000, 0)::float8 order by place)
          as from_places
      from ranked where place <= ${neighboursMax} group by id, parameter, since
      having count(*) >= ${neighboursMin})
    select 'neighbours' as kind, r.suspect_at, case when n.are_kept_alike then r.fail_at end as fail_at,
      0 as tolerance, r.factor, a.id as device_id, a.interval_minutes, a.soil_texture as texture,
      p.key as parameter, p.id as parameter_id, true as may_tell, n.since, n.ids as neighbours, n.shifts, n.from_places
    from n join r on r.parameter = n.parameter join device a on a.id = n.id join parameter p on p.id = n.parameter
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

/** An hour of a series as it was sent. */
interface SentHour {
  device_id: number;
  parameter: number;
  hour: Date;
  mean: number;
  low: number;
  high: number;
}

const seriesKey = (device: number, parameter: number) => `${device} ${parameter}`;

/** Reads hours of the devices and of those around them, each series once, by its index, by moment. */
async function readHours(db: Db, asked: readonly AskedHours[]) {
  const wanted = new Map<string, { device: number; parameter: number; from: number }>();
  for (const { pair, from } of asked)
    for (const device of [pair.device_id, ...pair.neighbours]) {
      const key = seriesKey(device, pair.parameter_id);
      const before = wanted.get(key)?.from ?? from;
      wanted.set(key, { device, parameter: pair.parameter_id, from: Math.min(before, from) });
    }
  const series = [...wanted.values()];
  const { rows } = await sql<SentHour>`
    select w.device_id, w.parameter, o.* from unnest(${series.map(({ device }) => device)}::int[],
        ${series.map(({ parameter }) => parameter)}::smallint[],
        ${series.map(({ from }) => new Date(from).toISOString())}::timestamptz[]) as w (device_id, parameter, since)
    cross join lateral (
      select hour, sum(total) / sum(n) as mean, min(low) as low, max(high) as high from (
        select h.hour, h.total, h.n, h.low::float8, h.high::float8 from reading_hour h
        where h.device_id = w.device_id and h.parameter = w.parameter and h.hour >= w.since
        union all
        select date_trunc('hour', f.ts, 'UTC'), f.value::real, 1, f.value::real, f.value::real
        from reading_fault_corrected f
        where f.device_id = w.device_id and f.parameter = w.parameter and f.ts >= w.since
          and exists (select from bad_interval i where i.id = f.bad_interval and i.by_rule)) one
      group by hour) o`.execute(db);
  const found = new Map<string, Map<number, SentHour>>();
  for (const row of rows) {
    const key = seriesKey(row.device_id, row.parameter);
    const hours = found.get(key) ?? new Map<number, SentHour>();
    found.set(key, hours.set(row.hour.getTime(), row));
  }
  return (device: number, parameter: number) => found.get(seriesKey(device, parameter));
}

/** Median of numbers, which are put in order. */
function medianOf(list: number[]): number {
  list.sort((a, b) => a - b);
  const upper = list[list.length >> 1] ?? Number.NaN;
  return list.length % 2 === 1 ? upper : ((list[list.length / 2 - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * Lists hours in which a value of a device lies farther from the median of its neighbours than the rule lets it. Hours are
 * as they were sent: with what rules have set aside, so that no verdict hangs on another one, and without what people have.
 * They are compared here: the database, which cannot foresee how many there are, joins each hour with all others.
 */
export async function listDepartures(db: Db, asked: readonly AskedHours[]): Promise<Departure[]> {
  const hoursOf = await readHours(db, asked);
  return asked.flatMap(({ pair, from }, n) => {
    const around = pair.neighbours.flatMap((id, place) => {
      const hours = hoursOf(id, pair.parameter_id);
      return hours
        ? [{ hours, shift: pair.shifts[place] ?? 0, from: pair.from_places[place] ?? 0 }]
        : [];
    });
    const own = [...(hoursOf(pair.device_id, pair.parameter_id)?.entries() ?? [])]
      .filter(([at]) => at >= from)
      .sort(([a], [b]) => a - b);
    return own.flatMap(([at, { hour, low, high }]): Departure[] => {
      const values = around.flatMap((one) => {
        const mean = one.from <= at ? one.hours.get(at)?.mean : undefined;
        return mean === undefined ? [] : [mean + one.shift];
      });
      if (values.length < neighboursMin) return [];
      const middle = medianOf(values);
      const farthest = Math.max(middle - low, high - middle);
      // Most hours are near: their spread says no more.
      if (farthest <= pair.suspect_at) return [];
      const spread = robust * medianOf(values.map((value) => Math.abs(value - middle)));
      return farthest > pair.factor * spread ? [{ n, hour, middle, spread }] : [];
    });
  });
}
