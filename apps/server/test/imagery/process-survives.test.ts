/**
 * One process over 500 blocks, with all that can go wrong: its source answers 500, late and half; the disk is full; its
 * worker is killed three times and the server once; its image is away for a while. It names the blocks that failed, and
 * ends whole when those alone are done again.
 */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, renameSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { BlockAttempt, ProcessBlock, ProcessDetail } from "@nihol/contract/imagery/processes";
import { stopDatabase } from "@nihol/db/launcher/launcher";
import { sharp } from "@nihol/vision/native/image-library";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../support/imagery-server.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";

let dataDir: string;
let server: ServerProcess;
/** Half of it is sent where a line breaks. */
let tile: Buffer;
const trouble = { status: 0, late: 0, half: 0 };
const askedBefore = new Set<string>();
/** Every hundredth address fails when it is asked for the first time, each in its way. */
const source = createServer((request, reply) => {
  const url = request.url ?? "";
  const turn = askedBefore.size % 100;
  const isFirst = !askedBefore.has(url);
  askedBefore.add(url);
  const send = () => void reply.writeHead(200, { "content-type": "image/png" }).end(tile);
  if (!isFirst || ![20, 50, 80].includes(turn)) return send();
  if (turn === 20) {
    trouble.status++;
    return void reply.writeHead(500).end();
  }
  if (turn === 50) {
    trouble.late++;
    return void setTimeout(send, 2000);
  }
  trouble.half++;
  reply.writeHead(200, { "content-type": "image/png", "content-length": tile.length });
  reply.write(tile.subarray(0, tile.length / 2), () => request.socket.destroy());
});

const pieces = () => join(dataDir, "files", "fetch");
const start = () =>
  startServerProcess({
    NIHOL_DATA: dataDir,
    NIHOL_SOURCES_INSIDE: `127.0.0.1:${(source.address() as AddressInfo).port}`,
    // So that 500 blocks are seconds of work, and an image that is fetched in seconds has so many.
    NIHOL_BLOCK_FRAGMENTS: "1",
  });

/** Whether a small disk can be made here: by root on Linux, where containers allow it. */
let mounted = false;
const mount = (options: string) =>
  execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", pieces()], { stdio: "ignore" });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "nihol-survives-"));
  const create = { width: 256, height: 256, channels: 3, background: "#4a7a3a" } as const;
  tile = await sharp({ create }).png().toBuffer();
  await once(source.listen(0, "127.0.0.1"), "listening");
  mkdirSync(pieces(), { recursive: true });
  try {
    mount("size=8m");
    mounted = true;
  } catch {
    // The rest is tried all the same.
  }
  server = await start();
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await stopDatabase(dataDir);
  if (mounted) execFileSync("umount", [pieces()]);
  source.closeAllConnections();
  source.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await server.call(method, path, body);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Answer;
}
let id = 0;
const at = (path = "") => `/satellite-imagery/${id}${path}`;
const detail = () => ask<ProcessDetail>("GET", at());
const blocks = async () => (await ask<{ results: ProcessBlock[] }>("GET", at("/blocks"))).results;
const attempts = async (n: number) =>
  (await ask<{ attempts: BlockAttempt[] }>("GET", at(`/blocks/${n}`))).attempts;
const hasEnded = ({ status }: ProcessDetail) => ["failed", "completed"].includes(status);
/** Waits for a moment of the process; a busy machine takes minutes for an image so large. */
async function waitFor(what: (process: ProcessDetail) => boolean): Promise<ProcessDetail> {
  for (;;) {
    const process = await detail();
    if (what(process)) return process;
    await wait(200);
  }
}
/** @throws when it ends in another way */
const reaches = (what: (process: ProcessDetail) => boolean) =>
  waitFor((process) => {
    if (what(process)) return true;
    if (hasEnded(process)) throw new Error(`${process.status} ${JSON.stringify(process.message)}`);
    return false;
  });
const ends = () => waitFor(hasEnded);

const workerOf = (pid: number) =>
  execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .find((row) => Number(row?.[2]) === pid && row?.[3]?.includes("worker/src/main.ts"))?.[1];
async function killWorker() {
  const pid = await until(async () => workerOf(server.child.pid ?? 0));
  process.kill(Number(pid), "SIGKILL");
}
async function killServer() {
  const ended = once(server.child, "exit");
  server.child.kill("SIGKILL");
  await ended;
  server = await start();
}

/** The image as it is worked on is gone; what is answered brings it back. */
function takeImageAway(): () => void {
  const folder = join(dataDir, "files", "image");
  const file = readdirSync(folder, { recursive: true })
    .map(String)
    .find((name) => /cog-\d+\.tif$/.test(name));
  const path = join(folder, file ?? "");
  // Out of the store, which clears away what no row names.
  const away = join(dataDir, "away.tif");
  renameSync(path, away);
  return () => renameSync(away, path);
}

/** 832 kilometres at 4.8 m a pixel, five rows of tiles: two rows of 251 fragments, each a block. */
const zoom = 15;
const tiles = 2 ** zoom;
const pixelDegrees = 360 / 256 / tiles;
const latOf = (row: number) =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / tiles))) * 180) / Math.PI;
const [west, north, south] = [66, latOf(12_600.2), latOf(12_604.8)];
const east = west + 251 * 896 * pixelDegrees;
const boundary = {
  type: "Polygon",
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
};

test("a process over 500 blocks survives all of it, and restarts only what failed", {
  timeout: 900_000,
}, async () => {
  const { port } = source.address() as AddressInfo;
  const name = { tg: "М", ru: "М", en: "S", az: "" };
  const address = `http://127.0.0.1:${port}/{z}/{x}/{y}.png`;
  const made = await ask<{ id: number }>("POST", "/imagery-source", {
    name,
    kind: "xyz",
    address,
    max_zoom: zoom,
  });
  const order = { source: made.id, date: "2026-05-17", area: { boundary } };
  ({ id } = await ask<{ id: number }>("POST", "/satellite-imagery", order));

  if (mounted) {
    const full = await ends();
    expect([full.status, full.message?.code]).toEqual(["failed", "disk_full"]);
    // What is there is whole.
    expect(
      readdirSync(pieces(), { recursive: true }).filter((one) => /part/.test(String(one))),
    ).toEqual([]);
    mount("remount,size=512m");
    await ask("POST", at("/restart"), { which: "failed" });
  }
  await reaches(({ step, state_percentage }) => step === "fetching" && state_percentage > 6);
  await killWorker();
  await reaches(({ blocks: { done } }) => done > 40);
  await killWorker();
  await reaches(({ blocks: { done } }) => done > 120);
  await killServer();
  await reaches(({ blocks: { done } }) => done > 200);
  const bringBack = takeImageAway();
  // One that begins anew has it open no longer.
  await killWorker();
  await reaches(({ blocks }) => blocks.failed > 2);
  bringBack();

  const failed = await ends();
  expect([failed.status, failed.message?.code]).toEqual(["failed", "blocks_failed"]);
  const all = await blocks();
  expect(all.length).toBeGreaterThan(500);
  const broken = all.filter(({ status }) => status === "failed");
  expect(broken.length).toBeGreaterThan(0);
  expect(broken.length).toBeLessThan(200);
  for (const block of broken) expect(block.message?.detail).toBeTruthy();
  expect(failed.blocks).toEqual({
    pending: 0,
    running: 0,
    done: all.length - broken.length,
    failed: broken.length,
  });
  const log = await attempts(broken[0]?.n ?? 0);
  expect(log.at(-1)).toMatchObject({ outcome: "failed", message: { code: expect.any(String) } });

  const before = new Map(all.map((block) => [block.n, block.finished_at]));
  await ask("POST", at("/restart"), { which: "failed" });
  const done = await ends();
  expect([done.status, done.message]).toEqual(["completed", null]);
  const again = (await blocks()).filter((block) => block.finished_at !== before.get(block.n));
  expect(again.map(({ n }) => n)).toEqual(broken.map(({ n }) => n));

  // Each block was done once, whoever died over it; and nothing of the fetching is left.
  const died = all.filter(({ attempts: tries, status }) => status === "done" && tries > 1);
  expect(died.length).toBeGreaterThan(0);
  const outcomes = (await Promise.all(died.map(({ n }) => attempts(n)))).flat();
  expect(outcomes.filter(({ outcome }) => outcome === "died").length).toBeGreaterThan(0);
  expect(readdirSync(pieces())).toEqual([]);
  expect(Math.min(trouble.status, trouble.late, trouble.half)).toBeGreaterThan(5);
});
