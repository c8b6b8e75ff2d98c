/** Settings of traces, under the names that OpenTelemetry gives them. */
import { address, decimal, oneOf, setting, text } from "./setting-readers.ts";
import type { TracingSettings } from "./tracing/spans.ts";

/** An address of HTTP that holds no password: doctor shows it. */
function collector(value: string | undefined): string | undefined {
  const read = address(["http", "https"])(value);
  if (read === undefined) return undefined;
  const { username, password, search, hash } = new URL(read);
  if (!username && !password && !search && !hash) return read;
  throw new Error(
    "must be an address without a password, ? and #; what it is asked with stands in OTEL_EXPORTER_OTLP_HEADERS",
  );
}

/** Reads `key=value` parted by commas, percent-encoded where need be. The values stay out of the message. */
function pairs(value: string | undefined): Record<string, string> {
  const all = value?.split(",").filter((one) => one.trim() !== "") ?? [];
  try {
    return Object.fromEntries(
      all.map((one) => {
        const [, key = "", read = ""] =
          /^\s*([A-Za-z0-9!#$%&'*+.^_`|~/-]+)\s*=(.*)$/.exec(one) ?? [];
        if (key === "") throw new Error("no key");
        return [decodeURIComponent(key), decodeURIComponent(read.trim())];
      }),
    );
  } catch {
    throw new Error("must be KEY=VALUE, several parted by commas, percent-encoded");
  }
}

/** Name and value of a header, RFC 9110. */
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The same, of what HTTP takes as headers: a line break in a value would be found at the first request only. */
function headers(value: string | undefined): Record<string, string> {
  const read = pairs(value);
  for (const [name, content] of Object.entries(read))
    if (!headerName.test(name) || !headerValue.test(content))
      throw new Error("must hold nothing that no header may hold, such as a line break");
  return read;
}

export const traceSettings = {
  traceCollector: setting(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "address of an OpenTelemetry collector that traces are sent to by OTLP over HTTP, port 4318 as a rule; /v1/traces is added to it",
    "not set: nothing is traced",
    collector,
  ),
  traceAddress: setting(
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "the same, where the address for traces is another one; nothing is added to it",
    "not set",
    collector,
  ),
  traceProtocol: setting(
    "OTEL_EXPORTER_OTLP_PROTOCOL",
    "how they are written: http/json, which collectors take at the same port as http/protobuf",
    "http/json",
    oneOf(["http/json"], "http/json"),
  ),
  traceHeaders: setting(
    "OTEL_EXPORTER_OTLP_HEADERS",
    "headers that the collector is asked with, as KEY=VALUE parted by commas",
    "none",
    headers,
    true,
  ),
  traceOwnHeaders: setting(
    "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
    "the same for traces alone, beside those",
    "none",
    headers,
    true,
  ),
  traceCaFile: setting(
    "OTEL_EXPORTER_OTLP_CERTIFICATE",
    "file with the certificate of the authority that vouches for the collector, where that is one's own (PEM)",
    "not set: the authorities that Node.js knows",
    text,
  ),
  traceService: setting(
    "OTEL_SERVICE_NAME",
    "name of the service in traces",
    "nihol-server and nihol-worker",
    text,
  ),
  traceResource: setting(
    "OTEL_RESOURCE_ATTRIBUTES",
    "what else traces say of the installation, as KEY=VALUE parted by commas (deployment.environment.name=test)",
    "nothing",
    pairs,
  ),
  traceSampler: setting(
    "OTEL_TRACES_SAMPLER",
    "which traces are sent: always_on, always_off, traceidratio, or with parentbased_ before it: as the caller decided, where its request says",
    "parentbased_always_on",
    oneOf(
      [
        "always_on",
        "always_off",
        "traceidratio",
        "parentbased_always_on",
        "parentbased_always_off",
        "parentbased_traceidratio",
      ],
      "parentbased_always_on",
    ),
  ),
  traceRatio: setting(
    "OTEL_TRACES_SAMPLER_ARG",
    "share of traces that traceidratio sends, from 0 to 1",
    "1",
    decimal(1, 0, 1),
  ),
} as const;

type TraceValues = {
  [Name in keyof typeof traceSettings]: ReturnType<(typeof traceSettings)[Name]["read"]>;
};

/** Puts the settings of traces together; undefined: nothing is traced. */
export function tracingOf(values: TraceValues): TracingSettings | undefined {
  const { traceCollector, traceAddress } = values;
  const url = traceAddress ?? (traceCollector && `${traceCollector.replace(/\/+$/, "")}/v1/traces`);
  if (!url) return undefined;
  return {
    url,
    headers: { ...values.traceHeaders, ...values.traceOwnHeaders },
    caFile: values.traceCaFile,
    service: values.traceService,
    resource: values.traceResource,
    sampler: values.traceSampler,
    ratio: values.traceRatio,
  };
}
