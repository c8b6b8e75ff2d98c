/** OpenTelemetry behind `tracing.ts`, which alone imports it, and only while traces are set. */
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  ExportResultCode,
  setGlobalErrorHandler,
  W3CTraceContextPropagator,
} from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { OpenSpan, SpanStart, TraceParent, Tracing, TracingSettings } from "./spans.ts";

/** Milliseconds that an end waits for the collector; a worker's whole end has seven seconds. */
const flushMs = 2000;
/** Milliseconds until the collector must have answered. */
const answerMs = 5000;
/** Spans that wait to be sent; those beyond are dropped. */
const queued = 4096;
/** Characters of an attribute: a statement may be long. */
const attributeChars = 4000;

const kinds = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const [, parentBased, rule] = /^(parentbased_)?(.+)$/.exec(sampler) ?? [];
  const root =
    rule === "traceidratio"
      ? new TraceIdRatioBasedSampler(ratio)
      : rule === "always_off"
        ? new AlwaysOffSampler()
        : new AlwaysOnSampler();
  return parentBased ? new ParentBasedSampler({ root }) : root;
}

/** Failure of an export in a few words; an answer's body stays out of the log. */
function reasonOf(error: Error | undefined): string {
  const code = error && "code" in error ? error.code : undefined;
  if (typeof code === "number") return `HTTP ${code}`;
  return typeof code === "string" ? code : (error?.message ?? "it fails");
}

/** An exporter that says once that the collector takes nothing, and once that it does again. */
function saying(exporter: SpanExporter, url: string, log: (line: string) => void): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !isFailing)
          log(
            `traces: ${new URL(url).host} does not take them (${reasonOf(result.error)}); they are dropped until it does`,
          );
        if (!failed && isFailing) log("traces: they are taken again");
        isFailing = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

async function providerOf(
  settings: TracingSettings,
  program: { name: string; version: string; log: (line: string) => void },
) {
  const { caFile, headers, url } = settings;
  const ca =
    caFile === undefined
      ? undefined
      : await readFile(caFile).catch((error: Error) => {
          throw new Error(
            `OTEL_EXPORTER_OTLP_CERTIFICATE names a file that cannot be read: ${error.message}`,
          );
        });
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: answerMs,
    httpAgentOptions: ca ? { keepAlive: true, ca } : { keepAlive: true },
  });
  return new TracerProvider({
    sampler: samplerOf(settings),
    resource: resourceFromAttributes({
      "service.version": program.version,
      ...settings.resource,
      "service.name": settings.service ?? settings.resource["service.name"] ?? program.name,
    }),
    spanLimits: { attributeValueLengthLimit: attributeChars },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: saying(exporter, url, program.log),
        maxQueueSize: queued,
        exportTimeoutMillis: answerMs * 2,
      }),
    ],
  });
}

/** A span of OpenTelemetry as the rest of the product handles it. */
function opened(span: Span): OpenSpan {
  return {
    within: (work) => context.with(trace.setSpan(context.active(), span), work),
    end(attributes = {}, failure) {
      // One that has ended takes nothing more, and would say so on the console.
      if (!span.isRecording()) return;
      span.setAttributes(attributes);
      if (failure !== undefined) {
        span.setAttribute("error.type", failure);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

/** Starts OpenTelemetry for this program. @throws when the certificate cannot be read */
export async function openTelemetry(
  settings: TracingSettings,
  program: { name: string; version: string; log: (line: string) => void },
): Promise<Tracing> {
  // Failures of exports come here as well, after `saying` has said what is to be said.
  setGlobalErrorHandler(() => {});
  const provider = await providerOf(settings, program);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer("nihol", program.version);
  const propagator = new W3CTraceContextPropagator();
  const placeOf = (parent: TraceParent) =>
    propagator.extract(ROOT_CONTEXT, parent, {
      get: (held: TraceParent, key) =>
        key === "traceparent" || key === "tracestate" ? held[key] : undefined,
      keys: (held) => Object.keys(held),
    });
  const begin = ({ name, kind, attributes = {}, parent }: SpanStart) =>
    opened(
      tracer.startSpan(
        name,
        { kind: kinds[kind], attributes },
        parent ? placeOf(parent) : context.active(),
      ),
    );
  const underWay = () => {
    const place = trace.getSpanContext(context.active());
    return place && isSpanContextValid(place) ? place : undefined;
  };
  return {
    begin,
    beginInside: (start) => (trace.getActiveSpan()?.isRecording() ? begin(start) : undefined),
    carried() {
      if (!underWay()) return undefined;
      const held: TraceParent = {};
      propagator.inject(context.active(), held, {
        set(carrier, key, value) {
          if (key === "traceparent" || key === "tracestate") carrier[key] = value;
        },
      });
      return held;
    },
    ids() {
      const place = underWay();
      return place && { trace_id: place.traceId, span_id: place.spanId };
    },
    outside: (work) => context.with(ROOT_CONTEXT, work),
    close: () => Promise.race([provider.shutdown().catch(() => {}), wait(flushMs)]),
  };
}
