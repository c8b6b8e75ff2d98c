import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "@nihol/db/json";
import { restartProcess, stopProcess } from "@nihol/store/processes/process-restart";
import { publishImage, unpublishImage } from "@nihol/store/trees/tree-publish";
import { recountPyramid } from "@nihol/store/trees/tree-pyramid";
import { listRows } from "@nihol/store/verdicts/garden-rows";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectedTrees, strangers, treesOfProcess } from "./expected-trees.ts";
import { makeRig, type Rig } from "./rig.ts";
import { makeImage, makePlantingImage } from "./test-image.ts";

function cornersOf(path: string) {
  const info = JSON.parse(execFileSync("gdalinfo", ["-json", path], { encoding: "utf8" }));
  const [ulx, uly] = info.cornerCoordinates.upperLeft as [number, number];
  const [lrx, lry] = info.cornerCoordinates.lowerRight as [number, number];
  return { ulx, uly, lrx, lry };
}

describe("an image on its way to trees", { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "nihol-pictures-"));
  const file = (name: string) => join(folder, `${name}.tif`);
  // Four fragments; and strips of two, for whatever does not depend on the size.
  const [large, otherLarge] = [file("large"), file("other-large")];
  const [strip, otherStrip, packedStrip] = [file("strip"), file("other"), file("packed")];
  let rig: Rig;
  let expected: string[];
  beforeAll(async () => {
    makeImage(large, { columns: 5, rows: 5 });
    makeImage(otherLarge, { columns: 5, rows: 5, from: 5 });
    makeImage(strip, { columns: 5, rows: 1 });
    makeImage(otherStrip, { columns: 5, rows: 1, from: 5 });
    const otherwise = ["-co", "COMPRESS=LZW", "-co", "TILED=YES"];
    execFileSync("gdal_translate", ["-q", ...otherwise, strip, packedStrip]);
    expected = await expectedTrees(large);
    rig = await makeRig();
    rig.startWorker();
  });
  afterAll(async () => {
    await rig?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await rig.db.sql.deleteFrom("imagery_process").execute();
    await rig.db.sql.deleteFrom("tree_cell").execute();
    await rig.db.sql.deleteFrom("tree_cell_past").execute();
    await rig.db.sql.deleteFrom("planting_task").execute();
    await rig.db.sql.deleteFrom("garden").execute();
  });

  const imageOf = (process: number) =>
    rig.db.sql
      .selectFrom("whole_image")
      .selectAll()
      .where("process_id", "=", process)
      .executeTakeFirstOrThrow();
  const currentTrees = async (process: number) => {
    const rows = await rig.db.sql
      .selectFrom("tree")
      .innerJoin("whole_image", "whole_image.id", "tree.whole_image_id")
      .select("tree.id")
      .where("process_id", "=", process)
      .where("current", "=", true)
      .execute();
    return rows.length;
  };
  /** Asks for a process as the server does: a row and its job. */
  const ask = async (file: string, date: string, more = {}) => {
    const id = await rig.addProcess(file, date, more);
    await rig.jobs.send("imagery.prepare", { process: id });
    return id;
  };
  const run = async (file: string, date: string, more = {}) => {
    const id = await ask(file, date, more);
    await rig.waitForStatus(id, "completed");
    return id;
  };
  const fails = async (file: string, date: string, more = {}) => {
    const id = await ask(file, date, more);
    await expect(rig.waitForStatus(id, "completed")).rejects.toThrow();
    return (await rig.process(id)).message;
  };

  it("stores the trees that the detector finds, each once, all current", async () => {
    expect(expected.length).toBeGreaterThan(100);
    const id = await run(large, "2026-05-01");
    const stored = await treesOfProcess(rig, id);
    expect(stored).toEqual(expected);
    expect(await currentTrees(id)).toBe(stored.length);
    expect(await recountPyramid(rig.db.sql)).toBe(0);
  });

  it("is found without a job, as after a server that was killed before it sent one", async () => {
    const id = await rig.addProcess(strip, "2026-05-01");
    await rig.waitForStatus(id, "completed");
  });

  it("leaves the row with all that a screen shows", async () => {
    const id = await run(large, "2026-05-01");
    const process = await rig.process(id);
    expect(process).toMatchObject({ step: "done", message: null, blocks_total: 1, blocks_done: 1 });
    const image = await imageOf(id);
    expect(image).toMatchObject({ width: 1280, height: 1280, fragment_count: 4 });
    expect(image.tree_count).toBe(process.tree_count);
    expect(image.model_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(existsSync(join(rig.dataDir, "files", image.cog_key))).toBe(true);
  });

  it("replaces the trees of an older image, and gives them back", async () => {
    const older = await run(strip, "2025-05-01");
    const newer = await run(otherStrip, "2026-05-01");
    const before = (await imageOf(older)).tree_count;
    expect(await currentTrees(older)).toBe(0);
    expect(await recountPyramid(rig.db.sql)).toBe(0);
    const { id } = await imageOf(newer);
    await rig.db.sql.transaction().execute((trx) => unpublishImage(trx, id));
    expect(await currentTrees(older)).toBe(before);
    expect(await recountPyramid(rig.db.sql)).toBe(0);
    await rig.db.sql.transaction().execute((trx) => publishImage(trx, id));
    expect(await currentTrees(older)).toBe(0);
  });

  it("finds rows where a planting task has its garden, each place once however often it runs", async () => {
    const file = join(folder, "planting.tif");
    makePlantingImage(file);
    const rowsOf = (process: number) =>
      rig.db.sql
        .selectFrom("planting_rows as r")
        .innerJoin("whole_image as w", "w.id", "r.whole_image_id")
        .where("w.process_id", "=", process)
        .select(["r.places", "r.occupied", "r.step_short_m", "r.step_long_m"])
        .execute();
    const alone = await run(file, "2026-05-01");
    expect(await rowsOf(alone)).toEqual([]);
    const { bbox } = await imageOf(alone);
    await rig.db.sql.deleteFrom("imagery_process").execute();
    const name = json({ tg: "Боғ", ru: "Сад", en: "Orchard", az: "Bağ" });
    const garden = await rig.db.sql
      .insertInto("garden")
      .values({ name, bbox })
      .returning("id")
      .executeTakeFirstOrThrow();
    await rig.db.sql
      .insertInto("planting_task")
      .values({ garden_id: garden.id, assigned_date: "2026-03-01", due_date: "2026-04-01" })
      .execute();
    const id = await run(file, "2026-05-01");
    const [found, ...more] = await rowsOf(id);
    expect(more).toEqual([]);
    expect(found?.step_short_m).toBeCloseTo(2, 1);
    expect(found?.step_long_m).toBeCloseTo(3, 1);
    expect(found?.occupied).toBeGreaterThan(100);
    expect(found?.places).toBeGreaterThan(found?.occupied ?? 0);
    // Of a garden that is the western half: its own places alone.
    const [west, south, east, north] = bbox;
    const half = (west + east) / 2;
    const ring = [
      [west, south],
      [half, south],
      [half, north],
      [west, north],
      [west, south],
    ] as [number, number][];
    const boundary = { type: "MultiPolygon" as const, coordinates: [[ring]] };
    const image = (await imageOf(id)).id;
    const [own] = await listRows(rig.db.sql, 0, { boundary }, [
      { image, capturedOn: "2026-05-01" },
    ]);
    expect(own?.places).toBeGreaterThan(0.35 * (found?.places ?? 0));
    expect(own?.places).toBeLessThan(0.65 * (found?.places ?? 0));
    const again = await rig.db.sql.transaction().execute((trx) => restartProcess(trx, id, "all"));
    expect(await rowsOf(id)).toHaveLength(1);
    await rig.jobs.sendAll(again ?? []);
    await rig.waitForStatus(id, "completed");
    expect(await rowsOf(id)).toEqual([found]);
  });

  it("notices the same image under another date, however it is packed", async () => {
    const id = await run(strip, "2025-05-01");
    expect(await fails(packedStrip, "2026-05-01")).toEqual({
      code: "duplicate_image",
      params: { date: "2025-05-01", process: id, file: "picture.tif" },
    });
  });

  it("detects only in the garden that was asked for", async () => {
    const image = await imageOf(await run(otherLarge, "2025-05-01"));
    const [w = 0, s = 0, e = 0, n = 0] = image.bbox;
    const [x, y] = [(w + e) / 2, (s + n) / 2];
    const ring = [
      [w - 1, s - 1],
      [x, s - 1],
      [x, y],
      [w - 1, y],
      [w - 1, s - 1],
    ];
    const area = JSON.stringify({ type: "MultiPolygon", coordinates: [[ring]] });
    const id = await run(large, "2026-05-01", { area_kind: "boundary", area });
    const some = await treesOfProcess(rig, id);
    expect(some.length).toBeLessThan(expected.length / 2);
    expect(strangers(some, expected).length).toBeLessThanOrEqual(some.length * 0.005);
    expect((await imageOf(id)).coverage_m2 / image.coverage_m2).toBeCloseTo(1 / 4, 2);
    expect(await recountPyramid(rig.db.sql)).toBe(0);
  });

  it("lets older trees count under a collar of no data", async () => {
    const older = await run(otherStrip, "2025-05-01");
    const collared = join(folder, "d.tif");
    // The right 40 % of the strip become no data.
    execFileSync("gdal_translate", [
      "-q",
      "-srcwin",
      "0",
      "0",
      "768",
      "256",
      strip,
      `${collared}.tif`,
    ]);
    const { lrx, uly, lry, ulx } = cornersOf(strip);
    const whole = [ulx, lry, lrx, uly].map(String);
    execFileSync("gdalwarp", ["-q", "-te", ...whole, "-dstalpha", `${collared}.tif`, collared]);
    const newer = await run(collared, "2026-05-01");
    const [under, over] = [await imageOf(older), await imageOf(newer)];
    expect(over.coverage_m2 / under.coverage_m2).toBeCloseTo(0.6, 2);
    const rest = (await currentTrees(older)) / under.tree_count;
    expect(rest).toBeGreaterThan(0.2);
    expect(rest).toBeLessThan(0.6);
    expect(await recountPyramid(rig.db.sql)).toBe(0);
  });

  it("says so when the area lies beside the image", async () => {
    const ring = [
      [10, 10],
      [11, 10],
      [11, 11],
      [10, 10],
    ];
    const area = JSON.stringify({ type: "Polygon", coordinates: [ring] });
    expect(await fails(strip, "2026-05-01", { area_kind: "boundary", area })).toMatchObject({
      code: "area_outside_image",
    });
  });

  it("says why a damaged file is refused", async () => {
    const gone = { file_key: "upload/none.tif" };
    expect(await fails(strip, "2026-05-01", gone)).toMatchObject({ code: "not_found" });
  });

  it("does all again on a restart, with the same trees", async () => {
    const id = await run(strip, "2026-05-01");
    const { id: image } = await imageOf(id);
    const stored = await treesOfProcess(rig, id);
    expect(stored.length).toBeGreaterThan(20);
    const requests = await rig.db.sql
      .transaction()
      .execute((trx) => restartProcess(trx, id, "all"));
    expect(await currentTrees(id)).toBe(stored.length);
    await rig.jobs.sendAll(requests ?? []);
    // The new run is on its way, and the published trees are those that count still, by their numbers too.
    const numbers = () =>
      rig.db.sql
        .selectFrom("tree")
        .select("id")
        .where("whole_image_id", "=", image)
        .where("current", "=", true)
        .orderBy("id")
        .execute();
    const before = await numbers();
    const waits = () => rig.db.sql.selectFrom("next_image").select("process_id").execute();
    await expect.poll(waits, { interval: 20 }).toHaveLength(1);
    expect(await rig.db.sql.transaction().execute((trx) => stopProcess(trx, id))).toBe(true);
    expect(await numbers()).toEqual(before);
    const stopped = await imageOf(id);
    expect(stopped.published_at).not.toBeNull();
    expect(stopped.tree_count).toBe(stored.length);
    expect(await treesOfProcess(rig, id)).toEqual(stored);
    expect(await recountPyramid(rig.db.sql)).toBe(0);
    const rest = await rig.db.sql.transaction().execute((trx) => restartProcess(trx, id, "failed"));
    await rig.jobs.sendAll(rest ?? []);
    await rig.waitForStatus(id, "completed");
    expect(await numbers()).not.toEqual(before);
    expect((await imageOf(id)).id).toBe(image);
    expect(await waits()).toHaveLength(0);
    expect((await imageOf(id)).cog_key).not.toBe(stopped.cog_key);
    expect(await treesOfProcess(rig, id)).toEqual(stored);
    expect(await recountPyramid(rig.db.sql)).toBe(0);
  });
});
