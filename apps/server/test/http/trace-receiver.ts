/** A collector of traces (OTLP over HTTP, JSON) that keeps what it is sent. */
import { once } from "node:events";
import { createServer } from "node:http";

export interface SentSpan {
  service: string;
  name: string;
  /** OTLP's number: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, string | number>;
  status: { code?: number };
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number; doubleValue?: number };
}
interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<SentSpan, "attributes" | "service"> & { attributes: Attribute[] })[];
    }[];
  }[];
}

const toRecord = (attributes: Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.doubleValue ?? "",
    ]),
  );

/** Spans of a body that was posted. */
function spansOf(body: string): SentSpan[] {
  const { resourceSpans }: Export = JSON.parse(body);
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        service: String(toRecord(resource.attributes)["service.name"]),
        attributes: toRecord(span.attributes),
      })),
    ),
  );
}

/** Starts one on a free port; `answers` false: it takes every connection and never says a word. */
export async function startTraceReceiver(answers = true) {
  const bodies: string[] = [];
  const heads: string[] = [];
  let waiting = 0;
  const server = createServer(async (request, response) => {
    waiting++;
    response.once("close", () => waiting--);
    heads.push(`${request.method} ${request.url} ${request.headers.authorization ?? ""}`);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    bodies.push(Buffer.concat(parts).toString());
    if (answers) response.setHeader("content-type", "application/json").end("{}");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const at = server.address();
  return {
    address: `http://127.0.0.1:${typeof at === "object" && at ? at.port : 0}`,
    heads,
    spans: () => bodies.flatMap(spansOf),
    /** Requests without an answer. */
    waiting: () => waiting,
    /** Everything as it came. */
    text: () => bodies.join("\n"),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
