/** Series of readings as alerts read them: right values, calibrated, and faulty ones together, fresh and packed. */
import { silentAfterIntervals } from "@nihol/contract/values/devices";
import type { AlertKind } from "@nihol/contract/values/sensors/alerts";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Condition, Point } from "./evaluate-series.ts";

const MINUTE = 60_000;

/** A rule's condition for a device that is meant to send at an interval. */
export const conditionOf = (
  rule: { kind: AlertKind; limit_value: number | null; minutes: number },
  intervalMinutes: number,
): Condition => ({
  kind: rule.kind,
  limit: rule.limit_value,
  forMs: rule.minutes * MINUTE,
  gapMs: Math.max(rule.minutes, silentAfterIntervals * intervalMinutes) * MINUTE,
});

/** A series to be read; the parameter is empty for all moments of a device. */
export interface AskedSeries {
  device_id: number;
  parameter: string;
  /** Milliseconds since 1970, inclusive. */
  from: number;
}

/** Points that one statement reads, of all its series together: what a rule asks for takes no more memory than that. */
const pointsMax = 200_000;
/** Series of one statement. */
const SERIES = 100;

/** A rule at a device, and the moment from which it reads. */
interface SeriesWork {
  pair: Pick<AskedSeries, "device_id" | "parameter">;
  from: number;
}

/**
 * Puts together work on one series, which is read once, from the earliest moment of all.
 * @param isApart work that reads its series by itself, with others of the same kind
 */
export function sharedSeries<W extends SeriesWork>(
  works: readonly W[],
  isApart: (work: W) => boolean = () => false,
): (AskedSeries & { works: W[] })[] {
  const shared = new Map<string, AskedSeries & { works: W[] }>();
  for (const work of works) {
    const { device_id, parameter } = work.pair;
    const key = `${device_id} ${parameter} ${isApart(work)}`;
    const one = shared.get(key) ?? { device_id, parameter, from: work.from, works: [] };
    one.from = Math.min(one.from, work.from);
    one.works.push(work);
    shared.set(key, one);
  }
  return [...shared.values()];
}

interface ReadOptions {
  /** Points that are in memory at a time. */
  max?: number;
  /** Values that rules of quality have set aside are read as right ones: as these rules see them. */
  asSent?: boolean;
}

/**
 * Points of each series, in order of time and `limit` at most. A value that was set aside is a moment at which the device
 * sent, and no point of its parameter.
 */
async function readSome(
  db: Db,
  asked: readonly AskedSeries[],
  limit: number,
  asSent = false,
): Promise<Point[][]> {
  const found = asked.map((): Point[] => []);
  const from = asked.map((one) => new Date(one.from).toISOString());
  const { rows } = await sql<{
    n: number;
    ts: Date;
    value: number;
    faulty: boolean;
  }>`
    select a.n::int, s.ts, s.value, s.faulty
    from unnest(${asked.map(({ device_id }) => device_id)}::int[],
      ${asked.map(({ parameter }) => parameter)}::text[], ${from}::timestamptz[])
      with ordinality as a (device_id, parameter, since, n)
    cross join lateral (
      select t.ts, max(t.value) as value, bool_or(t.faulty) as faulty from (
        select r.ts, r.value::float8 as value, false as faulty
        from reading_latest l join parameter p on p.id = l.parameter
        join reading_corrected r on r.device_id = a.device_id and r.parameter = l.parameter and r.ts >= a.since
        where l.device_id = a.device_id and a.parameter in ('', p.key)
        union all
        select r.ts, r.value::float8, false
        from reading_latest l join parameter p on p.id = l.parameter
        join reading_packed_corrected r on r.device_id = a.device_id and r.parameter = l.parameter
          and r.day >= (a.since at time zone 'UTC')::date and r.ts >= a.since
        where l.device_id = a.device_id and a.parameter in ('', p.key)
        union all
        select f.ts, f.value, f.bad_interval is null or not ${asSent}::boolean
        from reading_fault_corrected f join parameter p on p.id = f.parameter
        where f.device_id = a.device_id and a.parameter in ('', p.key) and f.ts >= a.since
          and (a.parameter = '' or f.bad_interval is null or ${asSent}::boolean
            and exists (select from bad_interval i where i.id = f.bad_interval and i.by_rule))) t
      group by t.ts order by t.ts limit ${limit}) s
    order by a.n, s.ts`.execute(db);
  for (const { n, ts, value, faulty } of rows)
    found[n - 1]?.push({ at: ts.getTime(), value, isFaulty: faulty });
  return found;
}

/** Points of a series, in order of time. */
export interface Piece {
  points: readonly Point[];
  /** True of the end of the series. */
  isLast: boolean;
}

async function* readPieces(
  db: Db,
  asked: AskedSeries,
  max: number,
  asSent: boolean,
): AsyncGenerator<Piece> {
  for (let { from } = asked; ; ) {
    const points = (await readSome(db, [{ ...asked, from }], max, asSent))[0] ?? [];
    const isLast = points.length < max;
    yield { points, isLast };
    if (isLast) return;
    from = (points.at(-1)?.at ?? from) + 1;
  }
}

/** Reads series: short ones together, long ones alone and piece by piece. Whoever has seen enough of one leaves its pieces. */
export async function* readSeries<A extends AskedSeries>(
  db: Db,
  asked: readonly A[],
  { max = pointsMax, asSent = false }: ReadOptions = {},
): AsyncGenerator<{ asked: A; pieces: Iterable<Piece> | AsyncIterable<Piece> }> {
  for (let start = 0; start < asked.length; start += SERIES) {
    const some = asked.slice(start, start + SERIES);
    const share = Math.max(1, Math.floor(max / some.length));
    const found = await readSome(db, some, share, asSent);
    const long: A[] = [];
    for (const one of some) {
      const points = found.shift() ?? [];
      if (points.length === share) long.push(one);
      else yield { asked: one, pieces: [{ points, isLast: true }] };
    }
    for (const one of long) yield { asked: one, pieces: readPieces(db, one, max, asSent) };
  }
}
