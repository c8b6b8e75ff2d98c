/** `imagery.compare` through a real worker, on two drawn images of one garden. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { drawScene, encodeScene, type Scene } from "@nihol/vision/scene/scene";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareNearestDates } from "../src/handlers/comparing/compare-nearest-dates.ts";
import { unfinishedComparisons } from "../src/handlers/comparing/imagery-compare-rows.ts";
import { makeRig, type Rig } from "./rig.ts";

describe("two images compared", { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "nihol-compare-"));
  let rig: Rig;
  let scenes: [Scene, Scene];
  let images: [number, number];

  beforeAll(async () => {
    rig = await makeRig();
    rig.startWorker();
    const draw = (date: 0 | 1) => drawScene({ seed: 8, size: 720, date, lon: 68.78, lat: 38.56 });
    scenes = [draw(0), draw(1)];
    images = [await process(scenes[0], "2023-06-12"), await process(scenes[1], "2025-06-18")];
  }, 120_000);
  afterAll(async () => {
    await rig?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function process(scene: Scene, date: string): Promise<number> {
    const path = join(folder, `${date}.tif`);
    writeFileSync(path, encodeScene(scene));
    const id = await rig.addProcess(path, date);
    await rig.waitForStatus(id, "completed");
    const image = await rig.db.sql
      .selectFrom("whole_image")
      .where("process_id", "=", id)
      .select("id")
      .executeTakeFirstOrThrow();
    return image.id;
  }

  /** Without a job: the reconciler finds it. */
  const insert = async () =>
    (
      await rig.db.sql
        .insertInto("image_comparison")
        .values({ before_id: images[0], after_id: images[1], method: 1 })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;

  const row = (id: number) =>
    rig.db.sql.selectFrom("image_comparison").where("id", "=", id).selectAll().executeTakeFirst();

  async function ended(id: number) {
    for (const end = Date.now() + 150_000; Date.now() < end; await wait(200)) {
      const found = await row(id);
      if (!found || ["completed", "failed"].includes(found.status)) return found;
    }
    throw new Error("the comparison did not end");
  }

  const changes = (id: number) =>
    rig.db.sql
      .selectFrom("tree_change as c")
      .innerJoin("tree as t", "t.id", "c.tree_id")
      .where("comparison_id", "=", id)
      .select(["c.state", "c.side", "c.chance", "c.before_tree_id", "t.box", "t.whole_image_id"])
      .execute();

  /** The one that the second image's publishing asked for. */
  async function made(): Promise<number> {
    for (const end = Date.now() + 150_000; Date.now() < end; await wait(200)) {
      const found = await rig.db.sql.selectFrom("image_comparison").select("id").executeTakeFirst();
      if (found) return found.id;
    }
    throw new Error("nobody asked for the comparison");
  }

  it("is asked for when the second image is published, and registered within half a pixel", async () => {
    const done = await ended(await made());
    expect(done?.status, JSON.stringify(done?.message)).toBe("completed");
    const { registration, recall } = (done as { result: unknown }).result as {
      registration: { method: string; east_m: number; south_m: number };
      recall: { before: number; after: number };
    };
    expect(registration.method).toBe("pixels");
    expect(Math.hypot(registration.east_m, registration.south_m)).toBeLessThan(0.125);
    expect(recall.before).toBeGreaterThan(0.8);
    expect(recall.after).toBeGreaterThan(0.8);
  });

  it("says of every tree of both images what became of it, each once", async () => {
    const id = (
      await rig.db.sql.selectFrom("image_comparison").select("id").executeTakeFirstOrThrow()
    ).id;
    const rows = await changes(id);
    const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from tree`.execute(
      rig.db.sql,
    );
    const both = rows.filter(({ side }) => side === 2).length;
    expect(rows.length + both).toBe(counted[0]?.n);
  });

  it("finds the trees that were planted and those that were lost", async () => {
    const id = (
      await rig.db.sql.selectFrom("image_comparison").select("id").executeTakeFirstOrThrow()
    ).id;
    const rows = await changes(id);
    const truth = { 1: missing(scenes[1], scenes[0]), 2: missing(scenes[0], scenes[1]) };
    for (const state of [1, 2] as const) {
      const said = rows.filter((one) => one.state === state);
      const right = said.filter(({ box: [x0 = 0, y0 = 0, x1 = 0, y1 = 0] }) =>
        truth[state].some((tree) => Math.hypot((x0 + x1) / 2 - tree.x, (y0 + y1) / 2 - tree.y) < 8),
      );
      expect(right.length, `state ${state}: precision`).toBeGreaterThanOrEqual(0.75 * said.length);
      expect(right.length, `state ${state}: recall`).toBeGreaterThanOrEqual(
        0.6 * truth[state].length,
      );
    }
  });

  it("is not begun while somebody corrects the trees of either image", async () => {
    await rig.db.sql.deleteFrom("image_comparison").execute();
    const tree = await rig.db.sql
      .selectFrom("tree")
      .where("whole_image_id", "=", images[0])
      .select("id")
      .executeTakeFirstOrThrow();
    const correction = await rig.db.sql
      .insertInto("tree_correction")
      .values({
        whole_image_id: images[0],
        tree_id: tree.id,
        fragment: 1,
        action: "accept",
        before: sql`'{}'`,
        after: sql`'{}'`,
        newest_tree_id: tree.id,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const id = await insert();
    expect(await unfinishedComparisons(rig.db.sql)).toEqual([]);
    await rig.db.sql
      .updateTable("tree_correction")
      .set({ corrected_at: sql`now() - interval '1 hour'` })
      .where("id", "=", correction.id)
      .execute();
    expect((await ended(id))?.status).toBe("completed");
  });

  it("is gone as soon as a tree of one of its images changes", async () => {
    const before = await rig.db.sql.selectFrom("image_comparison").select("id").execute();
    expect(before).toHaveLength(1);
    await rig.db.sql
      .updateTable("tree")
      .set({ current: false })
      .where("current", "=", true)
      .execute();
    expect(await rig.db.sql.selectFrom("image_comparison").select("id").execute()).toHaveLength(1);
    const tree = await rig.db.sql
      .selectFrom("tree")
      .where("whole_image_id", "=", images[0])
      .select("id")
      .limit(1)
      .executeTakeFirstOrThrow();
    await rig.db.sql.updateTable("tree").set({ area_m2: 3 }).where("id", "=", tree.id).execute();
    expect(await rig.db.sql.selectFrom("image_comparison").select("id").execute()).toEqual([]);
    expect(await rig.db.sql.selectFrom("tree_change").select("tree_id").execute()).toEqual([]);
  });

  it("is asked for by whichever of the two images is published last", async () => {
    const { rows: published } = await sql<{ process_id: number }>`
      select process_id from whole_image order by captured_on`.execute(rig.db.sql);
    for (const { process_id } of published) {
      await compareNearestDates(rig, process_id);
      const asked = await rig.db.sql
        .deleteFrom("image_comparison")
        .returning(["before_id", "after_id"])
        .execute();
      expect(asked).toEqual([{ before_id: images[0], after_id: images[1] }]);
    }
  });

  it("goes with a deleted tree, an added one, and with the image", async () => {
    for (const change of [
      () =>
        rig.db.sql
          .deleteFrom("tree")
          .where("id", "in", (eb) =>
            eb.selectFrom("tree").where("whole_image_id", "=", images[1]).select("id").limit(1),
          )
          .execute(),
      () => rig.db.sql.deleteFrom("whole_image").where("id", "=", images[1]).execute(),
    ]) {
      const id = await insert();
      await change();
      expect(await row(id)).toBeUndefined();
    }
  });
});

/** Trees of a scene that the other one has not. */
function missing({ trees }: Scene, other: Scene) {
  const ids = new Set(other.trees.map(({ id }) => id));
  return trees.filter(({ id }) => !ids.has(id));
}
