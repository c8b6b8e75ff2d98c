/** Series of readings as alerts read them: right and faulty values together, fresh and packed. */
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

/** Values of one series that are read at once: more than a week of one a second would need three. */
export const seriesMax = 200_000;

export const seriesKey = ({ device_id, parameter }: Pick<AskedSeries, "device_id" | "parameter">) =>
  `${device_id} ${parameter}`;

/** Series by `seriesKey`, each in order of time and of `seriesMax` points at most. */
export async function readSeries(
  db: Db,
  asked: readonly AskedSeries[],
): Promise<Map<string, Point[]>> {
  const found = new Map<string, Point[]>();
  if (asked.length === 0) return found;
  const from = asked.map((one) => new Date(one.from).toISOString());
  const { rows } = await sql<{
    device_id: number;
    parameter: string;
    ts: Date;
    value: number;
    faulty: boolean;
  }>`
    select a.device_id, a.parameter, s.ts, s.value, s.faulty
    from unnest(${asked.map(({ device_id }) => device_id)}::int[],
      ${asked.map(({ parameter }) => parameter)}::text[], ${from}::timestamptz[]) as a (device_id, parameter, since)
    cross join lateral (
      select t.ts, max(t.value) as value, bool_or(t.faulty) as faulty from (
        select r.ts, r.value::float8 as value, false as faulty
        from reading_latest l join parameter p on p.id = l.parameter
        join reading r on r.device_id = a.device_id and r.parameter = l.parameter and r.ts >= a.since
        where l.device_id = a.device_id and a.parameter in ('', p.key)
        union all
        select r.ts, r.value::float8, false
        from reading_latest l join parameter p on p.id = l.parameter
        join reading_packed r on r.device_id = a.device_id and r.parameter = l.parameter
          and r.day >= (a.since at time zone 'UTC')::date and r.ts >= a.since
        where l.device_id = a.device_id and a.parameter in ('', p.key)
        union all
        select f.ts, f.value, true
        from reading_fault f join parameter p on p.id = f.parameter
        where f.device_id = a.device_id and a.parameter in ('', p.key) and f.ts >= a.since) t
      group by t.ts order by t.ts limit ${seriesMax}) s
    order by a.device_id, a.parameter, s.ts`.execute(db);
  for (const { ts, value, faulty, ...key } of rows) {
    const points = found.get(seriesKey(key)) ?? [];
    points.push({ at: ts.getTime(), value, isFaulty: faulty });
    found.set(seriesKey(key), points);
  }
  return found;
}
