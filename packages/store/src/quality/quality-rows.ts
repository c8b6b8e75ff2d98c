/** Statements over rules of quality: which of them read which series, what waits, and the proposals that stand. */
import { silentAfterIntervals } from "@nihol/contract/values/devices";
import { conversionOf, unitsOf } from "@nihol/contract/values/sensors/column-units";
import { type QualityKind, qualityKinds } from "@nihol/contract/values/sensors/quality";
import type { SoilTexture } from "@nihol/contract/values/sensors/sensor-guidance";
import type { Db } from "@nihol/db/connection";
import { type RawBuilder, sql } from "kysely";
import { type Parameters, rangesFor, unitOf } from "../readings/parameters.ts";
import { flatNoise, type Quality } from "./evaluate-quality.ts";

const MINUTE = 60_000;
/** Shortest time without readings that breaks a series. */
const gapMin = 180;

/** Numbers of a rule. */
export interface RuleNumbers {
  kind: QualityKind;
  suspect_at: number;
  fail_at: number | null;
  tolerance: number;
  /** Of neighbours; else null. */
  factor: number | null;
}

/** A rule with a series that it reads. */
export interface QualityPair extends RuleNumbers {
  device_id: number;
  interval_minutes: number;
  texture: SoilTexture | null;
  /** Key, and id. */
  parameter: string;
  parameter_id: number;
  /** False where hours of the roll-up say that no value can have stayed the same for the rule's hours. */
  may_tell: boolean;
}

/** A device whose readings came, with the first of their moments, and the rows that say so. */
export interface QualityDue {
  device_id: number;
  since: Date;
  ids: string[];
}

/** Devices that wait longest, among which those that stand together are sought: so many times those of a transaction. */
const poolTimes = 16;

/**
 * Lists what waits: of one device, or of the one of all but some that waits longest, and those of its surroundings: they
 * have their neighbours in common.
 */
export async function listDue(
  db: Db,
  limit: number,
  { device, except = [] }: { device?: number; except?: readonly number[] } = {},
): Promise<QualityDue[]> {
  const of =
    device === undefined
      ? sql`device_id <> all(${[...except]}::int[])`
      : sql`device_id = ${device}`;
  const { rows } = await sql<QualityDue>`
    with longest as materialized (select device_id, min(id) as id from (select id, device_id from quality_due
        where ${of} order by id limit 20000) f group by device_id order by 2 limit ${limit * poolTimes}),
    placed as (select l.device_id, power(v.latitude - first_value(v.latitude) over w, 2)
        + power(v.longitude - first_value(v.longitude) over w, 2) as apart
      from longest l left join device v on v.id = l.device_id window w as (order by l.id)),
    first as (select device_id from placed order by apart nulls first limit ${limit})
    select d.device_id, min(d.since) as since, array_agg(d.id::text) as ids
    from quality_due d join first using (device_id) group by d.device_id order by d.device_id`.execute(
    db,
  );
  return rows;
}

/** Has rules look at a device from a moment on, milliseconds since 1970. */
export async function insertDue(db: Db, device_id: number, since: number) {
  await db
    .insertInto("quality_due")
    .values({ device_id, since: new Date(since) })
    .execute();
}

/** The same for one that is not due yet. */
export async function requireDue(db: Db, device_id: number, since: Date) {
  await sql`insert into quality_due (device_id, since) select ${device_id}::int, ${since}::timestamptz
    where not exists (select from quality_due where device_id = ${device_id})`.execute(db);
}

export async function deleteDue(db: Db, ids: readonly string[]) {
  await sql`delete from quality_due where id = any(${[...ids]}::bigint[])`.execute(db);
}

/** Over rows `l` (device_id, parameter, ts) and a rule's numbers: whole hours before the new values differ by more than it allows. */
const mayBeFlat = (since: RawBuilder<unknown>) => sql<boolean>`(r.kind <> 'stuck'
  or l.ts - ${since} > interval '1 hour' or coalesce((
    select max(h.high) - min(h.low) <= r.tolerance + ${flatNoise}::float8 * greatest(1, abs(max(h.high)))
    from reading_hour h where h.device_id = l.device_id and h.parameter = l.parameter
      and h.hour >= date_trunc('hour', l.ts - r.suspect_at * interval '1 hour', 'UTC') + interval '1 hour'
      and h.hour < date_trunc('hour', ${since}, 'UTC')), true))`;

/** Rules that look at a device by itself. A newer version may have brought others, which it evaluates. */
const kindsAlone = qualityKinds.filter((kind) => kind !== "neighbours");

/** Lists each rule that is on and looks at a device by itself, with each series of these devices. */
export async function listPairs(db: Db, due: readonly QualityDue[]): Promise<QualityPair[]> {
  const { rows } = await sql<QualityPair>`
    select r.kind, r.suspect_at, r.fail_at, r.tolerance, r.factor, v.id as device_id, v.interval_minutes,
      v.soil_texture as texture, p.key as parameter, p.id as parameter_id,
      ${mayBeFlat(sql`d.since`)} as may_tell
    from unnest(${due.map(({ device_id }) => device_id)}::int[],
        ${due.map(({ since }) => since.toISOString())}::timestamptz[]) as d (id, since)
    join device v on v.id = d.id join reading_latest l on l.device_id = v.id
    join parameter p on p.id = l.parameter join quality_rule r on r.parameter = p.id and r.enabled
      and r.kind = any(${kindsAlone}::text[])
    order by v.id, p.id, r.id`.execute(db);
  return rows;
}

/** Gives a new parameter its rules, switched off until somebody sets their numbers: those of a sum or a direction have no sense. */
export async function insertRules(trx: Db, key: string) {
  await sql`insert into quality_rule (parameter, kind, enabled, suspect_at, radius_km, factor, source)
    select p.id, k.kind, false, case k.kind when 'stuck' then 24 when 'wrong_unit' then 90
      else (p.faulty_max - p.faulty_min) / 5 end,
      case k.kind when 'neighbours' then 10 end, case k.kind when 'neighbours' then 3 end,
      case k.kind when 'neighbours' then 'Buddy check: Gandin 1988; TITAN, Båserud et al. 2020'
        else 'IOOS QARTOD, 2020' end
    from parameter p, unnest(${[...qualityKinds]}::text[]) as k (kind)
    where p.key = ${key} and p.averaging = 'mean' and p.faulty_max > p.faulty_min`.execute(trx);
}

/** Has differences that rules ask for say the same in another unit. */
export async function convertRules(trx: Db, key: string, factor: number) {
  const scale = Math.abs(factor);
  await sql`update quality_rule set suspect_at = suspect_at * ${scale}::float8,
      fail_at = fail_at * ${scale}::float8, tolerance = tolerance * ${scale}::float8,
      per_km = per_km * ${factor}::float8
    where kind in ('spike', 'jump', 'neighbours') and parameter = (select id from parameter where key = ${key})`.execute(
    trx,
  );
  await sql`update quality_rule set tolerance = tolerance * ${scale}::float8
    where kind = 'stuck' and parameter = (select id from parameter where key = ${key})`.execute(
    trx,
  );
}

/** A rule's question to a series, by the ranges in force. */
export function qualityOf(
  rule: RuleNumbers,
  series: { parameter: string; texture: SoilTexture | null; interval_minutes: number },
  parameters: Parameters,
): Quality {
  const ranges = rangesFor(parameters, series.parameter, series.texture);
  const low = ranges.watch_min ?? ranges.good_min ?? ranges.faulty_min;
  const high = ranges.watch_max ?? ranges.good_max ?? ranges.faulty_max;
  const unit = unitOf(parameters, series.parameter);
  return {
    kind: rule.kind,
    suspectAt: rule.suspect_at,
    failAt: rule.fail_at,
    tolerance: rule.tolerance,
    factor: rule.factor ?? 0,
    gapMs: Math.max(gapMin, silentAfterIntervals * series.interval_minutes) * MINUTE,
    faulty: [ranges.faulty_min, ranges.faulty_max],
    usual: [low, high],
    others: unitsOf(unit)
      .map((one) => conversionOf(one, unit))
      .filter((one) => one !== null)
      .filter(({ factor, offset }) => factor !== 1 || offset !== 0),
  };
}

/** Proposal of a rule as it stands in the list of bad intervals. */
export interface Stored {
  id: number;
  device_id: number;
  parameter_id: number;
  kind: QualityKind;
  from: number;
  to: number;
  sets_aside: boolean;
  worst: number;
  /** A person's answer, where there is one. */
  decided: "confirmed" | "dismissed" | null;
}

/** Lists proposals of devices that end after a moment of each. */
export async function listStored(db: Db, due: readonly QualityDue[], beforeMs: number) {
  type Row = Omit<Stored, "from" | "to"> & { begins_at: Date; ends_at: Date };
  const { rows } =
    await sql<Row>`select i.id, i.device_id, i.parameter as parameter_id, i.reason as kind,
      i.begins_at, i.ends_at, i.sets_aside, i.worst,
      case when i.taken_back_at is not null then 'dismissed'
        when i.confirmed_at is not null then 'confirmed' end as decided
    from unnest(${due.map(({ device_id }) => device_id)}::int[],
        ${due.map(({ since }) => new Date(since.getTime() - beforeMs).toISOString())}::timestamptz[]) as d (id, since)
    join bad_interval i on i.device_id = d.id and i.by_rule and i.ends_at > d.since
    order by i.begins_at, i.id`.execute(db);
  return rows.map(
    ({ begins_at, ends_at, ...row }): Stored => ({
      ...row,
      from: begins_at.getTime(),
      to: ends_at.getTime(),
    }),
  );
}

/** Inserts a proposal. Returns its id. */
export async function insertProposal(
  trx: Db,
  pair: Pick<QualityPair, "device_id" | "parameter_id" | "kind">,
  one: { from: number; to: number; isFail: boolean; worst: number },
): Promise<number> {
  const { id } = await trx
    .insertInto("bad_interval")
    .values({
      device_id: pair.device_id,
      parameter: pair.parameter_id,
      begins_at: new Date(one.from),
      ends_at: new Date(one.to),
      reason: pair.kind,
      note: "",
      author: "",
      by_rule: true,
      sets_aside: one.isFail,
      worst: one.worst,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateProposal(
  trx: Db,
  id: number,
  one: { from: number; to: number; isFail: boolean; worst: number },
) {
  await trx
    .updateTable("bad_interval")
    .set({
      begins_at: new Date(one.from),
      ends_at: new Date(one.to),
      sets_aside: one.isFail,
      worst: one.worst,
    })
    .where("id", "=", id)
    .execute();
}
