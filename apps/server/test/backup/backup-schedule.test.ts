/** Backups by the schedule and by order: once however many workers there are, good only when verified, and told when not. */
import { type ChildProcess, execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fillPermissions } from "@nihol/contract/values/permissions";
import { setProgrammeZone } from "@nihol/contract/values/planting/programme-day";
import { listBackups } from "@nihol/store/backup/backup-folder";
import {
  claimBackup,
  failBackup,
  orderBackup,
  orderDueBackup,
  recordBackup,
  releaseBackup,
} from "@nihol/store/backup/backup-runs";
import {
  findBackupHealth,
  forgetSchedule,
  keepSchedule,
  listSchedules,
  notifyOldBackup,
  writeSchedule,
} from "@nihol/store/backup/backup-state";
import { lastDue, nextDue } from "@nihol/store/backup/backup-times";
import { openBackup, verifyBackup } from "@nihol/store/backup/verify-backup";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { canMount } from "../support/small-disk.ts";
import { type TestApp, testApp } from "../support/test-app.ts";
import { endWorker, startWorkerOf } from "../support/worker-process.ts";

let server: TestApp;
let dir: string;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  server = await testApp();
  await Promise.all([server.person("MasterAdmin"), server.person("SysAdmin")]);
  dir = await mkdtemp(join(tmpdir(), "nihol-schedule-"));
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((one) => endWorker(one)));
  await server.db.pool.query(
    "delete from notice; delete from backup_run; delete from backup_schedule",
  );
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

/** Starts a worker with a folder of backups. */
function startWorker(folder: string, settings: Record<string, string> = {}): ChildProcess {
  const child = startWorkerOf(server, { NIHOL_BACKUP_DIR: folder, ...settings }, "ignore");
  workers.push(child);
  return child;
}

interface Run {
  id: number;
  origin: string;
  state: string;
  step: string | null;
  name: string | null;
  attempts: number;
  reason: string | null;
  problem: string | null;
}
const runs = async () =>
  (
    await server.db.pool.query<Run>(
      "select id, origin, state, step, name, attempts, reason, problem from backup_run order by id",
    )
  ).rows;

/** Waits until all backups have ended. */
async function ended(): Promise<Run[]> {
  for (;;) {
    const rows = await runs();
    if (rows.length > 0 && rows.every(({ state }) => !["waiting", "running"].includes(state)))
      return rows;
    await wait(200);
  }
}
const notices = async (kind: string) =>
  (
    await server.db.pool.query<{ role: string }>(
      `select distinct r.name as role from notice n join user_account u on u.id = n.user_id
       join user_group r on r.id = u.group_id where n.kind = $1 order by 1`,
      [kind],
    )
  ).rows.map(({ role }) => role);

test("the schedule's moments are those of the programme's clock", () => {
  setProgrammeZone("Asia/Baku");
  const at = (text: string) => new Date(text);
  expect(lastDue(["02:00", "14:30"], at("2026-05-14T10:31:00Z"))).toEqual(
    at("2026-05-14T10:30:00Z"),
  );
  expect(lastDue(["02:00", "14:30"], at("2026-05-14T10:29:00Z"))).toEqual(
    at("2026-05-13T22:00:00Z"),
  );
  expect(lastDue(["14:30"], at("2026-05-14T10:00:00Z"))).toEqual(at("2026-05-13T10:30:00Z"));
  expect(nextDue(["02:00"], at("2026-05-14T10:00:00Z"))).toEqual(at("2026-05-14T22:00:00Z"));
  expect(lastDue([], at("2026-05-14T10:00:00Z"))).toBeUndefined();
  setProgrammeZone("Asia/Dushanbe");
});

test("two workers make the backup of a moment once, verified, and the oldest goes only then", async () => {
  const folder = join(dir, "two");
  startWorker(folder, { NIHOL_BACKUP_KEEP: "1" });
  startWorker(folder, { NIHOL_BACKUP_KEEP: "1" });
  const rows = await ended();
  expect(rows).toMatchObject([{ origin: "schedule", state: "verified", attempts: 1 }]);
  const [name = ""] = await listBackups(folder);
  expect(name).toBe(rows[0]?.name);
  await verifyBackup(await openBackup(join(folder, name), undefined));
  expect(await findBackupHealth(server.db.sql)).toMatchObject({ is_on: true, warning: null });
  await server.db.sql
    .transaction()
    .execute(async (trx) => orderBackup(trx, (await server.person("SysAdmin")).id));
  expect(await ended()).toMatchObject([{}, { origin: "panel", state: "verified" }]);
  expect(await listBackups(folder)).toEqual([(await runs())[1]?.name]);
});

test("a worker that is killed in the middle leaves nothing that counts, and another makes it", async () => {
  const folder = join(dir, "killed");
  for (let n = 0; n < 60; n++)
    await server.files.put(`image/1/display/9/${n}/0.webp`, Buffer.alloc(4_000_000, n));
  const first = startWorker(folder);
  while ((await runs())[0]?.step !== "files") await wait(5);
  await endWorker(first, "SIGKILL");
  expect(await listBackups(folder)).toEqual([]);
  expect((await findBackupHealth(server.db.sql)).age_s).toBeNull();
  startWorker(folder);
  const rows = await ended();
  expect(rows).toMatchObject([{ state: "verified", attempts: 2 }]);
  const names = await readdir(folder);
  expect(names.filter((name) => name.startsWith(".part-"))).toEqual([]);
  await verifyBackup(await openBackup(folder, undefined));
});

test("a folder that is gone since is no place for a backup", async () => {
  const folder = join(dir, "unmounted");
  startWorker(folder);
  await ended();
  await rm(folder, { recursive: true });
  await mkdir(folder);
  await server.db.sql
    .transaction()
    .execute(async (trx) => orderBackup(trx, (await server.person("SysAdmin")).id));
  expect((await ended())[1]).toMatchObject({ state: "failed", reason: "refused" });
  expect(await readdir(folder)).toEqual([]);
});

test.runIf(canMount())(
  "a disk that is full is told to administrators alone, and gets its room back",
  async () => {
    const folder = join(dir, "small");
    await mkdir(folder);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder]);
    try {
      await server.person("Forester", { permissions: fillPermissions(() => false) });
      await server.files.put("image/2/display/9/9/9.webp", Buffer.alloc(3_000_000, 7));
      startWorker(folder);
      expect(await ended()).toMatchObject([{ state: "failed", reason: "disk_full", name: null }]);
      expect(await listBackups(folder)).toEqual([]);
      expect((await readdir(folder)).filter((name) => name.startsWith(".part-"))).toEqual([]);
      expect(await notices("backup_failed")).toEqual(["MasterAdmin", "SysAdmin"]);
      expect(await findBackupHealth(server.db.sql)).toMatchObject({ warning: "backup_failed" });
      const { body } = await server.anonymous("GET", "/ready");
      expect(body).toEqual({ status: "ok", warnings: ["backup_failed"] });
    } finally {
      await Promise.all(workers.splice(0).map((one) => endWorker(one)));
      execFileSync("umount", [folder]);
    }
  },
);

test("a file where the folder should be is told", async () => {
  const folder = join(dir, "file");
  await writeFile(folder, "no folder");
  await chmod(folder, 0o400);
  startWorker(folder);
  const [row] = await ended();
  expect(row).toMatchObject({ state: "failed", name: null });
  expect(row?.problem).toContain(folder);
});

test("a verified backup that is old is told once a day", async () => {
  await server.db.pool.query(`insert into backup_schedule (machine, folder, times, keep, old_hours, is_encrypted)
    values ('one', '/backups', '{02:00}', 14, 26, false)`);
  await server.db.pool.query(`insert into backup_run (origin, state, name, moment, ended_at)
    values ('command', 'verified', 'x', now() - interval '25 hours', now())`);
  await notifyOldBackup(server.db.sql, "2026-05-14");
  expect(await notices("backup_old")).toEqual([]);
  await server.db.pool.query("update backup_run set moment = now() - interval '27 hours'");
  for (const day of ["2026-05-14", "2026-05-14", "2026-05-15"])
    await notifyOldBackup(server.db.sql, day);
  expect(await notices("backup_old")).toEqual(["MasterAdmin", "SysAdmin"]);
  const { rows } = await server.db.pool.query<{ n: number }>(
    "select max(n)::int as n from (select count(*) as n from notice group by user_id) c",
  );
  expect(rows[0]?.n).toBe(2);
  expect((await server.anonymous("GET", "/ready")).body).toMatchObject({
    warnings: ["backup_old"],
  });
});

test("a backup of a time to come, by a clock that was ahead, neither counts as good nor stops the schedule", async () => {
  const { pool, sql } = server.db;
  await pool.query(`insert into backup_schedule (machine, folder, times, keep, old_hours, is_encrypted)
    values ('one', '/backups', '{02:00}', 14, 26, false)`);
  await pool.query(`insert into backup_run (origin, state, name, moment, ended_at) values
    ('command', 'verified', 'x', now() + interval '4 years', now()),
    ('command', 'verified', 'y', now() - interval '27 hours', now())`);
  const health = await findBackupHealth(sql);
  expect(health.warning).toBe("backup_old");
  expect(health.age_s).toBeGreaterThan(0);
  await orderDueBackup(sql, new Date(Date.now() - 60_000));
  expect((await runs()).map(({ origin, state }) => [origin, state])).toContainEqual([
    "schedule",
    "waiting",
  ]);
});

test("a maker that was taken over changes nothing more, and stops", async () => {
  const { pool, sql } = server.db;
  await orderDueBackup(sql, new Date(Date.now() - 60_000));
  const [{ id } = { id: 0 }] = await runs();
  const first = await claimBackup(sql, id, "one:/backups");
  expect(await claimBackup(sql, id, "two:/backups")).toBeUndefined();
  await pool.query("update backup_run set beat_at = now() - interval '30 seconds'");
  const second = await claimBackup(sql, id, "two:/backups");
  expect([first?.attempt, second?.attempt]).toEqual([1, 2]);
  if (!first || !second) throw new Error("not claimed");
  await releaseBackup(sql, first);
  await failBackup(sql, { ...first, reason: "error", problem: null });
  expect(await runs()).toMatchObject([{ state: "running", attempts: 2 }]);
  // The first is told by its next sign of life, here that of a step.
  const work = recordBackup(
    sql,
    first,
    { isVerified: true, keeps: () => false },
    (step, signal) => {
      step("files");
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    },
  );
  await expect(work).rejects.toThrow("cancelled");
  expect(await runs()).toMatchObject([{ state: "running", attempts: 2 }]);
});

test("a machine that is gone makes nobody wait for its backups, unless it is the last", async () => {
  const { pool, sql } = server.db;
  const schedule = { folder: "/b", times: ["02:00"], keep: 14, old_hours: 26, is_encrypted: false };
  const machines = async () => (await listSchedules(sql)).map(({ machine }) => machine);
  await writeSchedule(sql, "old", { ...schedule, old_hours: 2000 });
  await pool.query("update backup_schedule set seen_at = now() - interval '3 days'");
  expect(await keepSchedule(sql, "another")).toBe(false);
  expect(await machines()).toEqual(["old"]);
  await writeSchedule(sql, "new", schedule);
  expect(await machines()).toEqual(["new"]);
  await pool.query(`insert into backup_schedule (machine, folder, times, keep, old_hours, is_encrypted, seen_at)
    values ('older', '/b', '{}', 14, 26, false, now() - interval '3 days')`);
  await pool.query(
    "update backup_schedule set seen_at = now() - interval '2 hours' where machine = 'new'",
  );
  expect(await keepSchedule(sql, "new")).toBe(true);
  expect(await machines()).toEqual(["new"]);
  expect(await forgetSchedule(sql, "new")).toBe(true);
  expect(await forgetSchedule(sql, "new")).toBe(false);
});
