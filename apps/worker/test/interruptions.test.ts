import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HEARTBEAT_SECONDS, RETRY_SECONDS, SUPERVISE_SECONDS } from "@nihol/store/jobs/job-queue";
import { restartProcess, stopProcess } from "@nihol/store/processes/process-restart";
import { recountPyramid } from "@nihol/store/trees/tree-pyramid";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectedTrees, treesOfProcess } from "./expected-trees.ts";
import { endWorker, makeRig, type Rig } from "./rig.ts";
import { makeImage } from "./test-image.ts";

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
const polling = { timeout: 120_000, interval: 50 };
const detectors = (pid: number) =>
  descendants(pid).filter(({ command }) => /detect-child/.test(command));

describe("work that is cut off", { timeout: 400_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "nihol-pictures-"));
  const file = join(folder, "long.tif");
  let expected: string[];
  let rig: Rig;
  beforeAll(async () => {
    // Three blocks: 11 fragments in a row. At this scale a block is a second or more of work.
    makeImage(file, { columns: 37, rows: 1, gsdMeters: 0.3 });
    expected = await expectedTrees(file);
  }, 300_000);
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
  /** A worker that detects one block at a time, in the middle of the second. */
  const inTheMiddle = async (id: number): Promise<ChildProcess> => {
    const worker = rig.startWorker({ NIHOL_DETECTORS: "1" });
    await expect.poll(() => statesOf(id), polling).toEqual(["done", "running", "pending"]);
    return worker;
  };
  const statesOf = async (id: number) => (await blocks(id)).map(({ status }) => status);
  const startAgain = async (id: number) => {
    const requests = await rig.db.sql
      .transaction()
      .execute((trx) => restartProcess(trx, id, "failed"));
    await rig.jobs.sendAll(requests ?? []);
  };

  it("is taken over after a kill, no tree lost or doubled", async () => {
    const id = await rig.addProcess(file, "2026-05-01");
    const victim = await inTheMiddle(id);
    victim.kill("SIGKILL");
    await once(victim, "exit");
    expect(await blocks(id)).toMatchObject([
      { status: "done", attempts: 1 },
      { status: "running", attempts: 1 },
      { status: "pending", attempts: 0 },
    ]);
    rig.startWorker();
    await rig.waitForStatus(id, "completed");
    // The finished block is not done again; the one that was held is, and counts as another attempt.
    expect((await blocks(id)).map(({ attempts }) => attempts)).toEqual([1, 2, 1]);
    expect(await treesOfProcess(rig, id)).toEqual(expected);
    expect(await recountPyramid(rig.db.sql)).toBe(0);
    expect(readdirSync(join(rig.dataDir, "scratch"))).toHaveLength(1);
  });

  it("is taken over within the 20 s that operations may count on", () => {
    expect(HEARTBEAT_SECONDS + SUPERVISE_SECONDS + RETRY_SECONDS).toBeLessThan(20);
  });

  it("leaves no child at work after a stop, and goes on after a restart", async () => {
    const id = await rig.addProcess(file, "2026-05-01");
    const worker = await inTheMiddle(id);
    const [detector] = detectors(worker.pid as number);
    await rig.db.sql.transaction().execute((trx) => stopProcess(trx, id));
    await expect.poll(() => isThere(detector?.pid ?? 0), polling).toBe(false);
    expect(await rig.process(id)).toMatchObject({ status: "stopped" });
    // The child ended before its block did.
    expect((await statesOf(id)).filter((state) => state === "done")).toHaveLength(1);
    await startAgain(id);
    await rig.waitForStatus(id, "completed");
    expect(await treesOfProcess(rig, id)).toEqual(expected);
  });

  it("ends its children with SIGTERM and gives the blocks back", async () => {
    const id = await rig.addProcess(file, "2026-05-01");
    const worker = await inTheMiddle(id);
    const children = detectors(worker.pid as number);
    expect(children.length).toBeGreaterThan(0);
    await endWorker(worker);
    // A worker whose grace period runs out ends with 1.
    expect(worker.exitCode).toBe(0);
    expect(children.filter(({ pid }) => isThere(pid))).toEqual([]);
    expect((await blocks(id)).map(({ attempts }) => attempts)).toEqual([1, 0, 0]);
    expect(readdirSync(join(rig.dataDir, "scratch"))).toEqual([]);
  });

  it("ends with the program that started it", async () => {
    const worker = rig.startWorker();
    const ended = once(worker, "exit");
    const scratch = join(rig.dataDir, "scratch");
    // Its folder is made while it starts to work.
    await expect.poll(() => existsSync(scratch) && readdirSync(scratch), polling).toHaveLength(1);
    worker.disconnect();
    expect((await ended)[0]).toBe(0);
  });
});

function isThere(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z");
  } catch {
    return false;
  }
}
