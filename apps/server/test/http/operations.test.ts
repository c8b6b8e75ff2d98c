/** Operations: what administrators see of the installation and do about it, and nobody else. */
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { JobRow, Operations } from "@nihol/contract/operations";
import { fillPermissions } from "@nihol/contract/values/permissions";
import { dayOf } from "@nihol/contract/values/planting/programme-day";
import { claimBackup, orderBackup } from "@nihol/store/backup/backup-runs";
import { measureInstallation } from "@nihol/store/files/installation-size";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../support/test-app.ts";
import { endWorker, startWorkerOf } from "../support/worker-process.ts";

let server: TestApp;
let admin: Awaited<ReturnType<TestApp["person"]>>;
beforeAll(async () => {
  server = await testApp();
  admin = await server.person("SysAdmin");
});
afterEach(async () => {
  await server.db.pool.query(
    "delete from pgboss.job; delete from backup_run; delete from backup_schedule; delete from audit_log",
  );
});
afterAll(() => server.close());

const read = async () => (await admin.call<Operations>("GET", "/operations")).body;
const jobsIn = async (state: string) =>
  (await admin.call<{ count: number; results: JobRow[] }>("GET", `/operations/job?state=${state}`))
    .body.results;
const audited = async () =>
  (
    await server.db.pool.query<{ line: string }>(
      "select action || ' ' || resource as line from audit_log where resource in ('job', 'worker', 'backup') order by id",
    )
  ).rows.map(({ line }) => line);
const addSchedule = () =>
  server.db.pool.query(`insert into backup_schedule (machine, folder, times, keep, old_hours, is_encrypted)
    values ('one', '/backups', '{02:00}', 14, 26, true)`);

/** Sends a job and has it fail for good, as the queue writes it. */
async function failedJob() {
  await server.jobs.send("mail.send", { mail: 1 });
  await server.db.pool.query(
    `update pgboss.job set state = 'failed', completed_on = now(), output = '{"message": "no route to host"}'`,
  );
}

test("whoever is not MasterAdmin or SysAdmin sees and does nothing here", async () => {
  const everything = await server.person("Everything", {
    permissions: fillPermissions(() => true),
  });
  const id = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
  const calls = [
    ["GET", "/operations"],
    ["GET", "/operations/job?state=failed"],
    ["POST", `/operations/job/${id}/retry`],
    ["POST", `/operations/job/${id}/cancel`],
    ["POST", `/operations/worker/${id}/drain`, { is_draining: true }],
    ["POST", "/operations/backup"],
  ] as const;
  for (const [method, path, body] of calls) {
    expect((await everything.call(method, path, body)).status, path).toBe(403);
    expect((await server.anonymous(method, path, body)).status, path).toBe(401);
  }
  expect((await admin.call("POST", `/operations/job/${id}/retry`)).status).toBe(404);
  expect(
    (await admin.call("POST", `/operations/worker/${id}/drain`, { is_draining: true })).status,
  ).toBe(404);
  expect(await audited()).toEqual([]);
});

test("sizes, versions, queues and mail are told, also where nothing runs", async () => {
  await server.files.put("photo/1.webp", new Uint8Array(5000));
  await measureInstallation(server.db.sql, server.files, dayOf(new Date()));
  await measureInstallation(server.db.sql, server.files, dayOf(new Date()));
  await server.jobs.send("readings.pack", { month: "2026-01" });
  const state = await read();
  expect(state.versions).toMatchObject({ node: process.versions.node, gdal: [] });
  expect(state.versions.migration).toMatch(/^\d{4}_/);
  expect(state.queues).toMatchObject([
    { queue: "readings.pack", waiting: 1, active: 0, failed: 0 },
  ]);
  expect(state.database.bytes).toBeGreaterThan(1e6);
  expect(state.database.tables).toHaveLength(8);
  expect(state.files.free_bytes).toBeGreaterThan(0);
  expect(state.files.measured?.bytes).toBeGreaterThanOrEqual(5000);
  expect(state.growth).toHaveLength(1);
  expect(state).toMatchObject({
    workers: [],
    retention: [],
    mqtt: null,
    mail: { is_on: false, waiting: 0 },
    backup: { is_on: false, warning: null, last_good: null, next_at: null, runs: [] },
  });
});

test("a failed job is tried again once, whoever asks twice, or taken out of the list", async () => {
  await failedJob();
  // As it is ordered while traces are on.
  await server.db.pool.query(
    `update pgboss.job set priority = 7, data = data || '{"traceparent": "00-1-2-01"}'`,
  );
  const [job] = await jobsIn("failed");
  expect(job).toMatchObject({
    error: "no route to host",
    is_retriable: true,
    is_cancellable: true,
  });
  const answers = await Promise.all(
    [1, 2].map(() => admin.call("POST", `/operations/job/${job?.id}/retry`)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  expect(await jobsIn("failed")).toEqual([]);
  const [waiting] = await jobsIn("waiting");
  expect(waiting?.queue).toBe("mail.send");
  expect(waiting?.data).toEqual({ mail: 1 });
  const { rows } = await server.db.pool.query("select priority from pgboss.job");
  expect(rows).toEqual([{ priority: 7 }]);
  expect((await admin.call("POST", `/operations/job/${waiting?.id}/cancel`)).body).toMatchObject({
    code: "job_comes_again",
  });
  await server.db.pool.query("update pgboss.job set state = 'failed', completed_on = now()");
  const [again] = await jobsIn("failed");
  expect((await admin.call("POST", `/operations/job/${again?.id}/cancel`)).status).toBe(204);
  expect((await read()).queues).toEqual([]);
  expect(await audited()).toEqual(["restart job", "stop job"]);
});

test("a job that waits for its next try begins now", async () => {
  await server.jobs.sendAll([
    { name: "mail.send", data: { mail: 2 }, options: { startAfter: 600 } },
  ]);
  const [job] = await jobsIn("waiting");
  expect(job).toMatchObject({ is_retriable: true, is_cancellable: false });
  expect((await admin.call("POST", `/operations/job/${job?.id}/retry`)).status).toBe(204);
  expect(await server.jobs.waiting(["mail.send"])).toEqual(["mail.send"]);
});

test("a backup is ordered once, and not where no machine has a folder", async () => {
  expect(await admin.call("POST", "/operations/backup")).toMatchObject({
    status: 409,
    body: { code: "backup_off" },
  });
  await addSchedule();
  const [first, second] = await Promise.all([
    admin.call<{ id: number }>("POST", "/operations/backup"),
    admin.call<{ id: number }>("POST", "/operations/backup"),
  ]);
  expect(first.status).toBe(202);
  expect(second.body.id).toBe(first.body.id);
  const { backup } = await read();
  expect(backup).toMatchObject({
    is_on: true,
    runs: [{ origin: "panel", state: "waiting" }],
    schedules: [{ machine: "one", times: ["02:00"], is_encrypted: true }],
  });
  expect(backup.next_at).not.toBeNull();
});

test("a backup that is cancelled has failed, and nobody is told of it", async () => {
  await addSchedule();
  const id = await server.db.sql.transaction().execute((trx) => orderBackup(trx, admin.id));
  await server.jobs.send("backup.make", { backup: id });
  await claimBackup(server.db.sql, id, "one:/backups");
  const [job] = await jobsIn("waiting");
  expect((await admin.call("POST", `/operations/job/${job?.id}/cancel`)).status).toBe(204);
  const { backup } = await read();
  expect(backup).toMatchObject({ warning: null, runs: [{ state: "failed", reason: "cancelled" }] });
  const { rowCount } = await server.db.pool.query("select from notice");
  expect(rowCount).toBe(0);
});

test("a worker says what it does, and takes no job while it is drained", async () => {
  const worker = startWorkerOf(server);
  try {
    await until(async () => (await read()).workers.length === 1);
    const [self] = (await read()).workers;
    expect(self).toMatchObject({ pid: worker.pid, is_draining: false, doing: [] });
    const drain = (is_draining: boolean) =>
      admin.call("POST", `/operations/worker/${self?.id}/drain`, { is_draining });
    expect((await drain(true)).status).toBe(204);
    // It learns it with its next beat.
    await wait(5000);
    await server.jobs.send("readings.pack", { month: "2020-01" });
    await wait(3000);
    expect((await read()).queues).toMatchObject([{ queue: "readings.pack", waiting: 1 }]);
    expect((await read()).workers).toMatchObject([{ is_draining: true }]);
    await drain(false);
    await until(async () => (await read()).queues.length === 0);
    expect(await audited()).toEqual(["state worker", "state worker"]);
  } finally {
    await endWorker(worker);
  }
  await until(async () => (await read()).workers.length === 0);
  expect(worker.exitCode ?? (await once(worker, "exit"))[0]).toBe(0);
});

async function until(isSo: () => Promise<boolean>) {
  while (!(await isSo())) await wait(200);
}
