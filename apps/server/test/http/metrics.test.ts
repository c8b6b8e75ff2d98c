/** A monitoring program reads figures with the installation's token, and nobody without it. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@nihol/db/connection";
import { startBeats } from "@nihol/store/jobs/worker-beats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readMetricsToken } from "../../src/features/health/metrics-token.ts";
import { runTool } from "../deploy/tools.ts";
import { type TestApp, testApp } from "../support/test-app.ts";

const token = "a token of the monitoring program";
const bearer = { authorization: `Bearer ${token}` };
let server: TestApp;
beforeAll(async () => {
  server = await testApp({ metricsToken: token });
});
afterAll(() => server.close());

/** Values of a metric by its labels, as they stand in the text. */
async function readMetric(name: string): Promise<Record<string, number>> {
  const { status, body } = await server.anonymous<string>("GET", "/metrics", undefined, bearer);
  expect(status).toBe(200);
  const lines = body
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(name.length, at), Number(line.slice(at + 1))];
    }),
  );
}

test("metrics without the token, with another or with a person's are refused", async () => {
  const admin = await server.person("MasterAdmin");
  const refused = await Promise.all([
    server.anonymous("GET", "/metrics"),
    server.anonymous("GET", "/metrics", undefined, { authorization: `Bearer ${token}x` }),
    admin.call("GET", "/metrics"),
  ]);
  for (const { status, body } of refused) {
    expect(status).toBe(401);
    expect(JSON.stringify(body)).not.toContain("nihol_");
  }
});

test("an installation without a token counts nothing and answers nobody", async () => {
  const without = await testApp();
  try {
    const { status } = await without.anonymous("GET", "/metrics", undefined, {
      authorization: "Bearer undefined",
    });
    expect(status).toBe(401);
  } finally {
    await without.close();
  }
});

test("calls are timed by route, method and status, without a record's number", async () => {
  const admin = await server.person("MasterAdmin");
  await admin.call("GET", "/garden/999999");
  await admin.call("GET", "/garden/999998");
  const counts = await readMetric("nihol_http_request_duration_seconds_count");
  expect(counts['{route="/api/garden/:id",method="GET",status="404"}']).toBe(2);
  expect(Object.keys(counts).filter((labels) => labels.includes("99999"))).toEqual([]);
});

test("promtool finds nothing wrong with the metrics", async () => {
  const { body } = await server.anonymous<string>("GET", "/metrics", undefined, bearer);
  expect(runTool("promtool", ["check", "metrics"], { input: body })).toEqual({
    status: 0,
    said: "",
  });
});

test("jobs that wait, workers that live and letters are counted", async () => {
  const before = await readMetric("nihol_jobs");
  const queue = "readings.pack";
  await server.jobs.send(queue, { month: "2026-01" });
  const waiting = `{queue="${queue}",state="waiting"}`;
  expect((await readMetric("nihol_jobs"))[waiting]).toBe((before[waiting] ?? 0) + 1);
  expect((await readMetric("nihol_job_age_seconds"))[waiting]).toBeGreaterThanOrEqual(0);
  expect(await readMetric("nihol_workers")).toEqual({ "": 0 });
  const beats = await startBeats(server.db.sql, () => undefined);
  expect(await readMetric("nihol_workers")).toEqual({ "": 1 });
  await beats.stop();
  expect(await readMetric("nihol_database_up")).toEqual({ "": 1 });
  expect((await readMetric("nihol_database_size_bytes"))[""]).toBeGreaterThan(1e6);
  expect((await readMetric("nihol_files_free_bytes"))[""]).toBeGreaterThan(1e6);
});

test("every metric has a help, a type and a name by the rules of Prometheus", async () => {
  const { body, headers } = await server.anonymous<string>("GET", "/metrics", undefined, bearer);
  expect(headers["content-type"]).toContain("text/plain; version=0.0.4");
  expect(headers["cache-control"]).toBe("no-store");
  const named = (kind: string) =>
    new Map(
      [...body.matchAll(new RegExp(`^# ${kind} (\\S+) (.+)$`, "gm"))].map(([, name, text]) => [
        name,
        text,
      ]),
    );
  const types = named("TYPE");
  expect(types.size).toBeGreaterThan(20);
  expect([...named("HELP").keys()]).toEqual([...types.keys()]);
  for (const [name, type] of types) {
    expect(name).toMatch(/^[a-z_:][a-z0-9_:]*$/);
    expect(name?.endsWith("_total"), name).toBe(type === "counter");
  }
});

test("a backup's age is a series once there is one, and its failure is told", async () => {
  expect(await readMetric("nihol_backup_age_seconds")).toEqual({});
  await server.db.pool.query(`insert into backup_run (origin, state, name, moment, ended_at)
    values ('command', 'verified', 'x', now() - interval '2 hours', now() - interval '1 hour')`);
  expect((await readMetric("nihol_backup_age_seconds"))[""]).toBeGreaterThanOrEqual(7200);
  expect(await readMetric("nihol_backup_failed")).toEqual({ "": 0 });
  await server.db.pool.query(
    "insert into backup_run (origin, state, reason, ended_at) values ('schedule', 'failed', 'disk_full', now())",
  );
  expect(await readMetric("nihol_backup_failed")).toEqual({ "": 1 });
});

test("live and ready answer without a token", async () => {
  expect(await server.anonymous("GET", "/live")).toMatchObject({
    status: 200,
    body: { status: "ok" },
  });
  expect(await server.anonymous("GET", "/ready")).toMatchObject({
    status: 200,
    body: { status: "ok" },
  });
});

test("a server whose database does not answer lives, is not ready, and says so in its metrics", async () => {
  // Nobody listens there.
  const db = connect({ ...server.db.config, host: "127.0.0.1", port: 9 }, { max: 2 });
  const cut = await testApp({ metricsToken: token, db });
  try {
    expect((await cut.anonymous("GET", "/live")).status).toBe(200);
    expect(await cut.anonymous("GET", "/ready")).toMatchObject({
      status: 503,
      body: { status: "unavailable" },
    });
    const { status, body } = await cut.anonymous<string>("GET", "/metrics", undefined, bearer);
    expect(status).toBe(200);
    expect(body).toContain("nihol_database_up 0");
    expect(body).not.toMatch(/^nihol_jobs\{/m);
  } finally {
    await cut.close();
    await db.close();
  }
});

test("a token that is short, and a file that is not there, keep the server from starting", async () => {
  const dir = await mkdtemp(join(tmpdir(), "nihol-token-"));
  const file = join(dir, "token");
  try {
    expect(await readMetricsToken(undefined)).toBeUndefined();
    await expect(readMetricsToken(file)).rejects.toThrow("ENOENT");
    await writeFile(file, "short\n");
    await expect(readMetricsToken(file)).rejects.toThrow("24 characters or more");
    await writeFile(file, `${token}\n`);
    expect(await readMetricsToken(file)).toBe(token);
  } finally {
    await rm(dir, { recursive: true });
  }
});
