/** Functions of `$filter` (OGC 18-088, table 24) as expressions of SQL. Moments are read in UTC. */
import { type RawBuilder, sql } from "kysely";
import type { ValueType } from "../model/model.ts";
import type { Shape } from "../query/well-known-text.ts";
import {
  askedRelation,
  distanceTo,
  isPlaceRelation,
  lengthOf,
  placeRelation,
  storedPoint,
} from "./place-functions-sql.ts";

type Sql = RawBuilder<unknown>;

/** A value of an expression; of a literal geometry its shape, of a literal text the text. */
export interface Value {
  type: ValueType;
  sql: Sql;
  shape?: Shape;
  text?: string;
}

const number = (made: Sql): Value => ({ type: "number", sql: sql`(${made})::float8` });
const text = (made: Sql): Value => ({ type: "text", sql: made });
const yes = (made: Sql): Value => ({ type: "boolean", sql: made });
const inUtc = (time: Sql) => sql`(${time} at time zone 'UTC')`;
const partOfTime = (field: string) => (time: Sql) =>
  number(sql`extract(${sql.raw(field)} from ${inUtc(time)})`);
/** Places in a text are counted from 0; a number that is none of them reads nothing. */
const place = (of: Sql) => sql`least(greatest(trunc(${of}), 0), 1e9)::int`;

/** A value as one of a type, where it can be read so: JSON holds all of them. */
export function readAs(value: Value, type: ValueType): Sql | undefined {
  if (value.type === type) return value.sql;
  const { sql: of } = value;
  if (value.type !== "json") {
    if (value.type === "date" && type === "time") return sql`(${of}::timestamp at time zone 'UTC')`;
    return undefined;
  }
  const isOf = (kind: string) => sql`jsonb_typeof(${of}) = ${sql.lit(kind)}`;
  if (type === "text") return sql`(${of} #>> '{}')`;
  if (type === "number") return sql`case when ${isOf("number")} then (${of} #>> '{}')::float8 end`;
  if (type === "boolean")
    return sql`case when ${isOf("boolean")} then (${of} #>> '{}')::boolean end`;
  return undefined;
}

interface Signature {
  types: readonly ValueType[];
  make: (...parts: readonly Sql[]) => Value;
}

const one = (type: ValueType, make: (a: Sql) => Value): Signature => ({
  types: [type],
  make: (a = sql`null`) => make(a),
});
const two = (first: ValueType, second: ValueType, make: (a: Sql, b: Sql) => Value): Signature => ({
  types: [first, second],
  make: (a = sql`null`, b = sql`null`) => make(a, b),
});

const signatures: Readonly<Record<string, readonly Signature[]>> = {
  substringof: [two("text", "text", (a, b) => yes(sql`(strpos(${b}, ${a}) > 0)`))],
  endswith: [two("text", "text", (a, b) => yes(sql`(right(${a}, length(${b})) = ${b})`))],
  startswith: [two("text", "text", (a, b) => yes(sql`starts_with(${a}, ${b})`))],
  indexof: [two("text", "text", (a, b) => number(sql`strpos(${a}, ${b}) - 1`))],
  concat: [two("text", "text", (a, b) => text(sql`(${a} || ${b})`))],
  length: [one("text", (a) => number(sql`length(${a})`))],
  tolower: [one("text", (a) => text(sql`lower(${a})`))],
  toupper: [one("text", (a) => text(sql`upper(${a})`))],
  trim: [one("text", (a) => text(sql`btrim(${a})`))],
  substring: [
    two("text", "number", (a, b) => text(sql`substr(${a}, ${place(b)} + 1)`)),
    {
      types: ["text", "number", "number"],
      make: (a = sql`null`, b = sql`null`, c = sql`null`) =>
        text(sql`substr(${a}, ${place(b)} + 1, ${place(c)})`),
    },
  ],
  year: [one("time", partOfTime("year"))],
  month: [one("time", partOfTime("month"))],
  day: [one("time", partOfTime("day"))],
  hour: [one("time", partOfTime("hour"))],
  minute: [one("time", partOfTime("minute"))],
  second: [one("time", (a) => number(sql`floor(extract(second from ${a}))`))],
  fractionalseconds: [one("time", (a) => number(sql`mod(extract(second from ${a}), 1)`))],
  date: [one("time", (a) => ({ type: "date", sql: sql`${inUtc(a)}::date` }))],
  time: [one("time", (a) => ({ type: "clock", sql: sql`${inUtc(a)}::time` }))],
  totaloffsetminutes: [one("time", (a) => number(sql`case when ${a} is not null then 0 end`))],
  now: [{ types: [], make: () => ({ type: "time", sql: sql`now()` }) }],
  mindatetime: [{ types: [], make: () => ({ type: "time", sql: sql`'-infinity'::timestamptz` }) }],
  maxdatetime: [{ types: [], make: () => ({ type: "time", sql: sql`'infinity'::timestamptz` }) }],
  // Halves away from zero, as in OData; PostgreSQL rounds them to the even one.
  round: [
    one("number", (a) =>
      number(sql`select sign(r.a) * floor(abs(r.a) + 0.5) from (select ${a} as a offset 0) r`),
    ),
  ],
  floor: [one("number", (a) => number(sql`floor(${a})`))],
  ceiling: [one("number", (a) => number(sql`ceil(${a})`))],
};

/** A stored point and a literal geometry, in either order. */
function placesOf([a, b]: readonly Value[]) {
  if (a?.type !== "geometry" || b?.type !== "geometry") return undefined;
  if (!a.shape && b.shape) return { at: storedPoint(a.sql), shape: b.shape, isReversed: false };
  if (a.shape && !b.shape) return { at: storedPoint(b.sql), shape: a.shape, isReversed: true };
  return undefined;
}

function placeCall(name: string, parts: readonly Value[]): Value | undefined {
  const [first] = parts;
  if (name === "geo.length" && first?.type === "geometry" && parts.length === 1)
    return number(sql`${first.shape ? lengthOf(first.shape) : 0}`);
  const places = placesOf(parts);
  if (!places) return undefined;
  const { at, shape, isReversed } = places;
  if (name === "st_relate") {
    const found = askedRelation(at, shape, parts[2]?.text ?? "", isReversed);
    return parts.length === 3 && found ? yes(found) : undefined;
  }
  if (parts.length !== 2) return undefined;
  if (name === "geo.distance") return number(distanceTo(at, shape));
  return isPlaceRelation(name) ? yes(placeRelation(name, at, shape, isReversed)) : undefined;
}

const placeNames = ["geo.length", "geo.distance", "st_relate"];

/** Tells whether there is a function of the name. */
export const isFunction = (name: string): boolean =>
  Object.hasOwn(signatures, name) || placeNames.includes(name) || isPlaceRelation(name);

/** Value that a function makes of its parts; undefined where they are not of its types. */
export function callFunction(name: string, parts: readonly Value[]): Value | undefined {
  const own = Object.hasOwn(signatures, name) ? signatures[name] : undefined;
  if (!own) return placeCall(name, parts);
  for (const { types, make } of own) {
    if (types.length !== parts.length) continue;
    const read = parts.flatMap((part, place) => {
      const type = types[place];
      const found = type && readAs(part, type);
      return found ? [found] : [];
    });
    if (read.length === types.length) return make(...read);
  }
  return undefined;
}
