/**
 * Calibrations of devices: from a moment on, what a parameter is shown as is gain × what was sent + shift. What was sent is
 * never changed; single values are corrected as they are read, and what was computed from them (hours, days, the newest
 * value) is computed again here, behind the panel, in the same transaction as the correction comes into force. Decision 125.
 */
import type { JobPayload } from "@nihol/contract/values/jobs";
import type { Averaging } from "@nihol/contract/values/sensors/sensor-guidance";
import type { Db } from "@nihol/db/connection";
import { type RawBuilder, sql } from "kysely";
import type { JobRequest } from "../jobs/job-queue.ts";
import { forgetRuns, lockDevice, lockFresh } from "./bad-intervals.ts";
import { rebuildRollups } from "./reading-rollup.ts";

/** Values may come from a little ahead: their month too. */
const aheadMs = 86_400_000;

/** A calibration that stands. Without an end it holds until another one begins. */
export interface Calibration {
  id: number;
  begins_at: Date;
  ends_at: Date | null;
  gain: number;
  shift: number;
}

/** Time over which one correction holds; milliseconds since 1970, `to` exclusive. */
export interface CalibrationSpan {
  from: number;
  to: number;
  gain: number;
  shift: number;
}

/**
 * Lays calibrations out as times that do not overlap. Of several the one that began last holds, and of the same moment the
 * one that was written last; where it ends, an earlier one that goes on holds again. One that changes nothing leaves a gap.
 * @returns in order of time
 */
export function spansOfCalibrations(all: readonly Calibration[]): CalibrationSpan[] {
  const times = all.map((one) => ({
    ...one,
    from: one.begins_at.getTime(),
    to: one.ends_at?.getTime() ?? Number.POSITIVE_INFINITY,
  }));
  const edges = [...new Set(times.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const spans: CalibrationSpan[] = [];
  for (const [n, from] of edges.entries()) {
    const to = edges[n + 1];
    if (to === undefined) break;
    const holding = times
      .filter((one) => one.from <= from && one.to >= to)
      .sort((a, b) => b.from - a.from || b.id - a.id)[0];
    if (!holding || (holding.gain === 1 && holding.shift === 0)) continue;
    const { gain, shift } = holding;
    const last = spans.at(-1);
    if (last?.to === from && last.gain === gain && last.shift === shift) last.to = to;
    else spans.push({ from, to, gain, shift });
  }
  return spans;
}

/** Job that computes with a calibration that was added or taken back; sent in the transaction that writes it. */
export const calibrateJob = (calibration: number, taken_back: boolean): JobRequest => ({
  name: "readings.calibrate",
  data: { calibration, taken_back } satisfies JobPayload<"readings.calibrate">,
});

/** Over `device_calibration as c`: the worker has not computed with it as it is now. */
export const isWaiting = sql<boolean>`(not exists (select from device_calibration_effect e
  where e.calibration_id = c.id and e.taken_back = (c.taken_back_at is not null)))`;

/** Lists a job for each calibration that waits; for the reconciler. */
export async function waitingCalibrations(db: Db): Promise<JobRequest[]> {
  const { rows } = await sql<{ id: number; taken_back: boolean }>`
    select c.id, c.taken_back_at is not null as taken_back from device_calibration c
    where ${isWaiting} order by c.id`.execute(db);
  return rows.map(({ id, taken_back }) => calibrateJob(id, taken_back));
}

/** A parameter of a device. */
interface Series {
  device_id: number;
  parameter: number;
  averaging: Averaging;
}

const boundary = (at: number) =>
  Number.isFinite(at) ? new Date(at).toISOString() : at > 0 ? "infinity" : "-infinity";

/** The spans as a relation (begins_at, ends_at, gain, shift). */
const asRows = (spans: readonly CalibrationSpan[]) => sql`(select * from unnest(
  ${spans.map(({ from }) => boundary(from))}::timestamptz[], ${spans.map(({ to }) => boundary(to))}::timestamptz[],
  ${spans.map(({ gain }) => gain)}::float8[], ${spans.map(({ shift }) => shift)}::float8[])
  as t (begins_at, ends_at, gain, shift))`;

/** Mean of a column of single values, by the way in which their parameter is averaged; of a sum the mean of a value. */
const meanOf = (averaging: Averaging, column: string): RawBuilder<number | null> => {
  const v = sql.ref(column);
  if (averaging === "vector")
    return sql`mod((atan2d(avg(sind(${v})), avg(cosd(${v}))) + 360)::numeric, 360)::float8`;
  if (averaging === "energy") return sql`10 * log(avg(power(10, least(${v}, 1000)::float8 / 10)))`;
  return sql`avg(${v}::float8)`;
};

/** Values (ts, …) of a series whose correction becomes another, joined with the one in force `o` and the next one `n`. */
const recorrected = (
  values: RawBuilder<unknown>,
  { device_id, parameter }: Series,
  next: readonly CalibrationSpan[],
) => sql`${values} r
  left join (select begins_at, ends_at, gain, shift from device_calibration_span
      where device_id = ${device_id} and parameter = ${parameter}) o
    on o.begins_at <= r.ts and o.ends_at > r.ts
  left join ${asRows(next)} n on n.begins_at <= r.ts and n.ends_at > r.ts
  where (o.gain, o.shift) is distinct from (n.gain, n.shift)`;

interface Effect {
  n: number;
  first: Date | null;
  last: Date | null;
  mean_before: number | null;
  mean_after: number | null;
}

/** Right values that become others, from the corrections in force to the next ones. */
async function findEffect(
  trx: Db,
  series: Series,
  next: readonly CalibrationSpan[],
): Promise<Effect> {
  const { device_id, parameter, averaging } = series;
  const circle = averaging === "vector";
  const own = sql`device_id = ${device_id} and parameter = ${parameter}`;
  const { rows } = await sql<Effect>`
    select count(*)::int as n, min(ts) as first, max(ts) as last,
      ${meanOf(averaging, "was")} as mean_before, ${meanOf(averaging, "becomes")} as mean_after
    from (select r.ts, calibrated(r.value, o.gain, o.shift, ${circle}) as was,
        calibrated(r.value, n.gain, n.shift, ${circle}) as becomes
      from ${recorrected(
        sql`(select ts, value from reading where ${own}
          union all select ts, value from reading_packed where ${own})`,
        series,
        next,
      )}) v
    where was <> becomes`.execute(trx);
  return rows[0] ?? { n: 0, first: null, last: null, mean_before: null, mean_after: null };
}

/** The first value that a rule has set aside and that becomes another: as it is shown now, the rule may let it be. */
async function firstSetAside(
  trx: Db,
  series: Series,
  next: readonly CalibrationSpan[],
): Promise<Date | null> {
  const aside = sql`(select f.ts from reading_fault f join bad_interval b on b.id = f.bad_interval and b.by_rule
    where f.device_id = ${series.device_id} and f.parameter = ${series.parameter})`;
  const { rows } = await sql<{ first: Date | null }>`
    select min(r.ts) as first from ${recorrected(aside, series, next)}`.execute(trx);
  return rows[0]?.first ?? null;
}

async function replaceSpans(
  trx: Db,
  { device_id, parameter, averaging }: Series,
  next: readonly CalibrationSpan[],
) {
  await sql`delete from device_calibration_span
    where device_id = ${device_id} and parameter = ${parameter}`.execute(trx);
  await sql`insert into device_calibration_span
      (device_id, parameter, begins_at, ends_at, gain, shift, is_circle)
    select ${device_id}::int, ${parameter}::smallint, begins_at, ends_at, gain, shift,
      ${averaging === "vector"}::boolean from ${asRows(next)} n`.execute(trx);
}

/** Writes the newest value as it is shown now; one that no sensor can measure stays as it was sent. */
async function correctNewest(trx: Db, { device_id, parameter }: Series) {
  const at = (alias: string) => {
    const of = (name: string) => sql.ref(`${alias}.${name}`);
    return sql`${of("device_id")} = l.device_id and ${of("parameter")} = l.parameter and ${of("ts")} = l.ts`;
  };
  await sql`update reading_latest l set value = coalesce(
      (select r.value::text::float8 from reading_corrected r where ${at("r")}),
      (select k.value::text::float8 from reading_packed_corrected k
        where k.day = (l.ts at time zone 'UTC')::date and ${at("k")}),
      (select f.value from reading_fault_corrected f where ${at("f")} and f.bad_interval is not null),
      l.value)
    where l.device_id = ${device_id} and l.parameter = ${parameter}`.execute(trx);
}

/** Has rules of quality check a device once more from a moment on. */
const checkAgain = (trx: Db, deviceId: number, since: Date) =>
  sql`insert into quality_due (device_id, since) select ${deviceId}::int, ${since}::timestamptz
    where exists (select from quality_rule where enabled)`.execute(trx);

/** Computes hours, days and what follows from them with the next corrections. The device is locked. */
async function compute(trx: Db, series: Series): Promise<Effect> {
  const { device_id: deviceId, parameter } = series;
  const standing = await trx
    .selectFrom("device_calibration")
    .where("device_id", "=", deviceId)
    .where("parameter", "=", parameter)
    .where("taken_back_at", "is", null)
    .select(["id", "begins_at", "ends_at", "gain", "shift"])
    .execute();
  const next = spansOfCalibrations(standing);
  const effect = await findEffect(trx, series, next);
  const aside = await firstSetAside(trx, series, next);
  await replaceSpans(trx, series, next);
  const { first, last } = effect;
  if (first && last) {
    const to = new Date(last.getTime() + 1);
    const range = { deviceId, parameters: [parameter], from: first, to };
    await rebuildRollups(trx, range);
    await forgetRuns(trx, range);
  }
  const [since] = [first, aside].filter((one) => one !== null).toSorted((a, b) => +a - +b);
  if (since) await checkAgain(trx, deviceId, since);
  await correctNewest(trx, series);
  return effect;
}

/** The series of a calibration; undefined where it is gone. */
async function seriesOf(db: Db, calibration: number): Promise<Series | undefined> {
  const { rows } = await sql<Series>`select c.device_id, c.parameter, p.averaging
    from device_calibration c join parameter p on p.id = c.parameter
    where c.id = ${calibration}`.execute(db);
  return rows[0];
}

/**
 * Computes with the calibrations of a device and parameter that wait, in one transaction: whoever reads sees all of it or
 * nothing, and what the device sends waits meanwhile. Done already, or gone, it changes nothing.
 * @param calibration one of them
 * @returns how many values became others
 */
export async function applyCalibration(db: Db, calibration: number): Promise<number> {
  const series = await seriesOf(db, calibration);
  if (!series) return 0;
  return db.transaction().execute(async (trx) => {
    const { device_id, parameter } = series;
    if (!(await lockDevice(trx, device_id))) return 0;
    const { rows: waiting } = await sql<{ id: number }>`select c.id from device_calibration c
      where c.device_id = ${device_id} and c.parameter = ${parameter} and ${isWaiting}`.execute(
      trx,
    );
    if (waiting.length === 0) return 0;
    // As a writer: a packer moves nothing while values are counted and computed with.
    await lockFresh(trx, new Date(0), new Date(Date.now() + aheadMs));
    const { n, mean_before, mean_after } = await compute(trx, series);
    await sql`insert into device_calibration_effect (calibration_id, taken_back, n, mean_before, mean_after)
      select id, taken_back_at is not null, ${n}::int, ${mean_before}::float8, ${mean_after}::float8
      from device_calibration where id = any(${waiting.map(({ id }) => id)}::int[])
      on conflict do nothing`.execute(trx);
    return n;
  });
}
