import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recountPyramid } from "@nihol/db/tree-pyramid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasPictures, makePicture } from "./picture.ts";
import { makeRig, type Rig } from "./rig.ts";

describe.skipIf(!hasPictures())("an image on its way to trees", () => {
  const picture = join(tmpdir(), `nihol-pipeline-${process.pid}.tif`);
  let rig: Rig;
  beforeAll(async () => {
    makePicture(picture, { columns: 8, rows: 8 });
    rig = await makeRig();
  });
  afterAll(async () => {
    await rig?.close();
    rmSync(picture, { force: true });
  });

  it("ends as completed with current trees and an exact pyramid", { timeout: 90_000 }, async () => {
    const id = await rig.addProcess(picture, "2026-05-01");
    rig.startWorker();
    await rig.reaches(id, "completed");
    const trees = await rig.db.sql.selectFrom("tree").selectAll().execute();
    expect(trees.length).toBeGreaterThan(50);
    expect(trees.every(({ current }) => current)).toBe(true);
    expect(await recountPyramid(rig.db.sql)).toBe(0);
  });
});
