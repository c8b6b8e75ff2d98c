import { rename } from "node:fs/promises";
import type { Process, ProcessBlock, ProcessDetail } from "@nihol/contract/imagery/processes";
import type { Statistics } from "@nihol/contract/statistics";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  geoTiff,
  type ImageryServer,
  imageryServer,
  until,
  type Visitor,
} from "../support/imagery-server.ts";

let server: ImageryServer;
let owner: Visitor;
const older = geoTiff({ date: 0 });
const newer = geoTiff({ date: 1 });
const [olderDay, newerDay] = ["2023-06-12", "2025-06-18"];

beforeAll(async () => {
  server = await imageryServer();
  owner = await server.visitor("MasterAdmin");
  server.startWorker();
});
afterAll(() => server.close());

/** The image with strip `n` cut off after ten bytes (little-endian, classic TIFF, StripByteCounts = 279). */
function withBrokenStrip(file: Buffer, n: number): Buffer {
  const at = file.readUInt32LE(4);
  for (let i = 0; i < file.readUInt16LE(at); i++) {
    const entry = at + 2 + i * 12;
    if (file.readUInt16LE(entry) === 279)
      file.writeUInt32LE(10, file.readUInt32LE(entry + 8) + 4 * n);
  }
  return file;
}

async function start(bytes: Uint8Array, date: string): Promise<Process> {
  const upload = await owner.send(bytes);
  return (await owner.call<Process>("POST", "/satellite-imagery", { upload: upload.id, date }))
    .body;
}
const run = async (bytes: Uint8Array, date: string) =>
  server.ended(owner, (await start(bytes, date)).id);
const post = (id: number, action: string, body?: object) =>
  owner.call<Process & { code: string }>("POST", `/satellite-imagery/${id}/${action}`, body);
const remove = (path: string) => owner.call("DELETE", `/satellite-imagery/${path}`);

const blocksOf = async (id: number) =>
  (await owner.call<{ results: ProcessBlock[] }>("GET", `/satellite-imagery/${id}/blocks`)).body
    .results;

/** Trees that a process found, without the numbers that a new run gives. */
async function treesOf(process: number) {
  return server.db.sql
    .selectFrom("tree as t")
    .innerJoin("whole_image as w", "w.id", "t.whole_image_id")
    .where("w.process_id", "=", process)
    .select(["t.lon", "t.lat", "t.green", "t.area_m2", "t.captured_on", "t.current"])
    .orderBy("t.zc")
    .orderBy("t.lon")
    .execute();
}
/** Counts the jobs that wait for a worker or are in its hands. */
async function jobsLeft(): Promise<number> {
  const { rows } = await server.db.pool.query(
    "select count(*)::int as n from pgboss.job where state in ('created', 'retry', 'active')",
  );
  return rows[0].n;
}
/** The dashboard's figures over the whole country. */
const counted = async () => (await owner.call<Statistics>("GET", "/statistics")).body.trees;
async function filesOf(image: number | null): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of server.files.list(`image/${image}`)) keys.push(key);
  return keys;
}

describe("a process", () => {
  let first: Process;
  beforeAll(async () => {
    first = await run(older, olderDay);
  });

  test("comes to its end, with trees and an image", async () => {
    expect(first).toMatchObject({
      status: "completed",
      step: "done",
      state_percentage: 100,
      message: null,
      can: { stop: false, delete: true, restart_all: true, restart_failed: false },
    });
    expect(first.tree_count).toBeGreaterThan(5);
    expect(first.whole_image).not.toBeNull();
    expect(await counted()).toMatchObject({ total: first.tree_count, captured_to: olderDay });
  });

  test("has its blocks and the image's outline", async () => {
    const { body } = await owner.call<ProcessDetail>("GET", `/satellite-imagery/${first.id}`);
    expect(body.blocks).toEqual({ pending: 0, running: 0, done: 1, failed: 0 });
    const blocks = await blocksOf(first.id);
    expect(blocks).toMatchObject([{ n: 1, status: "done", trees: first.tree_count, attempts: 1 }]);
    expect(body.footprint?.type).toBe("MultiPolygon");
  });

  test("finds the same trees when all is done again", async () => {
    const before = await treesOf(first.id);
    const { body } = await post(first.id, "restart", { which: "all" });
    // The worker may have taken it already.
    expect(["pending", "in_progress"]).toContain(body.status);
    // The published trees count until the new ones are published.
    expect((await counted())?.total).toBe(before.length);
    expect((await server.ended(owner, first.id)).status).toBe("completed");
    expect(await treesOf(first.id)).toEqual(before);
    expect((await counted())?.total).toBe(before.length);
  });

  test("stays stopped, and ends with the same trees when it is restarted", async () => {
    const before = await treesOf(first.id);
    await post(first.id, "restart", { which: "all" });
    expect((await post(first.id, "stop")).body).toMatchObject({
      status: "stopped",
      can: { restart_failed: true, delete: true, stop: false },
    });
    await until(async () => (await jobsLeft()) === 0);
    const { body } = await owner.call<Process>("GET", `/satellite-imagery/${first.id}`);
    expect(body.status).toBe("stopped");
    expect((await counted())?.total).toBe(before.length);
    expect(await treesOf(first.id)).toEqual(before);
    await post(first.id, "restart", { which: "failed" });
    expect((await server.ended(owner, first.id)).status).toBe("completed");
    expect(await treesOf(first.id)).toEqual(before);
  });

  test("keeps its trees when the file that a restart needs is gone, and says so", async () => {
    const before = await treesOf(first.id);
    const { file_key } = await server.db.sql
      .selectFrom("imagery_process")
      .where("id", "=", first.id)
      .select("file_key")
      .executeTakeFirstOrThrow();
    const path = server.files.path(file_key);
    await rename(path, `${path}.away`);
    try {
      const restarted = await post(first.id, "restart", { which: "all" });
      expect([restarted.status, restarted.body.code]).toEqual([409, "original_gone"]);
      const recounted = await owner.call<{ code: string }>(
        "POST",
        `/whole-image/${first.whole_image}/calibration/recount`,
        { threshold: 0.5 },
      );
      expect([recounted.status, recounted.body.code]).toEqual([409, "original_gone"]);
      const { body } = await owner.call<Process>("GET", `/satellite-imagery/${first.id}`);
      expect(body.status).toBe("completed");
      expect(await treesOf(first.id)).toEqual(before);
      expect((await counted())?.total).toBe(before.length);
    } finally {
      await rename(`${path}.away`, path);
    }
  });

  test("has no block at work once it is stopped", async () => {
    await post(first.id, "restart", { which: "all" });
    await post(first.id, "stop");
    // As a worker leaves it that is killed in the middle of a block.
    await server.db.sql
      .insertInto("imagery_block")
      .values({
        process_id: first.id,
        n: 99,
        status: "running",
        fx0: 0,
        fy0: 0,
        fx1: 1,
        fy1: 1,
        fragments: 1,
      })
      .execute();
    await server.db.sql
      .updateTable("imagery_process")
      .set({ status: "in_progress" })
      .where("id", "=", first.id)
      .execute();
    await post(first.id, "stop");
    const states = (await blocksOf(first.id)).map(({ status }) => status);
    expect(states).not.toContain("running");
    expect(states).toContain("pending");
    await server.db.sql
      .deleteFrom("imagery_block")
      .where("process_id", "=", first.id)
      .where("n", "=", 99)
      .execute();
    await post(first.id, "restart", { which: "failed" });
    expect((await server.ended(owner, first.id)).status).toBe("completed");
  });

  test("has nothing to restart when nothing failed", async () => {
    const answer = await post(first.id, "restart", { which: "failed" });
    expect([answer.status, answer.body.code]).toEqual([409, "nothing_to_restart"]);
  });

  test("is at most whole, whatever number of fragments stands in its row", async () => {
    const set = (row: { status: "failed" | "completed"; fragments_done: number }) =>
      server.db.sql.updateTable("imagery_process").set(row).where("id", "=", first.id).execute();
    const { fragments_done } = await server.db.sql
      .selectFrom("imagery_process")
      .where("id", "=", first.id)
      .select("fragments_done")
      .executeTakeFirstOrThrow();
    await set({ status: "failed", fragments_done: 900 });
    const { body } = await owner.call<Process>("GET", `/satellite-imagery/${first.id}`);
    await set({ status: "completed", fragments_done });
    expect(body.state_percentage).toBeGreaterThan(50);
    expect(body.state_percentage).toBeLessThanOrEqual(100);
  });

  test("cannot be stopped once it has ended", async () => {
    const answer = await post(first.id, "stop");
    expect([answer.status, answer.body.code]).toEqual([409, "process_not_running"]);
  });

  test("takes its trees along to another date", async () => {
    const { status, body } = await post(first.id, "dates", { date: "2023-07-01" });
    expect([status, body.process_date]).toEqual([200, "2023-07-01"]);
    expect(new Set((await treesOf(first.id)).map((tree) => tree.captured_on))).toEqual(
      new Set(["2023-07-01"]),
    );
    expect(await counted()).toMatchObject({ captured_from: "2023-07-01", total: body.tree_count });
    const { body: before } = await owner.call<Statistics>("GET", "/statistics?to=2023-06-30");
    expect(before.total_tree_count).toBeNull();
    await post(first.id, "dates", { date: olderDay });
  });

  test("is not dated into the future", async () => {
    expect((await post(first.id, "dates", { date: "2199-01-01" })).status).toBe(400);
  });

  test("gives its place to a newer image, and takes it back when that is deleted", async () => {
    const second = await run(newer, newerDay);
    expect(await counted()).toMatchObject({ total: second.tree_count, captured_from: newerDay });
    const files = await filesOf(second.whole_image);
    expect(files.length).toBeGreaterThan(0);
    expect((await remove(`${second.id}`)).status).toBe(204);
    expect(await counted()).toMatchObject({ total: first.tree_count, captured_to: olderDay });
    expect(await treesOf(second.id)).toEqual([]);
    expect(await filesOf(second.whole_image)).toEqual([]);
    expect((await owner.call("GET", `/whole-image/${second.whole_image}`)).status).toBe(404);
  });

  test("of the same image under another date fails and says where it is", async () => {
    const again = await run(older, "2024-01-01");
    expect(again).toMatchObject({ status: "failed", message: { code: "duplicate_image" } });
    expect(again.message?.detail).toContain(olderDay);
    expect(again.message?.detail).toContain("garden.tif");
    expect((await counted())?.total).toBe(first.tree_count);
    await remove(`${again.id}`);
  });

  test("lists the images of its place with their hashes", async () => {
    const { body } = await owner.call<{ results: object[] }>(
      "GET",
      `/satellite-imagery/${first.id}/hash`,
    );
    expect(body.results).toEqual([
      {
        date_hash: first.date_hash,
        date: olderDay,
        whole_image: first.whole_image,
        file_name: "garden.tif",
        width: 512,
        height: 512,
        tree_count: first.tree_count,
        can: { delete: true },
      },
    ]);
  });

  test("goes with the hash of its image, and the upload with it", async () => {
    const path = `${first.id}/hash/${first.date_hash}`;
    expect((await remove(`${first.id}/hash/${"0".repeat(64)}`)).status).toBe(404);
    expect((await remove(path)).status).toBe(204);
    expect((await owner.call("GET", `/satellite-imagery/${first.id}`)).status).toBe(404);
    expect(await counted()).toBeNull();
    const uploads = await server.db.sql
      .selectFrom("upload")
      .select("id")
      .where("file_name", "=", "garden.tif")
      .execute();
    expect(uploads).toEqual([]);
  });
});

describe("a process that cannot succeed", () => {
  test("says in the reader's language that the image is found damaged after ingest", async () => {
    const upload = await owner.send(withBrokenStrip(geoTiff({ size: 1024 }), 5));
    // Ingest reads a few strips; this one lies between them.
    expect(upload.status).toBe("ready");
    const { body } = await owner.call<Process>("POST", "/satellite-imagery", {
      upload: upload.id,
      date: olderDay,
    });
    const ended = await server.ended(owner, body.id);
    expect(ended).toMatchObject({ status: "failed", message: { code: "damaged" } });
    const { body: tajik } = await owner.call<Process>(
      "GET",
      `/satellite-imagery/${body.id}`,
      undefined,
      { "accept-language": "tg" },
    );
    expect(tajik.message?.detail).toMatch(/^[А-Яа-яҒғӢӣҚқӮӯҲҳҶҷ]{2,}/);
    expect(await counted()).toBeNull();
  });
});

describe("the stream of events", () => {
  test("streams the states and ends when the process is deleted", async () => {
    const { id } = await start(newer, newerDay);
    const answer = await owner.fetchAt("GET", `/satellite-imagery/${id}/events`);
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    let text = "";
    let asked: Promise<unknown> | undefined;
    for await (const part of answer.body ?? []) {
      text += Buffer.from(part).toString();
      if (text.includes('"completed"')) asked ??= remove(`${id}`);
    }
    await asked;
    const events = text.split("\n\n").filter(Boolean);
    const states = events.map((event) => JSON.parse(event.replace("event: process\ndata: ", "")));
    expect(states.at(-1)).toMatchObject({ status: "completed", state_percentage: 100 });
    const percentages = states.map((state) => state.state_percentage);
    expect(percentages).toEqual([...percentages].sort((a, b) => a - b));
  });
});
