/** Makes a condition of SQL from an expression of `$filter`: every value of it is a parameter of the statement. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { refuseField } from "../../../http/problem.ts";
import { type EntitySet, model, ownValue, plainName } from "../model/model.ts";
import {
  type Arithmetic,
  arithmetic,
  type Comparison,
  comparisons,
  type Expression,
  type Operator,
} from "../query/expression.ts";
import { queryLimits } from "../query/options.ts";
import { refuseName, refuseSyntax, refuseType, refuseUnserved } from "../query/refuse-query.ts";
import { readShape } from "../query/well-known-text.ts";
import { callFunction, isFunction, readAs, type Value } from "./functions-sql.ts";
import type { Reader } from "./reader-sql.ts";
import { propertyOf, sourceOf } from "./sources-sql.ts";

type Sql = RawBuilder<unknown>;
export type Condition = RawBuilder<SqlBool>;
type Literal = Extract<Expression, { kind: "literal" }>;

/** Rows of a set under a name of the statement. */
export interface Rows {
  set: EntitySet;
  alias: string;
}

/** Sets that a part of the expression reads beside its own, by their path. */
type Joins = Map<string, Rows & { source: Sql; on: Condition }>;

const maxJoins = 6;
const option = "$filter";

const comparisonSql: Record<Comparison, Sql> = {
  eq: sql`=`,
  ne: sql`is distinct from`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
};
const arithmeticSql: Record<Arithmetic, (a: Sql, b: Sql) => Sql> = {
  add: (a, b) => sql`(${a} + ${b})`,
  sub: (a, b) => sql`(${a} - ${b})`,
  mul: (a, b) => sql`(${a} * ${b})`,
  div: (a, b) => sql`(${a} / nullif(${b}, 0))`,
  // Each operand is written once, and `offset` keeps PostgreSQL from writing it twice: a chain would double with every link.
  mod: (a, b) => sql`(select m.a - m.b * trunc(m.a / nullif(m.b, 0))
    from (select ${a} as a, ${b} as b offset 0) m)`,
};

const asComparison = (operator: Operator) => comparisons.find((one) => one === operator);
const asArithmetic = (operator: Operator) => arithmetic.find((one) => one === operator);

/** Days that no calendar has pass the pattern, and not PostgreSQL. */
function timeOf({ text, at }: Literal): Value {
  if (Number.isNaN(Date.parse(text))) return refuseSyntax(option, at, text);
  return { type: "time", sql: sql`${text}::timestamptz` };
}

function durationOf({ text, at }: Literal): Value {
  const isOne = /^-?P(?=.)(\d{1,6}D)?(T(?=.)(\d{1,6}H)?(\d{1,6}M)?(\d{1,9}(\.\d{1,6})?S)?)?$/.test(
    text,
  );
  if (!isOne) return refuseSyntax(option, at, text);
  const plain = sql`${text.replace(/^-/, "")}::interval`;
  return { type: "duration", sql: text.startsWith("-") ? sql`(-${plain})` : plain };
}

function literalOf(literal: Literal): Value {
  const { type, text, at } = literal;
  if (type === "null") return { type, sql: sql`null` };
  if (type === "boolean") return { type, sql: sql`${text === "true"}::boolean` };
  if (type === "number") return { type, sql: sql`${Number(text)}::float8` };
  if (type === "time") return timeOf(literal);
  if (type === "duration") return durationOf(literal);
  if (type === "date") {
    timeOf(literal);
    return { type, sql: sql`${text}::date` };
  }
  if (type === "text") return { type, sql: sql`${text}::text`, text };
  const shape = readShape(text);
  return shape ? { type, sql: sql`null`, shape } : refuseSyntax(option, at, text);
}

/** An interval is after a moment where it begins no earlier, and before it where it ends no later. */
function compareInterval(operator: Comparison, interval: Sql, time: Sql): Condition {
  const [from, to] = [sql`lower(${interval})`, sql`upper(${interval})`];
  if (operator === "eq") return sql`(${from} = ${time} and ${to} = ${time})`;
  if (operator === "ne") return sql`((${from} = ${time} and ${to} = ${time}) is not true)`;
  const end = operator === "gt" || operator === "ge" ? from : to;
  return sql`(${end} ${comparisonSql[operator]} ${time})`;
}

const turned: Record<Comparison, Comparison> = {
  eq: "eq",
  ne: "ne",
  gt: "lt",
  ge: "le",
  lt: "gt",
  le: "ge",
};

/** Undefined where the two cannot be compared so. */
function compare(operator: Comparison, left: Value, right: Value): Condition | undefined {
  if (left.type === "null") return compareNull(operator, right);
  if (right.type === "null") return compareNull(operator, left);
  if (left.type === "interval" || right.type === "interval") {
    const isLeft = left.type === "interval";
    const time = readAs(isLeft ? right : left, "time");
    const own = isLeft ? operator : turned[operator];
    return time && compareInterval(own, isLeft ? left.sql : right.sql, time);
  }
  const type = left.type === "json" || left.type === "date" ? right.type : left.type;
  const [a, b] = [
    readAs(left, type === "json" ? "text" : type),
    readAs(right, type === "json" ? "text" : type),
  ];
  const isOrdered = type !== "boolean" || operator === "eq" || operator === "ne";
  if (!a || !b || !isOrdered || type === "geometry") return undefined;
  return sql`(${a} ${comparisonSql[operator]} ${b})`;
}

function compareNull(operator: Comparison, { sql: of }: Value): Condition | undefined {
  if (operator === "eq") return sql`(${of} is null)`;
  return operator === "ne" ? sql`(${of} is not null)` : undefined;
}

/** Undefined where the two cannot be reckoned so. */
function reckon(operator: Arithmetic, left: Value, right: Value): Value | undefined {
  const made = (type: Value["type"]): Value => ({
    type,
    sql: arithmeticSql[operator](left.sql, right.sql),
  });
  const isSum = operator === "add" || operator === "sub";
  if (left.type === "time" && right.type === "duration" && isSum) return made("time");
  if (left.type === "time" && right.type === "time" && operator === "sub") return made("duration");
  const [a, b] = [readAs(left, "number"), readAs(right, "number")];
  return a && b ? { type: "number", sql: arithmeticSql[operator](a, b) } : undefined;
}

class Conditions {
  private names = 0;
  private readonly reader: Reader;
  private readonly rows: Rows;

  constructor(reader: Reader, rows: Rows) {
    this.reader = reader;
    this.rows = rows;
  }

  condition(expression: Expression): Condition {
    if (expression.kind === "not") return sql`(not ${this.condition(expression.of)})`;
    if (
      expression.kind === "binary" &&
      (expression.operator === "and" || expression.operator === "or")
    ) {
      const [left, right] = [this.condition(expression.left), this.condition(expression.right)];
      return expression.operator === "and"
        ? sql`(${left} and ${right})`
        : sql`(${left} or ${right})`;
    }
    return this.leaf(expression);
  }

  /** Where the part reads other sets, it holds if it does for some of their rows. */
  private leaf(expression: Expression): Condition {
    const joins: Joins = new Map();
    const found = this.value(expression, joins);
    const read = readAs(found, "boolean");
    if (!read) return refuseType(option, expression.at, "$filter");
    if (joins.size === 0) return sql`coalesce(${read}, false)`;
    const sources = [...joins.values()].map(
      ({ source, alias }) => sql`${source} ${sql.ref(alias)}`,
    );
    const all = [...joins.values()].map(({ on }) => on);
    return sql`exists (select from ${sql.join(sources)}
      where ${sql.join([...all, read], sql` and `)})`;
  }

  private value(expression: Expression, joins: Joins): Value {
    switch (expression.kind) {
      case "literal":
        return literalOf(expression);
      case "path":
        return this.path(expression.segments, expression.at, joins);
      case "call":
        return this.call(expression, joins);
      case "not": {
        const of = readAs(this.value(expression.of, joins), "boolean");
        if (!of) return refuseType(option, expression.at, "not");
        return { type: "boolean", sql: sql`(not ${of})` };
      }
      case "binary":
        return this.binary(expression, joins);
    }
  }

  private binary(
    { operator, left, right, at }: Extract<Expression, { kind: "binary" }>,
    joins: Joins,
  ): Value {
    const [a, b] = [this.value(left, joins), this.value(right, joins)];
    const comparison = asComparison(operator);
    if (comparison) {
      const found = compare(comparison, a, b);
      return found ? { type: "boolean", sql: found } : refuseType(option, at, operator);
    }
    const reckoned = asArithmetic(operator);
    if (reckoned) return reckon(reckoned, a, b) ?? refuseType(option, at, operator);
    const [first, second] = [readAs(a, "boolean"), readAs(b, "boolean")];
    if (!first || !second) return refuseType(option, at, operator);
    const joint = operator === "and" ? sql`and` : sql`or`;
    return { type: "boolean", sql: sql`(${first} ${joint} ${second})` };
  }

  private call({ name, parts, at }: Extract<Expression, { kind: "call" }>, joins: Joins): Value {
    if (!isFunction(name)) return refuseName(option, at, name, "$filter");
    const values = parts.map((part) => this.value(part, joins));
    return callFunction(name, values) ?? refuseType(option, at, name);
  }

  private path(segments: readonly string[], at: number, joins: Joins): Value {
    let { set, alias } = this.rows;
    for (const [place, segment] of segments.entries()) {
      const name = plainName(segment);
      const relation = ownValue(model[set].relations, name);
      if (!relation) {
        const found = propertyOf(this.reader, set, name, alias);
        if (!found) return refuseName(option, at, segment, set);
        return within(found, segments.slice(place + 1)) ?? refuseName(option, at, segment, set);
      }
      if (relation.to === "Observations") return refuseUnserved(option, at, segments.join("/"));
      const key = segments.slice(0, place + 1).join("/");
      const known = joins.get(key) ?? {
        set: relation.to,
        alias: `${this.rows.alias}_${++this.names}`,
      };
      const on = relation.by.map(
        (one) => sql<SqlBool>`${sql.ref(`${known.alias}.${one}`)} = ${sql.ref(`${alias}.${one}`)}`,
      );
      const source = sourceOf(this.reader, relation.to);
      joins.set(key, { ...known, source, on: sql`${sql.join(on, sql` and `)}` });
      if (joins.size > maxJoins)
        return refuseField(option, "query_too_deep", {
          max: queryLimits.depth,
          parts: maxJoins,
        });
      ({ set, alias } = known);
    }
    return refuseSyntax(option, at, segments.join("/"));
  }
}

/** A part of a JSON value; undefined where the value has no parts. */
function within(found: Value, segments: readonly string[]): Value | undefined {
  if (segments.length === 0) return found;
  if (found.type !== "json") return undefined;
  return { type: "json", sql: sql`(${found.sql} #> ${[...segments]}::text[])` };
}

/** The condition of an expression over rows of a set. @throws {FieldProblem} where it cannot be read so */
export const conditionOf = (reader: Reader, rows: Rows, expression: Expression): Condition =>
  new Conditions(reader, rows).condition(expression);

/** The value of a path of `$orderby`: a property, or one of an entity of which there is one. */
export function orderedValue(
  reader: Reader,
  { set, alias }: Rows,
  segments: readonly string[],
  at: number,
): Sql {
  const [segment = "", ...rest] = segments;
  const name = plainName(segment);
  const relation = ownValue(model[set].relations, name);
  if (!relation) {
    const found = propertyOf(reader, set, name, alias);
    const value = found && within(found, rest);
    if (!value) return refuseName("$orderby", at, segment, set);
    return value.type === "geometry" ? refuseType("$orderby", at, segment) : value.sql;
  }
  if (relation.isMany || rest.length === 0)
    return refuseName("$orderby", at, segments.join("/"), set);
  const below = `${alias}_o`;
  const on = relation.by.map(
    (one) => sql`${sql.ref(`${below}.${one}`)} = ${sql.ref(`${alias}.${one}`)}`,
  );
  return sql`(select ${orderedValue(reader, { set: relation.to, alias: below }, rest, at)}
    from ${sourceOf(reader, relation.to)} ${sql.ref(below)} where ${sql.join(on, sql` and `)})`;
}
