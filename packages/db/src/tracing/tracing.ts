/**
 * Spans of requests, jobs and statements, for whoever has a collector. Off unless it is set: then nothing of
 * OpenTelemetry is loaded, and every call here is a look at a variable.
 */

import type { OpenSpan, TraceParent, Tracing, TracingSettings } from "./spans.ts";

let current: Tracing | undefined;

/** Traces of this program; undefined: they are off. */
export const tracing = (): Tracing | undefined => current;

/**
 * Begins to trace, where that is set; to be called before a pool is opened.
 * @returns what ends it
 * @throws when the certificate cannot be read
 */
export async function startTracing(
  settings: TracingSettings | undefined,
  program: { name: string; version: string; log: (line: string) => void },
): Promise<() => Promise<void>> {
  if (!settings) return async () => {};
  const { openTelemetry } = await import("./open-telemetry.ts");
  const opened = await openTelemetry(settings, program);
  current = opened;
  return async () => {
    current = undefined;
    await opened.close();
  };
}

/** Kind of a failure: a code (of the system, of PostgreSQL), or the error's class; never its text. */
export function failureKind(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "_OTHER";
  return "code" in thrown && typeof thrown.code === "string" ? thrown.code : thrown.name;
}

/** Runs work within a span that ends with it. */
export async function inSpan<T>(span: OpenSpan | undefined, work: () => Promise<T>): Promise<T> {
  if (!span) return work();
  try {
    const result = await span.within(work);
    span.end();
    return result;
  } catch (error) {
    span.end({}, failureKind(error));
    throw error;
  }
}

/** Place in a trace that a job's data holds. */
export function placeIn(data: unknown): TraceParent {
  const held = typeof data === "object" && data ? { ...data } : {};
  const { traceparent, tracestate }: { traceparent?: unknown; tracestate?: unknown } = held;
  return {
    ...(typeof traceparent === "string" && { traceparent }),
    ...(typeof tracestate === "string" && { tracestate }),
  };
}
