/** Spans of statements: children of a request's or a job's span, none beside one. */
import { AsyncResource } from "node:async_hooks";
import { Stream } from "node:stream";
import type pg from "pg";
import type { OpenSpan, Tracing } from "./spans.ts";
import { failureKind, tracing } from "./tracing.ts";

/** Text of a statement without what is written into it: values come beside the text, texts in quotes are hidden. */
export const withoutTexts = (statement: string) =>
  statement
    .replace(/\$(\w*)\$.*?\$\1\$/gs, "'?'")
    .replace(/'[^']*'/g, "'?'")
    .replace(/\s+/g, " ")
    .trim();

/** Brackets within brackets that are looked through, and characters in which the table is looked for. */
const depth = 20;
const beginning = 4000;

/** Its verb, and the table that it names first outside of brackets. */
export function summaryOf(statement: string): { operation: string; summary: string } {
  let outer = statement.slice(0, beginning);
  for (let n = 0, inner = ""; n < depth && inner !== outer; n++) {
    inner = outer;
    outer = inner.replace(/\([^()]*\)/g, " ");
  }
  const main = outer.replace(/^\s*with\b.*?\b(?=(?:select|insert|update|delete|merge)\b)/is, "");
  const operation = /[a-z]+/i.exec(main)?.[0].toUpperCase() ?? "QUERY";
  const table = /\b(?:from|into|update|table|copy)\s+(?:only\s+)?"?([a-z_][\w.]*)/i.exec(main)?.[1];
  return { operation, summary: table ? `${operation} ${table}` : operation };
}

function textOf(query: unknown): string | undefined {
  if (typeof query === "string") return query;
  const text = typeof query === "object" && query && "text" in query ? query.text : undefined;
  return typeof text === "string" ? text : undefined;
}

function beginSpan(on: Tracing, query: unknown): OpenSpan | undefined {
  const text = textOf(query);
  if (text === undefined) return undefined;
  const statement = withoutTexts(text);
  const { operation, summary } = summaryOf(statement);
  return on.beginInside({
    name: summary,
    kind: "client",
    attributes: {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      "db.query.summary": summary,
      "db.query.text": statement,
    },
  });
}

function endSpan(span: OpenSpan, error: unknown) {
  if (!error) return span.end();
  const kind = failureKind(error);
  span.end({ "db.response.status_code": kind }, kind);
}

type Query = (...given: unknown[]) => unknown;
type Callback = (error: unknown, ...more: unknown[]) => unknown;
const isCallback = (given: unknown): given is Callback => typeof given === "function";

/** A connection's `query` with spans; as pg's own it is given a stream, a callback, or answers with a promise. */
function traced(query: Query): Query {
  return (...given) => {
    const on = tracing();
    const span = on && beginSpan(on, given[0]);
    if (!span) return query(...given);
    const [first] = given;
    if (first instanceof Stream) {
      first.once("error", (error) => endSpan(span, error)).once("close", () => span.end());
      return query(...given);
    }
    const last = given.at(-1);
    if (isCallback(last))
      return query(...given.slice(0, -1), (error: unknown, ...more: unknown[]) => {
        endSpan(span, error);
        return last(error, ...more);
      });
    const answer = query(...given);
    if (answer instanceof Promise)
      answer.then(
        () => span.end(),
        (error: unknown) => endSpan(span, error),
      );
    // A cursor: its rows come later, in statements of their own.
    else span.end();
    return answer;
  };
}

/** Has a pool's statements traced, while traces are on. */
export function traceQueries(pool: pg.Pool): void {
  if (!tracing()) return;
  // A connection is handed over by whoever gives it back: without this the statement would be that one's child.
  const connect: Query = pool.connect.bind(pool);
  Object.assign(pool, {
    connect: (callback?: Callback) =>
      callback ? connect(AsyncResource.bind(callback)) : connect(),
  });
  pool.on("connect", (client) => {
    const query: Query = client.query.bind(client);
    Object.assign(client, { query: traced(query) });
  });
}
