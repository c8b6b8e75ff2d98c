/** Parts of a `$filter` on observations that say which datastreams and which time: by them the store finds its rows. */

import { plainName } from "../model/model.ts";
import { conjunctsOf, type Expression } from "../query/expression.ts";
import { observationParts } from "./id-condition-sql.ts";

/** Milliseconds since 1970; `to` is exclusive. */
export interface TimeRange {
  from: number | undefined;
  to: number | undefined;
}

export interface ObservationFilter {
  range: TimeRange;
  /** Conditions on the datastream alone, written over it. */
  onDatastream: Expression[];
  /** Everything else. */
  rest: Expression[];
}

const later = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
const earlier = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

export const within = (a: TimeRange, b: TimeRange): TimeRange => ({
  from: later(a.from, b.from),
  to: earlier(a.to, b.to),
});

const turned = new Map([
  ["gt", "lt"],
  ["ge", "le"],
  ["lt", "gt"],
  ["le", "ge"],
]);

/** Readings are kept by milliseconds: a finer moment stays a condition. */
function millisecondsOf(expression: Expression): number | undefined {
  if (expression.kind !== "literal" || expression.type !== "time") return undefined;
  if (/\.\d{3}\d*[1-9]/.test(expression.text)) return undefined;
  const at = Date.parse(expression.text);
  return Number.isNaN(at) ? undefined : at;
}

const isTime = (expression: Expression) =>
  expression.kind === "path" &&
  expression.segments.length === 1 &&
  ["phenomenonTime", "resultTime"].includes(expression.segments[0] ?? "");

/** The range that a comparison with a moment says; undefined for any other expression. */
function rangeOf(expression: Expression): TimeRange | undefined {
  if (expression.kind !== "binary") return undefined;
  const { left, right, operator } = expression;
  const isTurned = isTime(right);
  const at = millisecondsOf(isTurned ? left : right);
  if (at === undefined || !isTime(isTurned ? right : left)) return undefined;
  const own = isTurned ? (turned.get(operator) ?? operator) : operator;
  if (own === "eq") return { from: at, to: at + 1 };
  if (own === "gt") return { from: at + 1, to: undefined };
  if (own === "ge") return { from: at, to: undefined };
  if (own === "lt") return { from: undefined, to: at };
  return own === "le" ? { from: undefined, to: at + 1 } : undefined;
}

/** The expression with paths counted from the datastream; undefined where one of them does not lead there. */
function overDatastream(expression: Expression): Expression | undefined {
  if (expression.kind === "literal") return expression;
  if (expression.kind === "path") {
    const [first, ...segments] = expression.segments;
    return first === "Datastream" && segments.length > 0 ? { ...expression, segments } : undefined;
  }
  if (expression.kind === "not") {
    const of = overDatastream(expression.of);
    return of && { ...expression, of };
  }
  if (expression.kind === "binary") {
    const [left, right] = [overDatastream(expression.left), overDatastream(expression.right)];
    return left && right && { ...expression, left, right };
  }
  const parts = expression.parts.map(overDatastream);
  const known = parts.flatMap((part) => (part ? [part] : []));
  return known.length === parts.length ? { ...expression, parts: known } : undefined;
}

/** `id eq '3-co2-1764374400000'` as its datastream and its moment. */
function byId(expression: Expression): { stream: Expression; range: TimeRange } | undefined {
  if (expression.kind !== "binary" || expression.operator !== "eq") return undefined;
  const { left, right, at } = expression;
  const [path, literal] = left.kind === "path" ? [left, right] : [right, left];
  const isId = path.kind === "path" && path.segments.length === 1;
  if (!isId || plainName(path.segments[0] ?? "") !== "id") return undefined;
  if (literal.kind !== "literal" || literal.type !== "text") return undefined;
  const parts = observationParts(literal.text);
  if (!parts) return undefined;
  const id: Expression = { ...literal, text: `${parts.deviceId}-${parts.key}` };
  const stream: Expression = { kind: "binary", operator: "eq", left: path, right: id, at };
  return { stream, range: { from: parts.at, to: parts.at + 1 } };
}

/** Sorts the parts of a filter that all must hold. */
export function splitFilter(filter: Expression | undefined): ObservationFilter {
  const found: ObservationFilter = {
    range: { from: undefined, to: undefined },
    onDatastream: [],
    rest: [],
  };
  for (const one of filter ? conjunctsOf(filter) : []) {
    const range = rangeOf(one);
    const single = byId(one);
    const onDatastream = one.kind === "literal" ? undefined : overDatastream(one);
    if (range) found.range = within(found.range, range);
    else if (single) {
      found.range = within(found.range, single.range);
      found.onDatastream.push(single.stream);
    } else if (onDatastream) found.onDatastream.push(onDatastream);
    else found.rest.push(one);
  }
  return found;
}
