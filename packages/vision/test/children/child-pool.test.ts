import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import type { PoolOptions } from "../../src/children/child-pool.ts";
import {
  ChildDied,
  type ChildPool,
  ChildTimedOut,
  childPool,
} from "../../src/children/child-pool.ts";
import type { Answer, Question } from "../support/answering-child.ts";

const entry = new URL("../support/answering-child.ts", import.meta.url);
const spinningParent = fileURLToPath(new URL("../support/spinning-parent.ts", import.meta.url));
const pools: ChildPool[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

function open(options: PoolOptions, heapMb?: number) {
  const pool = childPool({ entry, ...(heapMb === undefined ? {} : { heapMb }) }, options);
  pools.push(pool);
  const ask = (question: Question, asked = {}) => pool.run<Answer>(question, asked);
  return { pool, ask };
}

/** A process that is over but not yet waited for counts as gone. */
function isThere(pid: number): boolean {
  try {
    return !readFileSync(join("/proc", `${pid}`, "stat"), "utf8").includes(") Z");
  } catch {
    return false;
  }
}

describe("children of one program", () => {
  test("are kept between requests, as many as may work at once", async () => {
    const { ask, pool } = open({ size: 2 });
    const all = await Promise.all([1, 2, 3, 4].map(() => ask({ kind: "echo" })));
    expect(new Set(all.map(({ pid }) => pid)).size).toBe(2);
    expect(pool.pids()).toHaveLength(2);
  });

  test("are started ahead where they are to be ready", async () => {
    const { ask, pool } = open({ size: 1, ready: 1 });
    const [ahead] = pool.pids();
    expect((await ask({ kind: "echo" })).pid).toBe(ahead);
  });

  test("are replaced after as many requests as one may answer; the next is ready by then", async () => {
    const { ask, pool } = open({ size: 1, ready: 1, uses: 1 });
    const first = await ask({ kind: "remember", word: "left behind" });
    const [ahead] = pool.pids().filter((pid) => pid !== first.pid);
    const second = await ask({ kind: "echo" });
    expect(second).toEqual({ pid: ahead, remembered: null });
    await expect.poll(() => isThere(first.pid)).toBe(false);
  });

  test("say how far they are, and fail with the error of the child", async () => {
    const { ask } = open({ size: 1 });
    const told: number[] = [];
    await ask({ kind: "count", to: 3 }, { onProgress: (n: number) => told.push(n) });
    expect(told).toEqual([1, 2, 3]);
    await expect(ask({ kind: "fail" })).rejects.toMatchObject({
      name: "ImageRefused",
      message: "no such image",
      code: "not_found",
      params: { file: "a.tif" },
    });
  });
});

describe("a child that must not go on", () => {
  test("is ended past its time, and another one answers next", async () => {
    const { ask } = open({ size: 1 });
    await expect(ask({ kind: "spin" }, { timeoutMs: 1000 })).rejects.toBeInstanceOf(ChildTimedOut);
    expect((await ask({ kind: "echo" })).remembered).toBeNull();
  });

  test("killed by somebody else is asked at most once more", async () => {
    const { ask } = open({ size: 1 });
    for (let round = 0; round < 20; round++) {
      const { pid } = await ask({ kind: "echo" });
      process.kill(pid, "SIGKILL");
      // This one may meet the dying child; the one after it never does.
      await ask({ kind: "echo" }).catch((error) => expect(error).toBeInstanceOf(ChildDied));
      expect((await ask({ kind: "echo" })).pid).not.toBe(pid);
    }
  });

  test("dies of too much memory, and another one answers next", async () => {
    const { ask } = open({ size: 1 }, 32);
    await expect(ask({ kind: "hoard" })).rejects.toBeInstanceOf(ChildDied);
    expect((await ask({ kind: "echo" })).remembered).toBeNull();
  });

  test("is gone when an abort settles, with all that it has started", async () => {
    const { ask } = open({ size: 1 });
    const stop = new AbortController();
    let started = 0;
    const asked = ask(
      { kind: "start" },
      {
        signal: stop.signal,
        onProgress: (pid: number) => {
          started = pid;
          stop.abort(new Error("stopped"));
        },
      },
    );
    await expect(asked).rejects.toThrow("stopped");
    await expect.poll(() => isThere(started)).toBe(false);
  });

  test("may end what it has started where it is given time for that", async () => {
    const { ask } = open({ size: 1, graceMs: 60_000 });
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error("stopped"));
    // It ends by itself at the abort; a kill would come after a minute.
    await expect(ask({ kind: "heed" }, { signal: stop.signal, onProgress })).rejects.toThrow(
      "stopped",
    );
  });

  test.skipIf(process.platform === "win32")(
    "is gone soon after its parent was killed, though it never pauses",
    async () => {
      const parent = spawn(process.execPath, [spinningParent], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [line] = await once(parent.stdout, "data");
      const pid = Number(line);
      expect(isThere(pid)).toBe(true);
      parent.kill("SIGKILL");
      await expect
        .poll(() => isThere(pid), { timeout: 30_000 })
        .toBe(false)
        .finally(() => isThere(pid) && process.kill(pid, "SIGKILL"));
    },
  );

  test("is gone after the pool was closed, and the pool serves again", async () => {
    const { ask, pool } = open({ size: 1, ready: 1 });
    const { pid } = await ask({ kind: "echo" });
    const running = ask({ kind: "spin" });
    const ended = expect(running).rejects.toBeInstanceOf(ChildDied);
    await pool.close();
    await ended;
    expect(isThere(pid)).toBe(false);
    expect(pool.pids()).toEqual([]);
    expect((await ask({ kind: "echo" })).pid).not.toBe(pid);
  });
});
