import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { restartProcess, stopProcess } from "@nihol/db/process-restart";
import { recountPyramid } from "@nihol/db/tree-pyramid";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectedTrees, treesOfProcess } from "./expected-trees.ts";
import { hasPictures, makePicture } from "./picture.ts";
import { endWorker, makeRig, type Rig } from "./rig.ts";

/** Living descendants of a process, with their command lines. */
function descendants(pid: number): { pid: number; command: string }[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,stat=,args="], { encoding: "utf8" }).split(
    "\n",
  );
  const rows = lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((row) => row !== null);
  const of = (parent: number): { pid: number; command: string }[] =>
    rows
      .filter(([, , ppid, stat]) => Number(ppid) === parent && !stat?.startsWith("Z"))
      .flatMap(([, id, , , command]) => [
        { pid: Number(id), command: command ?? "" },
        ...of(Number(id)),
      ]);
  return of(pid);
}
const detectors = (pid: number) => descendants(pid).filter(({ command }) => /child/.test(command));

describe.skipIf(!hasPictures())("work that is cut off", { timeout: 400_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "nihol-pictures-"));
  const picture = join(folder, "long.tif");
  let expected: string[];
  let rig: Rig;
  beforeAll(async () => {
    // Three blocks: 11 fragments in a row.
    makePicture(picture, { columns: 37, rows: 2 });
    expected = await expectedTrees(picture);
  }, 120_000);
  beforeEach(async () => {
    rig = await makeRig();
  });
  afterEach(async () => {
    await rig.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const blocks = (id: number) =>
    rig.db.sql
      .selectFrom("imagery_block")
      .select(["n", "status", "attempts"])
      .where("process_id", "=", id)
      .orderBy("n")
      .execute();
  const untilDetecting = async (id: number) => {
    for (;;) {
      if ((await blocks(id)).some(({ status }) => status === "running")) return wait(1000);
      await wait(100);
    }
  };

  it("is taken over within 20 s after a kill, no tree lost or doubled", async () => {
    const id = await rig.addProcess(picture, "2026-05-01");
    const victim = rig.startWorker();
    await untilDetecting(id);
    const held = (await blocks(id)).filter(({ status }) => status === "running");
    const killed = Date.now();
    victim.kill("SIGKILL");
    rig.startWorker();
    const takenOver = async () => {
      const now = await blocks(id);
      return held.every(
        ({ n, attempts }) => (now.find((b) => b.n === n)?.attempts ?? 0) > attempts,
      );
    };
    while (!(await takenOver())) {
      expect(Date.now() - killed).toBeLessThan(20_000);
      await wait(200);
    }
    await rig.reaches(id, "completed");
    expect(await treesOfProcess(rig, id)).toEqual(expected);
    expect(await recountPyramid(rig.db.sql)).toBe(0);
    expect(readdirSync(join(rig.dataDir, "scratch"))).toHaveLength(1);
  });

  it("leaves no child at work five seconds after a stop, and goes on after a restart", async () => {
    const id = await rig.addProcess(picture, "2026-05-01");
    const worker = rig.startWorker();
    await untilDetecting(id);
    await rig.db.sql.transaction().execute((trx) => stopProcess(trx, id));
    await wait(5000);
    expect(busyOnes(worker.pid as number)).toEqual([]);
    expect(await rig.process(id)).toMatchObject({ status: "stopped" });
    const requests = await rig.db.sql
      .transaction()
      .execute((trx) => restartProcess(trx, id, "failed"));
    await rig.jobs.sendAll(requests ?? []);
    await rig.reaches(id, "completed");
    expect(await treesOfProcess(rig, id)).toEqual(expected);
  });

  it("ends its children with SIGTERM and gives the blocks back", async () => {
    const id = await rig.addProcess(picture, "2026-05-01");
    const worker = rig.startWorker();
    await untilDetecting(id);
    const children = detectors(worker.pid as number);
    expect(children.length).toBeGreaterThan(0);
    const asked = Date.now();
    await endWorker(worker);
    expect(Date.now() - asked).toBeLessThan(7000);
    expect(worker.exitCode).toBe(0);
    expect(children.filter(({ pid }) => isThere(pid))).toEqual([]);
    expect((await blocks(id)).map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
    expect(readdirSync(join(rig.dataDir, "scratch"))).toEqual([]);
  });

  it("ends with the program that started it", async () => {
    const worker = rig.startWorker();
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    await wait(3000);
    worker.disconnect();
    expect(await ended).toBe(0);
  });

  it("fails with the block that cannot be done, and restarts only that one", async () => {
    const id = await rig.addProcess(picture, "2026-05-01");
    rig.startWorker();
    await untilDetecting(id);
    // A block whose corners lie outside the grid cannot be read by anybody.
    await rig.db.sql
      .updateTable("imagery_block")
      .set({ fx1: 99 })
      .where("process_id", "=", id)
      .where("n", "=", 3)
      .execute();
    await expect(rig.reaches(id, "completed")).rejects.toThrow("blocks_failed");
    expect(await blocks(id)).toMatchObject([
      { n: 1, status: "done", attempts: 1 },
      { n: 2, status: "done", attempts: 1 },
      { n: 3, status: "failed", attempts: 3 },
    ]);
    await rig.db.sql
      .updateTable("imagery_block")
      .set({ fx1: 10 })
      .where("process_id", "=", id)
      .where("n", "=", 3)
      .execute();
    const requests = await rig.db.sql
      .transaction()
      .execute((trx) => restartProcess(trx, id, "failed"));
    await rig.jobs.sendAll(requests ?? []);
    await rig.reaches(id, "completed");
    expect(await blocks(id)).toMatchObject([{ attempts: 1 }, { attempts: 1 }, { attempts: 1 }]);
    expect(await treesOfProcess(rig, id)).toEqual(expected);
  });
});

function isThere(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z");
  } catch {
    return false;
  }
}

/** Children of a worker that used the processor within the last half second. */
function busyOnes(worker: number): string[] {
  const used = (pid: number) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  const before = descendants(worker).map((child) => ({ ...child, ticks: used(child.pid) }));
  execFileSync("sleep", ["0.5"]);
  return before
    .filter(({ pid, ticks }) => isThere(pid) && used(pid) > ticks + 1)
    .map(({ command }) => command);
}
