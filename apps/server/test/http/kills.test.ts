/** The server program alone is killed: its worker ends, and the next start takes up what it left. Its readers alone go away: it works on. */
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@nihol/db/connection";
import { openEmbedded, stopDatabase } from "@nihol/db/launcher/launcher";
import { isAlive } from "@nihol/db/launcher/process";
import { openFileStore } from "@nihol/store/files/file-store";
import { noteIn } from "@nihol/store/files/reconcile-files";
import { afterEach, beforeEach, expect, test } from "vitest";
import { until } from "../support/imagery-server.ts";
import { startServerProcess } from "../support/server-process.ts";

let dataDir: string;
const closers: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "nihol-kills-"));
});
afterEach(async () => {
  for (const closer of closers.splice(0).reverse()) await closer();
  await stopDatabase(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

interface Export {
  id: number;
  status: string;
  rows: number;
}

async function start() {
  const server = await startServerProcess({ NIHOL_DATA: dataDir });
  closers.push(server.stop);
  return server;
}
type Server = Awaited<ReturnType<typeof start>>;
const exportOf = async (server: Server, id: number) =>
  (await (await server.call("GET", `/export/${id}`)).json()) as Export;

/** Processes that a process has started, and theirs. */
async function descendants(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const children = text.split(" ").filter(Boolean).map(Number);
  return [...children, ...(await Promise.all(children.map(descendants))).flat()];
}

/** A file as a server stores it; its row is never written. @returns its path */
async function noted(key: string): Promise<string> {
  const database = await openEmbedded(dataDir);
  await database.stop();
  const db = connect(database.config, { max: 1 });
  const files = await openFileStore(join(dataDir, "files"), noteIn(db.sql));
  await files.put(key, Buffer.from("no row names it"));
  await db.close();
  return files.path(key);
}

/** Orders an export and holds it in the middle, by a lock on the list's table that `release` ends. */
async function heldExport(server: Server) {
  const database = await openEmbedded(dataDir);
  await database.stop();
  const db = connect(database.config, { max: 1 });
  const control = await db.pool.connect();
  for (;;) {
    const asked = await server.call("POST", "/export", { list: "region", format: "csv" });
    await control.query("begin");
    await control.query("lock table region in access exclusive mode");
    const { id } = (await asked.json()) as Export;
    await until(async () => (await exportOf(server, id)).status !== "pending");
    if ((await exportOf(server, id)).status === "in_progress")
      return {
        id,
        release: async () => {
          control.release(true);
          await db.close();
        },
      };
    await control.query("rollback");
  }
}

test.skipIf(process.platform !== "linux")(
  "an export that a killed server was making is made by the next start, and nothing is left lying about",
  async () => {
    const first = await start();
    const name = { tg: "Суғд", ru: "Согд", en: "Sughd", az: "" };
    expect((await first.call("POST", "/region", { name })).status).toBe(201);
    const { id, release } = await heldExport(first);
    const children = await descendants(first.child.pid as number);
    const incoming = join(dataDir, "files", ".incoming");
    expect(await until(async () => (await readdir(incoming)).length)).toBe(1);
    // Noted and stored, and killed before its row was written; beside it a file that this database never knew.
    const orphan = await noted("photo/user/1/x.webp");
    const unknown = join(dataDir, "files", "photo", "user", "1", "y.webp");
    await writeFile(unknown, "of another installation");

    first.child.kill("SIGKILL");
    // PostgreSQL stays, for the next start; it is no child that would have to end.
    const comm = (pid: number) => readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");
    await until(async () => {
      const names = await Promise.all(children.filter(isAlive).map(comm));
      return names.every((one) => one.startsWith("postgres") || one === "");
    });
    await release();

    const second = await start();
    const done = await until(async () => {
      const found = await exportOf(second, id);
      return !["pending", "in_progress"].includes(found.status) && found;
    });
    expect(done).toMatchObject({ status: "completed", rows: 1 });
    expect((await second.call("GET", `/export/${id}/file`)).status).toBe(200);
    await until(async () => !existsSync(orphan));
    expect(existsSync(unknown)).toBe(true);
    expect(second.output()).toContain("files: moved to the trash");
    expect(await readdir(incoming)).toEqual([]);
    expect(await second.stop()).toBe(0);
  },
);

test.skipIf(process.platform !== "linux")(
  "a server whose output nobody reads any more says what happens to nobody, works on, and ends with its database",
  async () => {
    const server = await start();
    const pid = server.child.pid as number;
    const workerOf = async () => {
      const texts = await Promise.all(
        (await descendants(pid)).map(async (child) => ({
          child,
          line: await readFile(`/proc/${child}/cmdline`, "utf8").catch(() => ""),
        })),
      );
      return texts.find(({ line }) => line.includes("apps/worker/src/main.ts"))?.child;
    };
    const first = await until(workerOf);
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    // The server says so, into the pipe that is gone, and starts another worker.
    process.kill(first, "SIGKILL");
    await until(async () => ((await workerOf()) ?? first) !== first);
    expect((await server.call("GET", "/region")).status).toBe(200);
    const all = await descendants(pid);
    expect(await server.stop()).toBe(0);
    await until(async () => !all.some(isAlive));
  },
);
