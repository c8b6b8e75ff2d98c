/** A whole installation in a temporary folder: database, files, and workers as real processes. */

import { type ChildProcess, fork } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { json } from "@nihol/db/json";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { openFileStore } from "@nihol/store/files/file-store";
import { claimFolder } from "@nihol/store/files/folder-claim";
import { type JobQueue, openJobQueue } from "@nihol/store/jobs/job-queue";

const entry = join(import.meta.dirname, "../src/main.ts");

export interface Rig {
  db: FreshDatabase;
  jobs: JobQueue;
  dataDir: string;
  /** Puts an image into the store and makes its process, without a job: the reconciler finds it. */
  addProcess: (file: string, date: string, more?: Record<string, unknown>) => Promise<number>;
  startWorker: (environment?: Record<string, string>) => ChildProcess;
  /** Waits for a state; throws when the process fails on the way. */
  waitForStatus: (id: number, status: string) => Promise<void>;
  process: (id: number) => Promise<{
    status: string;
    step: string;
    message: unknown;
    run: number;
    blocks_done: number;
    blocks_total: number;
    tree_count: number;
  }>;
  close: () => Promise<void>;
}

export async function makeRig(): Promise<Rig> {
  const dataDir = mkdtempSync(join(tmpdir(), "nihol-worker-"));
  mkdirSync(join(dataDir, "files", "upload"), { recursive: true });
  const db = await freshDatabase();
  // As the server does it, before fixtures write rows that name files of nobody.
  await claimFolder(db.sql, await openFileStore(join(dataDir, "files")));
  const jobs = await openJobQueue(db.config);
  const workers: ChildProcess[] = [];
  let images = 0;
  const process_ = (id: number) =>
    db.sql.selectFrom("imagery_process").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return {
    db,
    jobs,
    dataDir,
    process: process_,
    async addProcess(file, date, more = {}) {
      const key = `upload/${++images}.tif`;
      cpSync(file, join(dataDir, "files", key));
      const { id } = await db.sql
        .insertInto("imagery_process")
        .values({
          file_name: "picture.tif",
          file_key: key,
          facts: json({} as RasterMetadata),
          capture_date: date,
          ...more,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      // As the server does; without it the work is found by the reconciler, seconds later.
      await jobs.send("imagery.prepare", { process: id });
      return id;
    },
    startWorker(environment = {}) {
      const child = fork(entry, [], {
        execArgv: [],
        env: {
          ...process.env,
          NIHOL_DATA: dataDir,
          NIHOL_DATABASE: JSON.stringify(db.config),
          ...environment,
        },
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      workers.push(child);
      return child;
    },
    async waitForStatus(id, status) {
      const end = Date.now() + 150_000;
      for (;;) {
        const row = await process_(id);
        if (row.status === status) return;
        if (Date.now() > end || row.status === "failed")
          throw new Error(`process ${id} is ${row.status} ${JSON.stringify(row.message)}`);
        await wait(200);
      }
    },
    async close() {
      await Promise.all(workers.map(endWorker));
      await jobs.close();
      await db.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Asks a worker to end and waits for it. */
export async function endWorker(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}
