/** States and values of many devices over the last hours, from the roll-up of hours. */
import type { DevicePast, devicePast } from "@nihol/contract/sensors/devices";
import { type PastState, pastSpans, pastStates } from "@nihol/contract/values/devices";
import type { Bbox } from "@nihol/contract/values/geometry";
import { limits } from "@nihol/contract/values/limits";
import { averagings } from "@nihol/contract/values/sensors/sensor-guidance";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import { findParameters, type Parameters, rangesFor } from "@nihol/store/readings/parameters";
import { madeBy } from "@nihol/store/readings/reading-series";
import { parameterId } from "@nihol/store/readings/reading-values";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { bboxOfQuery } from "../../http/bbox-query.ts";
import { refuseField } from "../../http/problem.ts";
import { readingState } from "../../shared/devices/device-state-sql.ts";
import { limitRows } from "../../shared/devices/guidance-limits.ts";
import { countRows } from "../../shared/rows/count-rows.ts";
import { devicesOf } from "./device-queries.ts";

const hourMs = 3_600_000;
/** Means carry no more digits than this: a sum of doubles ends in noise. */
const digits = 4;

/** From the weakest to the strongest: of a step the strongest is told. */
const byStrength = [
  "none",
  "faulty",
  "no_limits",
  "good",
  "watch",
  "act",
] as const satisfies PastState[];

interface Wanted {
  /** Devices, with the soil that they stand in and the day since which they stand there. */
  devices: readonly { id: number; soil_texture: string | null; placed_on: string | null }[];
  /** Key, or all. */
  parameter: string | undefined;
  from: Date;
  to: Date;
  stepHours: number;
}

interface PastRow {
  id: number;
  steps: number[];
  /** Index in `byStrength`. */
  states: number[];
  values: (number | null)[];
}

const valueByAveraging = sql<number>`case p.averaging ${sql.join(
  averagings.map((way) => sql`when ${sql.lit(way)} then ${madeBy[way]}`),
  sql` `,
)} end`;

/** Devices that sent something, a line each with the steps in which they did. */
async function listPast(db: Db, parameters: Parameters, wanted: Wanted): Promise<PastRow[]> {
  const { devices, parameter, from, to, stepHours } = wanted;
  const ids = devices.map(({ id }) => id);
  const textures = devices.map(({ soil_texture }) => soil_texture);
  const days = devices.map(({ placed_on }) => placed_on);
  const isWanted =
    parameter === undefined ? sql`` : sql`and e.parameter = ${parameterId(parameter)}`;
  const width = sql.lit(`${stepHours} hours`);
  const stepOf = (ts: RawBuilder<unknown>) =>
    sql`date_bin(${width}::interval, ${ts}, ${from}::timestamptz)`;
  const { rows } = await sql<PastRow>`
    with d as materialized (
      select u.id, coalesce(u.texture, '') as texture,
        greatest(${from}::timestamptz, programme_midnight(u.day)) as since
      from unnest(${ids}::int[], ${textures}::text[], ${days}::date[]) as u (id, texture, day)
    ), sent as materialized (
      select d.*, e.parameter from d cross join lateral (select e.parameter from reading_latest e
        where e.device_id = d.id and e.ts >= d.since ${isWanted}) e
    ), stated as (
      select s.id, l.step, l.value, array_position(${[...byStrength]}::text[], ${readingState}) - 1 as state
      from sent s join parameter p on p.id = s.parameter
      join (select t.*, coalesce(t.texture, '') as soil from ${limitRows(parameters)} t) r
        on r.parameter = s.parameter and r.soil = s.texture
      cross join lateral (
        select ${stepOf(sql`k.hour`)} as step, ${valueByAveraging} as value, false as faulty
        from reading_hour k where k.device_id = s.id and k.parameter = s.parameter
          and k.hour >= s.since and k.hour < ${to} group by 1) l
      where l.value is not null
      union all
      select s.id, ${stepOf(sql`k.ts`)}, null, ${byStrength.indexOf("faulty")}::int
      from sent s join reading_fault_corrected k on k.device_id = s.id and k.parameter = s.parameter
        and k.ts >= s.since and k.ts < ${to}
    ), steps as (
      select id, step, max(state) as state, max(value) as value from stated group by 1, 2
    )
    select id, array_agg((extract(epoch from step - ${from}::timestamptz) / ${stepHours * 3600}::int)::int) as steps,
      array_agg(state) as states, array_agg(value) as "values"
    from steps group by 1 order by 1`.execute(db);
  return rows;
}

/** Over `device as v`, in degrees. */
const standsIn = ([west, south, east, north]: Bbox) => sql<SqlBool>`(
  v.latitude between ${south}::float8 and ${north}::float8 and v.longitude between ${west}::float8 and ${east}::float8)`;

const rounded = (value: number | null | undefined) =>
  typeof value === "number" ? Number(value.toFixed(digits)) : null;

function toDevice({ id, ...row }: PastRow, count: number, hasValues: boolean) {
  const at = new Map(row.steps.map((step, i) => [step, i]));
  const steps = Array.from({ length: count }, (_, step) => at.get(step));
  const letterAt = (i: number | undefined) =>
    pastStates[byStrength[i === undefined ? 0 : (row.states[i] ?? 0)] ?? "none"];
  return {
    id,
    states: steps.map(letterAt).join(""),
    values: hasValues ? steps.map((i) => (i === undefined ? null : rounded(row.values[i]))) : null,
  };
}

/**
 * Devices of a query as they were over the last day or week.
 * @throws {FieldProblem} for a parameter that there is not, and a box that is none
 */
export async function readPast(
  db: Db,
  actor: Actor,
  query: z.output<(typeof devicePast)["query"]>,
): Promise<DevicePast> {
  const { span, parameter, bbox, ...filters } = query;
  const box = bboxOfQuery(bbox);
  const parameters = await findParameters(db);
  if (parameter !== undefined && !parameters.byKey.has(parameter))
    refuseField("parameter", "invalid");
  const { steps, hours } = pastSpans[span];
  const to = new Date(Math.ceil(Date.now() / hourMs) * hourMs);
  const from = new Date(to.getTime() - steps * hours * hourMs);
  const all = devicesOf(db, actor, filters, parameters);
  const found = box ? all.where(standsIn(box)) : all;
  const [count, devices] = await Promise.all([
    countRows(found),
    found
      .select(["v.id", "v.soil_texture", "v.placed_on"])
      .orderBy("v.id")
      .limit(limits.pastOnMap)
      .execute(),
  ]);
  const rows = await listPast(db, parameters, { devices, parameter, from, to, stepHours: hours });
  return {
    ...{ from: from.toISOString(), step_hours: hours, steps, count },
    left: count - devices.length,
    ranges: parameter === undefined ? null : rangesFor(parameters, parameter, null),
    devices: rows.map((row) => toDevice(row, steps, parameter !== undefined)),
  };
}
