/** Spans and places in traces, as the product speaks of them: types alone. */

/** Settings of traces, complete. */
export interface TracingSettings {
  /** Whole address to which traces are posted. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Certificate of the collector's authority, where that is one's own. */
  caFile: string | undefined;
  /** Name of the service; without it the program's. */
  service: string | undefined;
  resource: Readonly<Record<string, string>>;
  sampler: `${"" | "parentbased_"}${"always_on" | "always_off" | "traceidratio"}`;
  /** From 0 to 1. */
  ratio: number;
}

/** Place in a trace, as W3C Trace Context writes it. */
export interface TraceParent {
  traceparent?: string;
  tracestate?: string;
}

type Attributes = Readonly<Record<string, string | number>>;

/** Beginning of a span. */
export interface SpanStart {
  /** Of few values: a route's pattern, a queue, never a record's number. */
  name: string;
  kind: "server" | "consumer" | "client" | "internal";
  /** By the semantic conventions; nothing of a person, no token, no address. */
  attributes?: Attributes;
  /** Begins at this place, or anew where it has none; without it the span belongs to the one under way. */
  parent?: TraceParent;
}

/** A span under way. */
export interface OpenSpan {
  /** Runs work whose spans are this one's children. */
  within: <T>(work: () => T) => T;
  /** Ends it; later ends do nothing. @param failure its kind (a status, a state, an error's name), never its text */
  end: (attributes?: Attributes, failure?: string) => void;
}

/** Traces of a program, while they are on. */
export interface Tracing {
  begin: (start: SpanStart) => OpenSpan;
  /** Begins a span where one that is sent is under way. */
  beginInside: (start: SpanStart) => OpenSpan | undefined;
  /** Place of the span under way, to be handed on. */
  carried: () => TraceParent | undefined;
  /** Identifiers of the span under way, for a line of a log. */
  ids: () => { trace_id: string; span_id: string } | undefined;
  /** Runs work that outlives the span under way, and belongs to none. */
  outside: <T>(work: () => T) => T;
  /** Sends what is left, for two seconds at most. */
  close: () => Promise<void>;
}
