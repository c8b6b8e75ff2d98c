import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "@nihol/db/json";
import { restartProcess } from "@nihol/store/processes/process-restart";
import { combineCounts, countTreesOfImages } from "@nihol/store/trees/tree-count";
import { recountPyramid } from "@nihol/store/trees/tree-pyramid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { treesOfProcess } from "../expected-trees.ts";
import { endWorker, makeRig, type Rig } from "../rig.ts";
import { makeImage } from "../test-image.ts";

describe("an image on which crowns cannot be distinguished", { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "nihol-coarse-"));
  const [fine, coarse] = ["fine.tif", "coarse.tif"].map((name) => join(folder, name)) as [
    string,
    string,
  ];
  let rig: Rig;
  let worker: ChildProcess;
  beforeAll(async () => {
    makeImage(fine, { columns: 2, rows: 2 });
    // 2 m a pixel, over the whole of the fine one.
    makeImage(coarse, { columns: 2, rows: 2, from: 5, gsdMeters: 2 });
    rig = await makeRig();
    worker = rig.startWorker();
  });
  afterAll(async () => {
    await rig?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const imageOf = (process: number) =>
    rig.db.sql
      .selectFrom("whole_image")
      .selectAll()
      .where("process_id", "=", process)
      .executeTakeFirstOrThrow();
  const run = async (file: string, date: string) => {
    const id = await rig.addProcess(file, date);
    await rig.waitForStatus(id, "completed");
    return id;
  };

  it("gives its greenness, counts no tree, and leaves the trees of finer images in the count", async () => {
    const older = await run(fine, "2025-05-01");
    const trees = await treesOfProcess(rig, older);
    const image = await imageOf(await run(coarse, "2026-05-01"));
    expect(image).toMatchObject({ counted: false, tree_count: 0, model: null, threshold: null });
    expect(image).toMatchObject({ smallest_crown_m: null, green_index: "GLI" });
    expect(image.green_level).toBeGreaterThan(0);
    expect(image.published_at).not.toBeNull();
    const current = await rig.db.sql
      .selectFrom("tree")
      .select("id")
      .where("current", "=", true)
      .execute();
    expect(current.length).toBe(trees.length);
    expect(trees.length).toBeGreaterThan(10);
    expect(await recountPyramid(rig.db.sql)).toBe(0);
    // No comparison is made: the coarse image has no trees to compare.
    expect(await rig.db.sql.selectFrom("image_comparison").select("id").execute()).toEqual([]);
    // The fine one says how small the crowns are that were counted: the model was shown none below 1.2 m.
    const counted = await imageOf(older);
    expect(counted.smallest_crown_m).toBeCloseTo(1.5, 1);
    // A drawn garden is no ground that accuracy was measured on; that is kept with the image, and why.
    expect(counted).toMatchObject({ familiarity: "unlike", range_basis: "model" });
    expect(counted.foreign_reasons).toContain("look");
    expect(counted.range_shared).toBeGreaterThan(0.1);
    // Ground under crowns, of the blocks together: no more than there is, and none where nothing was counted.
    const squareMeters = counted.width * counted.height * counted.gsd_m ** 2;
    expect(counted.ground_ha).toBeCloseTo(squareMeters / 10_000, 1);
    expect(counted.crown_ha).toBeGreaterThan(0);
    expect(counted.crown_ha).toBeLessThan(counted.ground_ha ?? 0);
    expect(counted).toMatchObject({ closed_canopy_ha: 0, closed_canopy_trees: 0, shrub_count: 0 });
    expect(counted).toMatchObject({ canopy_placed: true, shrubs_placed: true });
    expect(image).toMatchObject({ canopy_placed: false, shrubs_placed: false });
    expect(image.shrub_count).toBeNull();
    expect(image).toMatchObject({ ground_ha: null, crown_ha: null, closed_canopy_ha: null });
    expect(image).toMatchObject({ familiarity: "unassessed", foreign_reasons: [] });
  });

  it("has no range at a threshold that a person set, and is named by it", async () => {
    const { process_id: id } = await rig.db.sql
      .selectFrom("whole_image")
      .where("captured_on", "=", "2025-05-01")
      .select("process_id")
      .executeTakeFirstOrThrow();
    const countedAt = async (threshold: number | null) => {
      await rig.db.sql
        .updateTable("imagery_process")
        .set({ threshold })
        .where("id", "=", id)
        .execute();
      await rig.db.sql.transaction().execute((trx) => restartProcess(trx, id, "all"));
      await rig.waitForStatus(id, "completed");
      return imageOf(id);
    };
    const set = await countedAt(0.06);
    const usual = await countedAt(null);
    expect(set.tree_count).toBeGreaterThanOrEqual(usual.tree_count);
    expect(set).toMatchObject({ familiarity: "unfamiliar", model: `${usual.model} · ≥ 0.06` });
    expect(set.foreign_reasons).toContain("threshold");
    expect(usual.foreign_reasons).not.toContain("threshold");
    const width = ({ range_low, range_high }: typeof set) => (range_high ?? 0) / (range_low ?? 1);
    expect(width(set)).toBeGreaterThan(2 * width(usual));
    await countedAt(0.06);
    const [row] = await countTreesOfImages(rig.db.sql, [set.id]);
    await countedAt(null);
    expect(combineCounts(row ? [row] : [])).toMatchObject({
      low: null,
      high: null,
      ground: { familiarity: "unfamiliar", unfamiliar_trees: set.tree_count },
    });
  });

  it("is taken at the resolution that it shows where its pixels are finer, once it is read", async () => {
    const larger = join(folder, "larger.tif");
    makeImage(larger, { columns: 2, rows: 2, repeat: 2 });
    const [native] = await rig.db.sql
      .selectFrom("whole_image")
      .where("captured_on", "=", "2025-05-01")
      .select(["tree_count", "smallest_crown_m", "threshold"])
      .execute();
    const id = await run(larger, "2024-05-01");
    const read = await imageOf(id);
    expect(read.gsd_m).toBeCloseTo(0.125, 3);
    expect(read.facts.shownGsdMeters).toBeCloseTo(0.25, 3);
    expect(read.counted).toBe(true);
    expect(read.smallest_crown_m).toBeCloseTo(native?.smallest_crown_m ?? 0, 6);
    expect(read.threshold).toBe(native?.threshold);
    expect(Math.abs(Math.log(read.tree_count / (native?.tree_count ?? 0)))).toBeLessThan(0.1);
    // An image that was read before its shown resolution was measured stays as it is until it is read again.
    const { shownGsdMeters: _, ...facts } = read.facts;
    await rig.db.sql
      .updateTable("whole_image")
      .set({ facts: json(facts) })
      .where("process_id", "=", id)
      .execute();
    expect((await imageOf(id)).facts.shownGsdMeters).toBeUndefined();
    await rig.db.sql.transaction().execute((trx) => restartProcess(trx, id, "all"));
    await rig.waitForStatus(id, "completed");
    expect((await imageOf(id)).facts.shownGsdMeters).toBeCloseTo(0.25, 3);
  });

  it("is counted when it is processed again under another limit", async () => {
    const { process_id: id } = await rig.db.sql
      .selectFrom("whole_image")
      .select("process_id")
      .where("counted", "=", false)
      .executeTakeFirstOrThrow();
    await endWorker(worker);
    worker = rig.startWorker({ NIHOL_MAX_COUNT_GSD_M: "3" });
    await rig.db.sql.transaction().execute((trx) => restartProcess(trx, id, "all"));
    await rig.waitForStatus(id, "completed");
    const image = await imageOf(id);
    expect(image.counted).toBe(true);
    expect(image.model).not.toBeNull();
    expect(image.smallest_crown_m).toBeCloseTo(6, 1);
  });
});
