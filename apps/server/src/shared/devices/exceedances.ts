/** Days on which a device's readings left their range: for the list of devices and for reports. */
import { deviceTypes } from "@nihol/contract/values/devices";
import { parametersOf, soilTextures } from "@nihol/contract/values/sensors/sensor-guidance";
import { measureOf } from "@nihol/store/readings/device-measures";
import { type Guidance, rangesFor } from "@nihol/store/readings/guidance-ranges";
import { measures } from "@nihol/store/readings/reading-measures";
import { type Expression, type SqlBool, sql } from "kysely";
import { allOf } from "../rows/all-of.ts";

interface Limits {
  type: string;
  texture: string | null;
  measure: number;
  min: number | null;
  max: number | null;
}

/** What lies outside good and watch together, for every kind of device in every soil. */
function limitsOf(guidance: Guidance): Limits[] {
  return deviceTypes.flatMap((type) =>
    [null, ...soilTextures].flatMap((texture) =>
      parametersOf[type].map((parameter) => {
        const { watch_min: min, watch_max: max } = rangesFor(guidance, parameter, texture);
        return { type, texture, measure: measures.indexOf(measureOf(parameter)), min, max };
      }),
    ),
  );
}

/** Days of `reading_span as p` of `device as v` in the period that left the ranges; from … where, without a select. */
export function exceedances(
  guidance: Guidance,
  { from, to }: { from?: string; to?: string },
): Expression<unknown> {
  const limits = limitsOf(guidance);
  const where = allOf([
    sql<SqlBool>`(p.low < l.min or p.high > l.max)`,
    ...(from ? [sql<SqlBool>`p.day >= ${from}::date`] : []),
    ...(to ? [sql<SqlBool>`p.day <= ${to}::date`] : []),
  ]);
  return sql`(with l as materialized (
    select o.id as device_id, l.measure, l.min, l.max from unnest(${limits.map(({ type }) => type)}::text[], ${limits.map(({ texture }) => texture)}::text[],
      ${limits.map(({ measure }) => measure)}::smallint[], ${limits.map(({ min }) => min)}::float8[],
      ${limits.map(({ max }) => max)}::float8[]) as l (type, texture, measure, min, max)
    join device o on o.type = l.type and coalesce(o.soil_texture, '') = coalesce(l.texture, ''))
    select p.device_id, p.day from l join reading_span p on p.device_id = l.device_id and p.measure = l.measure
    where ${where} group by 1, 2)`;
}
