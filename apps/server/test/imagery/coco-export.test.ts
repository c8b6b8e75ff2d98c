/** Training data of many images, asked for from the list: made by the worker, within each person's scope, read by the training. */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exported } from "../support/export-orders.ts";
import { stacWorld } from "../support/stac-world.ts";
import { grants } from "../support/test-app.ts";
import { startWorkerOf } from "../support/worker-process.ts";

const training = resolve(import.meta.dirname, "../../../../training");
let world: Awaited<ReturnType<typeof stacWorld>>;
let worker: ReturnType<typeof startWorkerOf>;
/** Two images that were looked through, the second in a region of its own, and one that nobody has looked at. */
beforeAll(async () => {
  world = await stacWorld();
  const { sql } = world.server.db;
  const { cog_key, facts } = await sql
    .selectFrom("whole_image")
    .select(["cog_key", "facts"])
    .where("id", "=", world.drawn)
    .executeTakeFirstOrThrow();
  for (const [image, trees] of [
    [world.drawn, 2],
    [world.east, 1],
  ] as const) {
    await sql
      .updateTable("whole_image")
      .set({ cog_key, facts: JSON.stringify(facts) as never, width: 512, height: 512 })
      .where("id", "=", image)
      .execute();
    await sql
      .insertInto("fragment")
      .values({
        ...{ whole_image_id: image, n: 1, fx: 0, fy: 0, block: 1, bbox: [68, 38, 69, 39] },
        review: "accepted",
      })
      .execute();
    for (let n = 0; n < trees; n++) {
      const [x, y] = [50 + 100 * n, 60];
      await sql
        .insertInto("tree")
        .values({
          ...{ whole_image_id: image, fragment: 1, zc: "1", lon: 68.8, lat: 38.5, area_m2: 4 },
          ...{ captured_on: "2026-05-01", score: 0.5, green: 1, box: [x, y, x + 20, y + 20] },
          crown: [x, y, x + 20, y, x + 20, y + 20],
        })
        .execute();
    }
  }
  worker = startWorkerOf(world.server);
}, 60_000);
afterAll(async () => {
  worker?.kill();
  await world?.server.close();
});

const order = { list: "whole-image", format: "coco" };

/** The parts of the archive of an export, as its owner fetches it. */
async function partsOf(id: number, token: string) {
  const answer = await fetch(`${world.api}/export/${id}/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  return unzipSync(new Uint8Array(await answer.arrayBuffer()));
}

test("all images of the list go into one archive, which the training reads", async () => {
  const { done } = await exported(world.master.call, order);
  expect(done).toMatchObject({ rows: 3, rows_done: 3 });
  expect(done.file_name).toMatch(/\.coco\.zip$/);
  const parts = await partsOf(done.id, world.access);
  const names = [world.drawn, world.east].map((image) => `image-${image}-1.tif`);
  expect(Object.keys(parts).sort()).toEqual(["corrections.json", ...names].sort());
  const dir = await mkdtemp(join(tmpdir(), "nihol-coco-"));
  for (const [name, bytes] of Object.entries(parts)) await writeFile(join(dir, name), bytes);
  const script = `
import json, sys
from pathlib import Path
from nihol_training.coco import load_coco
from nihol_training.data import read_pixels
records = load_coco(Path(sys.argv[1]))
print(json.dumps([[r.path.name, len(r.boxes), read_pixels(r.path).shape] for r in records]))`;
  const args = ["-c", script, join(dir, "corrections.json")];
  const text = execFileSync("/usr/bin/python3", args, { cwd: training, encoding: "utf8" });
  const read = JSON.parse(text) as [string, number, number[]][];
  expect(read.sort()).toEqual(
    [
      [`image-${world.drawn}-1.tif`, 2, [512, 512, 4]],
      [`image-${world.east}-1.tif`, 1, [512, 512, 4]],
    ].sort(),
  );
  await rm(dir, { recursive: true });
}, 60_000);

test("chosen images alone, and of those what a person's scope holds", async () => {
  const permissions = grants({ wholeimage: "v", planttreedetail: "v" });
  const one = await world.server.person("Of the east", { permissions, regions: [world.region] });
  const query = { ids: `${world.drawn},${world.east}` };
  const { done } = await exported(one.call, { ...order, query });
  expect(done.rows).toBe(1);
  const { access } = await world.server.tokensOf(one.email);
  const names = Object.keys(await partsOf(done.id, access));
  expect(names.sort()).toEqual(["corrections.json", `image-${world.east}-1.tif`]);
}, 60_000);

test("whoever may not see trees one by one gets none of it, and no other list comes so", async () => {
  const viewer = await world.server.person("Of images", {
    permissions: grants({ wholeimage: "v" }),
  });
  expect((await viewer.call("POST", "/export", order)).status).toBe(403);
  const other = await world.master.call("POST", "/export", { ...order, list: "garden" });
  expect([other.status, other.body]).toMatchObject([400, { format: [expect.any(String)] }]);
});

test("no file is left beside the archives", async () => {
  const { files } = world.server;
  const work = join(dirname(files.path("x")), ".incoming");
  expect(execFileSync("ls", [work], { encoding: "utf8" })).toBe("");
});
