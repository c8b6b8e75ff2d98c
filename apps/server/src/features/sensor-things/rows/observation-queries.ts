/**
 * Observations out of the store of readings: fresh, packed and faulty values of each datastream, joined by time. Where
 * only time limits them, hours of the roll-up say how far must be read for the rows that are asked for.
 */
import { type SqlBool, sql } from "kysely";
import { refuseField } from "../../../http/problem.ts";
import { conditionOf } from "../statements/condition-sql.ts";
import type { Reader } from "../statements/reader-sql.ts";
import { sourceOf } from "../statements/sources-sql.ts";
import {
  type Ask,
  allOf,
  type Condition,
  columnsOf,
  ofParent,
  orderOf,
  parentsOf,
  rowAlias,
  type Sql,
} from "./ask-sql.ts";
import { observationParts } from "./id-condition-sql.ts";
import { splitFilter, type TimeRange, within } from "./observation-range.ts";

/** Datastreams through which one call looks, where it does not take the first ones of them. */
const maxStreams = 200;

interface Plan {
  range: TimeRange;
  /** Over `s`, a datastream. */
  onStream: Condition[];
  /** Over the rows. */
  rest: Condition[];
  /** The order in which rows come by time; undefined where they come by something else. */
  direction: "asc" | "desc" | undefined;
  /** Rows to be found of each datastream. */
  rows: number;
}

/** Direction of time, where time comes first in the order. */
function directionOf({ options: { orderings } }: Ask): Plan["direction"] {
  const [first] = orderings;
  if (!first) return "asc";
  const isTime = ["phenomenonTime", "resultTime"].includes(first.segments.join("/"));
  if (!isTime) return undefined;
  return first.isDescending ? "desc" : "asc";
}

/** The page before ended at this moment. */
function afterRange({ after }: Ask["options"], direction: Plan["direction"]): TimeRange {
  if (after === undefined) return { from: undefined, to: undefined };
  if (!direction) return refuseField("$skiptoken", "invalid");
  return direction === "asc" ? { from: after + 1, to: undefined } : { from: undefined, to: after };
}

function planOf(reader: Reader, ask: Ask): Plan {
  const { options, id } = ask;
  const filter = splitFilter(options.filter);
  const direction = directionOf(ask);
  const range = within(filter.range, afterRange(options, direction));
  const onStream = filter.onDatastream.map((one) =>
    conditionOf(reader, { set: "Datastreams", alias: "s" }, one),
  );
  const rest = filter.rest.map((one) =>
    conditionOf(reader, { set: "Observations", alias: rowAlias }, one),
  );
  const plan = { onStream, rest, direction, rows: options.skip + options.top + 1 };
  if (id === undefined) return { ...plan, range };
  const parts = observationParts(id);
  const isIt = parts
    ? sql<SqlBool>`s.device_id = ${parts.deviceId} and s.key = ${parts.key}`
    : sql<SqlBool>`false`;
  const at = parts?.at ?? 0;
  return {
    ...plan,
    range: within(range, { from: at, to: at + 1 }),
    onStream: [isIt, ...onStream],
  };
}

/** Datastreams of the parent `p` that have sent anything. */
const streamsOf = (reader: Reader, ask: Ask, { onStream }: Plan, limit: number | undefined): Sql =>
  sql`(select s.device_id, s.kind, s.parameter, s.key
    from ${sourceOf(reader, "Datastreams")} s
    where s.last is not null and ${allOf([...ofParent(ask, "s"), ...onStream])}
    order by s.device_id, s.parameter ${limit === undefined ? sql`` : sql`limit ${limit}`})`;

const isOneStream = ({ by, id }: Ask) => by.includes("parameter") || id !== undefined;

/**
 * How many datastreams of a parent are looked through. In the order of ids as many as rows are asked for hold enough.
 * @throws {FieldProblem} where there are more, and the rows may stand in any of them
 */
async function streamLimit(reader: Reader, ask: Ask, plan: Plan): Promise<number | undefined> {
  if (isOneStream(ask)) return undefined;
  const { range, rest } = plan;
  const isPlain = rest.length === 0 && range.from === undefined && range.to === undefined;
  const isFirst = isPlain && ask.options.orderings.length === 0 && plan.rows <= 1001;
  if (isFirst) return plan.rows;
  const { rows } = await sql<{ streams: number }>`
    select max(y.n)::int as streams from ${parentsOf(ask)} cross join lateral
      (select count(*) as n from ${streamsOf(reader, ask, plan, maxStreams + 1)} s) y`.execute(
    reader.db,
  );
  if ((rows[0]?.streams ?? 0) > maxStreams)
    refuseField("$filter", "query_needs_datastream", { max: maxStreams });
  return maxStreams;
}

const moment = (at: number | undefined, open: string): Sql =>
  at === undefined ? sql`${sql.lit(open)}::timestamptz` : sql`to_timestamp(${at}::float8 / 1000)`;

/** Where hours of the roll-up hold enough rows, the end of the last of them: right values alone fill the page. */
function windowOf({ range, direction, rest, rows }: Plan): Sql {
  const [low, high] = [moment(range.from, "-infinity"), moment(range.to, "infinity")];
  if (!direction || rest.length > 0) return sql`(select ${low} as low, ${high} as high)`;
  const isUp = direction === "asc";
  const order = isUp ? sql`asc` : sql`desc`;
  const whole = isUp ? sql`h.hour >= ${low}` : sql`h.hour <= ${high} - interval '1 hour'`;
  const enough = sql`(select q.hour from (select h.hour, sum(h.n) over (order by h.hour ${order}) as total
      from (select h.hour, h.n from reading_hour h where h.device_id = s.device_id
        and h.parameter = s.parameter and ${whole} order by h.hour ${order} limit ${rows}) h) q
    where q.total >= ${rows} order by q.hour ${order} limit 1)`;
  return isUp
    ? sql`(select ${low} as low, least(${high}, ${enough} + interval '1 hour') as high)`
    : sql`(select greatest(${low}, ${enough}) as low, ${high} as high)`;
}

/** All values of the datastream `s` within the window `w`. A single value is written with as few digits as tell it apart. */
const values = sql`(
  select r.ts, r.value::text::float8 as value, false as faulty from reading_corrected r
  where r.device_id = s.device_id and r.parameter = s.parameter and r.ts >= w.low and r.ts < w.high
  union all
  select k.ts, k.value::text::float8, false from reading_packed_corrected k
  where k.device_id = s.device_id and k.parameter = s.parameter
    and k.day >= (w.low at time zone 'UTC')::date and k.day <= (w.high at time zone 'UTC')::date
    and k.ts >= w.low and k.ts < w.high
  union all
  select f.ts, f.value, true from reading_fault_corrected f
  where f.device_id = s.device_id and f.parameter = s.parameter and f.ts >= w.low and f.ts < w.high)`;

const rowsOf = (more: Sql): Sql => sql`(select ${sql.ref(rowAlias)}.* from (
    select s.device_id, s.kind, s.parameter, s.key, o.ts, o.value, o.faulty from ${values} o)
    ${sql.ref(rowAlias)} ${more})`;

/** The rows of one parent, as a relation of their columns. */
export async function observationBlock(reader: Reader, ask: Ask): Promise<Sql> {
  const plan = planOf(reader, ask);
  const { skip, top } = ask.options;
  const limit = await streamLimit(reader, ask, plan);
  const order = orderOf(reader, ask);
  return sql`(select ${columnsOf(reader, ask)} from ${streamsOf(reader, ask, plan, limit)} s
    cross join lateral ${windowOf(plan)} w
    cross join lateral ${rowsOf(
      sql`where ${allOf(plan.rest)} order by ${order} limit ${plan.rows}`,
    )} ${sql.ref(rowAlias)}
    order by ${order} limit ${top + 1} offset ${skip})`;
}

/** The number of rows of one parent, as a relation of `n`. Without conditions it stands in the roll-up. */
export async function observationCount(reader: Reader, ask: Ask): Promise<Sql> {
  const plan = planOf(reader, { ...ask, options: { ...ask.options, after: undefined } });
  const { range, rest } = plan;
  const streams = streamsOf(reader, ask, plan, undefined);
  if (rest.length === 0 && range.from === undefined && range.to === undefined)
    return sql`(select coalesce(sum((select coalesce(sum(h.n), 0) from reading_hour h
        where h.device_id = s.device_id and h.parameter = s.parameter)
      + (select count(*) from reading_fault f
        where f.device_id = s.device_id and f.parameter = s.parameter)), 0) as n from ${streams} s)`;
  await streamLimit(reader, { ...ask, options: { ...ask.options, after: undefined } }, plan);
  return sql`(select count(*) as n from ${streams} s
    cross join lateral (select ${moment(range.from, "-infinity")} as low,
      ${moment(range.to, "infinity")} as high) w
    cross join lateral ${rowsOf(sql`where ${allOf(rest)}`)} ${sql.ref(rowAlias)})`;
}
