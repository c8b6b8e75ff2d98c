/**
 * A process of some hundred blocks and everything that can happen to it: a source that answers 500, slowly and in
 * halves, a disk that is full while its image is fetched and while its trees are written, three killed workers and a
 * killed server. What failed is named, what is restarted is that alone, and the trees are those of an undisturbed reading.
 */
import { execFileSync } from "node:child_process";
import { chown, mkdir, mkdtemp, readFile, rm, stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BlockAttempt, Process, ProcessBlock } from "@nihol/contract/imagery/processes";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { writeQuickModel } from "../../../../packages/vision/test/quick-model.ts";
import { expectedTrees } from "../../../worker/test/expected-trees.ts";
import { servedDay, startFailingCatalogue } from "../support/failing-catalogue.ts";
import { until } from "../support/imagery-server.ts";
import { fresh } from "../support/planting-fixture.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { canMount } from "../support/small-disk.ts";

/** Fragments of a row of the image, of which there are two; each is a block of its own. */
const columns = 51;
const total = 2 * columns;
/** Minutes for a third of the blocks, on a machine that tests other things. */
const patience = 12;
/** Of the blocks whose trees are compared one by one with an undisturbed reading; sums are compared of all. */
const every = 3;

/** Of all the server's descendants the worker. */
async function workerOf(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  for (const child of text.split(" ").filter(Boolean).map(Number)) {
    const line = await readFile(`/proc/${child}/cmdline`, "utf8").catch(() => "");
    if (line.includes("apps/worker/src/main.ts")) return child;
  }
  return undefined;
}

describe.skipIf(!canMount())("a process of some hundred blocks", { timeout: 1_800_000 }, () => {
  let dir: string;
  let disk: string;
  let model: string;
  let db: FreshDatabase;
  let catalogue: Awaited<ReturnType<typeof startFailingCatalogue>>;
  let server: ServerProcess;
  const resize = (size: string) =>
    execFileSync("mount", ["-o", `remount,size=${size}`, "-t", "tmpfs", disk]);

  /** The trees' rows lie on the small disk, too. */
  async function moveTrees() {
    const space = join(disk, "trees");
    await mkdir(space);
    const { uid, gid } = await stat(join(inject("testClusterDir"), "postgres"));
    await chown(space, uid, gid);
    await db.pool.query(`create tablespace small_disk location '${space}'`);
    await db.pool.query("alter table tree set tablespace small_disk");
  }
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "nihol-accidents-"));
    disk = await mkdtemp(join(tmpdir(), "nihol-small-disk-"));
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]);
    [db, catalogue, model] = await Promise.all([
      freshDatabase(),
      startFailingCatalogue(join(dir, "source"), columns),
      writeQuickModel(dir),
    ]);
    await moveTrees();
    await start();
  });
  afterAll(async () => {
    await server?.stop();
    await catalogue?.close();
    await db?.pool.query("alter table tree set tablespace pg_default");
    await db?.pool.query("drop tablespace small_disk");
    await db?.close();
    // A process of PostgreSQL may hold a file of it a moment longer: the disk goes with that.
    execFileSync("umount", ["--lazy", disk]);
    for (const folder of [dir, disk]) await rm(folder, { recursive: true, force: true });
  });

  async function start() {
    server = await startServerProcess({
      NIHOL_DATA: disk,
      NIHOL_DATABASE: JSON.stringify(db.config),
      NIHOL_SOURCES_INSIDE: catalogue.inside,
      NIHOL_MODEL: model,
      NIHOL_BLOCK_SIDE: "1",
      NIHOL_DETECTORS: "2",
    });
  }
  const call = async <T>(method: string, path: string, body?: unknown) => {
    const answer = await server.call(method, path, body);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const read = (id: number) => call<Process>("GET", `/satellite-imagery/${id}`);
  const blocksOf = async (id: number) =>
    (await call<{ results: ProcessBlock[] }>("GET", `/satellite-imagery/${id}/blocks`)).results;
  const ended = (id: number) =>
    until(async () => {
      const row = await read(id);
      return !["pending", "in_progress"].includes(row.status) && row;
    }, patience);
  const restart = (id: number) =>
    call("POST", `/satellite-imagery/${id}/restart`, { which: "failed" });
  // Asked ten times a second for a minute: of the database, since the server's answer is hundreds of rows.
  async function doneBlocks(id: number): Promise<number> {
    const { rows } = await db.pool.query<{ n: number }>(
      "select count(*)::int as n from imagery_block where process_id = $1 and status = 'done'",
      [id],
    );
    return rows[0]?.n ?? 0;
  }

  async function order(): Promise<number> {
    const source = await call<{ id: number }>("POST", "/imagery-source", {
      ...{ name: fresh(), kind: "stac", address: catalogue.address },
    });
    const [west, south, east, north] = catalogue.bbox;
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    const area = { boundary: { type: "Polygon", coordinates: [ring] } };
    const made = await call<{ id: number }>("POST", "/satellite-imagery", {
      ...{ source: source.id, date: servedDay, area },
    });
    return made.id;
  }
  async function killWorker() {
    const pid = server.child.pid as number;
    const victim = await until(() => workerOf(pid));
    process.kill(victim, "SIGKILL");
    await until(async () => ((await workerOf(pid)) ?? victim) !== victim);
  }
  /** Waits until so many more blocks are done. */
  async function after(id: number, more: number) {
    const before = await doneBlocks(id);
    await until(async () => (await doneBlocks(id)) >= before + more);
  }
  /** No room for anything that grows. */
  async function fillDisk() {
    const { blocks, bfree, bsize } = await statfs(disk);
    resize(String((blocks - bfree) * bsize));
  }
  const attemptsOf = async (id: number) => {
    const { rows } = await db.pool.query<{ block: number; n: number }>(
      `select block, count(*)::int as n from block_attempt where process_id = $1 group by block`,
      [id],
    );
    return new Map(rows.map(({ block, n }) => [block, n]));
  };

  test("is completed after all its accidents, with the trees of an undisturbed reading", async () => {
    const id = await order();
    expect(await ended(id)).toMatchObject({ status: "failed", message: { code: "disk_full" } });
    resize("1g");
    await restart(id);
    await until(async () => (await doneBlocks(id)) > 10);
    for (let kill = 0; kill < 3; kill++) {
      await killWorker();
      await after(id, 12);
    }
    server.child.kill("SIGKILL");
    await start();
    await until(async () => (await doneBlocks(id)) > (total * 2) / 3, patience);
    await fillDisk();

    expect(await ended(id)).toMatchObject({ status: "failed", message: { code: "blocks_failed" } });
    const cutShort = await blocksOf(id);
    expect(cutShort).toHaveLength(total);
    const failed = cutShort.filter(({ status }) => status === "failed");
    expect(failed.length).toBeGreaterThan(10);
    expect(new Set(failed.map(({ message }) => message?.code))).toEqual(new Set(["disk_full"]));
    expect(cutShort.filter(({ status }) => !["done", "failed"].includes(status))).toEqual([]);
    const before = await attemptsOf(id);
    const asked = catalogue.asked();

    resize("1g");
    await restart(id);
    const completed = await ended(id);
    expect(completed).toMatchObject({ status: "completed" });
    // Blocks that were done were not done again; those that had failed were, once.
    const again = await attemptsOf(id);
    const more = [...again].filter(([block, n]) => n !== before.get(block));
    expect(new Set(more.map(([block]) => block))).toEqual(new Set(failed.map(({ n }) => n)));
    expect(more.every(([block, n]) => n === (before.get(block) ?? 0) + 1)).toBe(true);
    const log = await call<{ attempts: BlockAttempt[] }>(
      "GET",
      `/satellite-imagery/${id}/blocks/${failed[0]?.n}`,
    );
    expect(log.attempts.map(({ outcome }) => outcome).slice(-2)).toEqual(["failed", "done"]);
    expect(catalogue.asked()).toBe(asked);

    expect(catalogue.met).toEqual(expect.arrayContaining(["status", "cut", "slow"]));
    const { rows } = await db.pool.query<{ cog_key: string; trees: string[]; all: number }>(
      `select w.cog_key, t.* from whole_image w, lateral (
         select count(*)::int as all, array_agg(t.zc || ' ' || t.score || ' ' || t.green) filter (where t.fragment % $2 = 0) as trees
         from tree t where t.whole_image_id = w.id) t
       where w.process_id = $1`,
      [id, every],
    );
    const { cog_key = "", trees = [], all = 0 } = rows[0] ?? {};
    // The catalogue's image is a JPEG.
    const quick = { card: model, side: 1, every, halfColours: true };
    const expected = await expectedTrees(join(disk, "files", cog_key), quick);
    expect(expected.length).toBeGreaterThan(20);
    const lines = trees.map((line) => {
      const [zc, score, green] = line.split(" ");
      return `${zc} ${Math.fround(Number(score)).toFixed(5)} ${green}`;
    });
    expect(lines.sort()).toEqual(expected);
    expect(completed.tree_count).toBe(all);
    const blocks = await blocksOf(id);
    expect(blocks.reduce((sum, block) => sum + block.trees, 0)).toBe(all);
  });
});
