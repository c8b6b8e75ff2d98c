import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTasks } from "../../../../apps/worker/src/child/tasks.ts";
import { childPool } from "../../src/children/child-pool.ts";
import { BACKGROUND, BEHIND_PROGRAMS } from "../../src/children/lower-priority.ts";
import { createRenderLane } from "../../src/render/render-lane.ts";
import type { Answer, Question } from "../support/answering-child.ts";

const entry = new URL("../support/answering-child.ts", import.meta.url);
const hasGroups = existsSync("/proc/self/autogroup");
const opened: { close: () => unknown }[] = [];
let limit: string | undefined;

beforeEach(() => {
  limit = process.env.NIHOL_MAX_NICE;
  delete process.env.NIHOL_MAX_NICE;
});
afterEach(async () => {
  if (limit !== undefined) process.env.NIHOL_MAX_NICE = limit;
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

/** The nice value of a process's session, as the scheduler sees it; undefined where it knows none. */
const niceOfSession = (pid: number) =>
  hasGroups
    ? Number(/nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, "utf8"))?.[1])
    : undefined;

/** Of each thread of a process. */
const niceOfThreads = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8").split(") ")[1]?.split(" ")[16]),
  );

async function expectNice(pid: number, nice: number) {
  await expect.poll(() => niceOfSession(pid)).toBe(hasGroups ? nice : undefined);
  expect(new Set(niceOfThreads(pid))).toEqual(new Set([nice]));
}

describe("children give way to the programs", () => {
  test("in the background with all their threads, and what they start with them", async () => {
    const pool = childPool({ entry }, { size: 1 });
    opened.push(pool);
    const { pid } = await pool.run<Answer>({ kind: "echo" } satisfies Question);
    await expectNice(pid, BACKGROUND);
    const started = new Promise<number>((resolve) => {
      const ask = { kind: "start" } satisfies Question;
      pool.run(ask, { onProgress: (child: number) => resolve(child) }).catch(() => {});
    });
    await expectNice(await started, BACKGROUND);
  });

  test("many at once too, though Linux lets a user change only so many sessions a second", async () => {
    const pools = Array.from({ length: 4 }, () => childPool({ entry }, { size: 1, ready: 1 }));
    opened.push(...pools);
    for (const pid of pools.flatMap((pool) => pool.pids())) await expectNice(pid, BACKGROUND);
  });

  test("preparing images in the background, drawing before it", async () => {
    const tasks = openTasks();
    opened.push(tasks);
    for (const pid of tasks.prepare.pids()) await expectNice(pid, BACKGROUND);
    expect(tasks.prepare.pids()).toHaveLength(1);
    const lane = createRenderLane({ size: 1, maxWaiting: 1, maxWaitingEach: 1, timeoutMs: 60_000 });
    opened.push(lane);
    const asked = lane.ask({ kind: "photo", ask: { bytes: Buffer.from([0]) } }).catch(() => {});
    const [pid = 0] = lane.pids();
    await expectNice(pid, BEHIND_PROGRAMS);
    await asked;
  });
});
