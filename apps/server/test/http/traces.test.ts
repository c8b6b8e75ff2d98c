/** Traces: a request, its statements and the job that it orders are one, with nothing of people in it; off, nothing is loaded. */
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { connect } from "@nihol/db/connection";
import { parseEnv } from "@nihol/db/env";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { inSpan, startTracing, tracing } from "@nihol/db/tracing/tracing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../support/imagery-server.ts";
import { freePort, startServerProcess } from "../support/server-process.ts";
import { type SentSpan, startTraceReceiver } from "./trace-receiver.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const caller = "b7ad6b7169203331";
const traceparent = `00-${traceId}-${caller}-01`;

let dir: string;
let db: FreshDatabase;
let loaded: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "nihol-traces-"));
  db = await freshDatabase();
  loaded = join(dir, "loaded.txt");
  await writeFile(
    join(dir, "watch.mjs"),
    `import { registerHooks } from "node:module";
import { appendFileSync } from "node:fs";
registerHooks({ load(url, context, next) {
  // The types and empty calls of \`api\` come with prom-client.
  if (url.includes("@opentelemetry/") && !url.includes("@opentelemetry/api/")) appendFileSync(${JSON.stringify(loaded)}, process.argv[1] + " " + url + "\\n");
  return next(url, context);
} });`,
  );
});
afterAll(async () => {
  await db.close();
  await rm(dir, { recursive: true, force: true });
});

/** Server and worker as they are started in earnest; what they load of OpenTelemetry is written down. */
const start = (settings: Record<string, string> = {}) =>
  startServerProcess({
    NIHOL_DATA: join(dir, "data"),
    NIHOL_DATABASE: JSON.stringify(db.config),
    NODE_OPTIONS: `--import ${pathToFileURL(join(dir, "watch.mjs"))}`,
    ...settings,
  });
type Server = Awaited<ReturnType<typeof start>>;
const loads = () => readFile(loaded, "utf8").catch(() => "");

const tracedHeaders = (server: Server) => ({
  authorization: `Bearer ${server.token()}`,
  traceparent,
});
const getTraced = (server: Server, path: string) =>
  fetch(`${server.address}/api${path}`, { headers: tracedHeaders(server) });

/** Sends a body once the server has read the head: it comes by itself, as a large one does. */
async function postTraced(server: Server, path: string, body: object): Promise<unknown> {
  const call = request(`${server.address}/api${path}`, {
    method: "POST",
    headers: {
      ...tracedHeaders(server),
      "content-type": "application/json",
      expect: "100-continue",
    },
  });
  call.flushHeaders();
  await once(call, "continue");
  call.end(JSON.stringify(body));
  const [answer] = await once(call, "response");
  return JSON.parse(await readText(answer));
}

/** Orders a list and waits until the worker has made it. */
async function exportRegions(server: Server): Promise<void> {
  const order = { list: "region", format: "csv", query: { search: "a-secret-name" } };
  const { id } = (await postTraced(server, "/export", order)) as { id: number };
  await until(async () => {
    const row = (await (await server.call("GET", `/export/${id}`)).json()) as { status: string };
    return row.status === "completed";
  });
}

test("off, neither server nor worker loads anything of OpenTelemetry, and a job's data is its own", async () => {
  const server = await start();
  await exportRegions(server);
  expect(await server.stop()).toBe(0);
  expect(await loads()).toBe("");
  expect(server.output()).not.toContain("trace_id");
  const { rows } = await db.pool.query("select data from pgboss.job where name = 'export.make'");
  expect(rows).toEqual([{ data: { export: expect.any(Number) } }]);
});

test("a request continues its caller's trace, and its statements and jobs continue the request's", async () => {
  const receiver = await startTraceReceiver();
  const server = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of-the-collector",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
  });
  await exportRegions(server);
  expect((await getTraced(server, "/region?search=a-secret-name")).status).toBe(200);
  expect((await getTraced(server, "/garden/999999")).status).toBe(404);
  await server.call("GET", "/ready");
  expect(await server.stop()).toBe(0);
  receiver.close();

  const programs = await loads();
  for (const program of ["server", "worker"])
    expect(programs).toMatch(new RegExp(`apps/${program}/src/main.ts .*@opentelemetry/sdk-trace`));
  expect(new Set(receiver.heads)).toEqual(new Set(["POST /v1/traces Bearer of-the-collector"]));
  const all = receiver.spans();
  const ours = all.filter((span) => span.traceId === traceId);
  const find = (name: string) => {
    const found = ours.find((span) => span.name === name);
    if (!found) throw new Error(`${name} is not among ${ours.map((span) => span.name)}`);
    return found;
  };
  const childrenOf = ({ spanId }: SentSpan) =>
    ours.filter(({ parentSpanId }) => parentSpanId === spanId);

  const order = find("POST /api/export");
  expect(order).toMatchObject({
    service: "nihol-server",
    kind: 2,
    parentSpanId: caller,
    attributes: {
      "http.request.method": "POST",
      "http.route": "/api/export",
      "http.response.status_code": 202,
    },
  });
  expect(find("GET /api/garden/:id").attributes["http.response.status_code"]).toBe(404);
  expect(find("GET /api/garden/:id").status.code ?? 0).toBe(0);
  // Before the body came and after it.
  const statements = childrenOf(order)
    .filter(({ kind, attributes }) => kind === 3 && attributes["db.system.name"] === "postgresql")
    .map(({ name }) => name);
  expect(statements).toEqual(
    expect.arrayContaining(["SELECT user_account", "INSERT pgboss.job_common"]),
  );

  const job = find("process export.make");
  expect(job).toMatchObject({ service: "nihol-worker", kind: 5, parentSpanId: order.spanId });
  expect(childrenOf(job).map(({ name }) => name)).toEqual(
    expect.arrayContaining(["child exports", "UPDATE export"]),
  );
  // Each has its parent, or is the first of its trace.
  const known = new Set([caller, ...all.map(({ spanId }) => spanId)]);
  expect(all.filter(({ parentSpanId }) => parentSpanId && !known.has(parentSpanId))).toEqual([]);
  // Nobody's statements: polls, beats, the queue. And no probes.
  const roots = new Set(all.filter((span) => !span.parentSpanId).map(({ name }) => name));
  for (const name of roots) expect(name).toMatch(/^(GET|POST) \/api\/|^process /);
  expect([...roots].filter((name) => name.includes("ready"))).toEqual([]);

  for (const secret of ["a-secret-name", "999999", "127.0.0.1", "admin@nihol.example"])
    expect(receiver.text()).not.toContain(secret);
  for (const secret of ["nine gardens", server.token(), "of-the-collector"])
    expect(receiver.text()).not.toContain(secret);

  const signIn = /\{.*"msg":"sign-in".*\}/.exec(server.output())?.[0] ?? "{}";
  const token = all.find(({ name }) => name === "POST /api/token");
  expect(JSON.parse(signIn)).toMatchObject({ trace_id: token?.traceId, span_id: token?.spanId });
  const { rows } = await db.pool.query(
    "select data, singleton_key from pgboss.job where name = 'export.make' order by created_on desc limit 1",
  );
  expect(rows[0]).toMatchObject({
    data: { traceparent: `00-${traceId}-${order.spanId}-01` },
    singleton_key: `export=${rows[0]?.data.export}`,
  });
});

test.each(["refuses", "never answers"])(
  "a collector that %s costs one line and no time",
  async (kind) => {
    const silent = kind === "never answers" ? await startTraceReceiver(false) : undefined;
    const said: string[] = [];
    const close = await startTracing(
      parseEnv({
        OTEL_EXPORTER_OTLP_ENDPOINT: silent?.address ?? `http://127.0.0.1:${await freePort()}`,
      }).traces,
      { name: "nihol-test", version: "1", log: (line) => said.push(line) },
    );
    for (let n = 0; n < 50_000; n++) tracing()?.begin({ name: "one", kind: "internal" }).end();
    await close();
    expect(tracing()).toBeUndefined();
    if (silent) {
      // The end did not wait for answers. What waits to be sent is bounded; the rest was dropped.
      expect(silent.waiting()).toBeGreaterThan(0);
      expect(silent.spans().length).toBeLessThan(10_000);
    } else await until(async () => said.length > 0);
    expect(said.length).toBeLessThanOrEqual(1);
    silent?.close();
  },
);

test("statements that wait for one connection are each the child of whoever asked, and errors tell no value", async () => {
  const receiver = await startTraceReceiver();
  const settings = {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.address}/elsewhere`,
    OTEL_TRACES_SAMPLER: "parentbased_always_on",
  };
  const close = await startTracing(parseEnv(settings).traces, {
    name: "nihol-test",
    version: "1",
    log: () => {},
  });
  const { pool, close: closePool } = connect(db.config, { max: 1 });
  const ask = (name: string, parent: object = {}) =>
    inSpan(tracing()?.begin({ name, kind: "internal", parent }), async () => {
      for (const n of [1, 2, 3])
        await pool.query(`with w as (select 1 from region) select '${name} ${n}', $1::int`, [n]);
    });
  const unsent = { traceparent: "00-11111111111111111111111111111111-2222222222222222-00" };
  await Promise.all([ask("first"), ask("second"), ask("third"), ask("unsent", unsent)]);
  const failing = inSpan(tracing()?.begin({ name: "failing", kind: "internal" }), () =>
    pool.query("select $1::int", ["a secret name"]),
  );
  await expect(failing).rejects.toThrow("a secret name");
  await closePool();
  await close();
  receiver.close();
  expect(new Set(receiver.heads)).toEqual(new Set(["POST /elsewhere "]));
  const spans = receiver.spans();
  const children = (parent: string) => {
    const of = spans.find(({ name }) => name === parent);
    return spans
      .filter(({ parentSpanId }) => of && parentSpanId === of.spanId)
      .map(({ name, traceId }) => [name, traceId === of?.traceId]);
  };
  for (const name of ["first", "second", "third"])
    expect(children(name)).toEqual([1, 2, 3].map(() => ["SELECT", true]));
  expect(spans).toHaveLength(14);
  expect(
    spans
      .filter(({ status }) => status.code === 2)
      .map(({ attributes }) => attributes["error.type"]),
  ).toEqual(expect.arrayContaining(["22P02"]));
  expect(receiver.text()).not.toMatch(/a secret name|first 1/);
});
