import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { TreeReview, TreeState } from "@nihol/contract/values/trees";
import { json } from "@nihol/db/json";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportCoco } from "../src/coco/export-coco.ts";

const SIDE = 1200;
const training = resolve(import.meta.dirname, "../../../training");

describe("corrections as COCO", () => {
  let db: FreshDatabase;
  let dir: string;
  let image: number;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "nihol-coco-"));
    const path = join(dir, "picture.tif");
    const scene = drawScene({ seed: 2, lon: 68.8, lat: 38.5, date: 0, size: SIDE });
    await writeFile(path, encodeScene(scene));
    const facts = json({ ...(await inspectImage(path)), stretch: null });
    db = await freshDatabase();
    const { id: process } = await db.sql
      .insertInto("imagery_process")
      .values({
        file_name: "a.tif",
        file_key: "a",
        facts: json({} as RasterMetadata),
        capture_date: "2026-05-01",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const row = await db.sql
      .insertInto("whole_image")
      .values({
        process_id: process,
        captured_on: "2026-05-01",
        date_hash: "0",
        original_key: "a",
        cog_key: "picture.tif",
        facts,
        width: SIDE,
        height: SIDE,
        gsd_m: 0.25,
        has_nir: true,
        bbox: [68, 38, 69, 39],
        coverage: json<MultiPolygon>({ type: "MultiPolygon", coordinates: [] }),
        coverage_m2: 1,
        fragment_count: 4,
        model: "test 1",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    image = row.id;
    const reviews = ["accepted", "rejected", "corrected", "new"] as const;
    await db.sql
      .insertInto("fragment")
      .values(
        reviews.map((review, i) => ({
          whole_image_id: image,
          n: i + 1,
          fx: i % 2,
          fy: Math.floor(i / 2),
          block: 1,
          bbox: [68, 38, 69, 39],
          review,
        })),
      )
      .execute();
    // Two fragments a side: the seam lies at (176 + 1024) / 2 = 600.
    const tree = (fragment: number, box: [number, number, number, number], green: number) => ({
      whole_image_id: image,
      fragment,
      zc: "1",
      lon: 68.8,
      lat: 38.5,
      captured_on: "2026-05-01",
      score: 0.5,
      green,
      area_m2: 4,
      box,
      crown: [box[0] ?? 0, box[1] ?? 0, box[2] ?? 0, box[1] ?? 0, box[2] ?? 0, box[3] ?? 0],
    });
    await db.sql
      .insertInto("tree")
      .values([
        tree(1, [100, 200, 130, 240], 1),
        tree(2, [590, 50, 640, 90], 1),
        { ...tree(3, [20, 700, 60, 730], 0), review: 2 },
      ])
      .execute();
    // Taken out by a person: one that was detected, and one that somebody had added.
    const removed = (review: TreeReview, box: TreeState["box"], number: number) => ({
      whole_image_id: image,
      tree_id: number,
      newest_tree_id: number,
      fragment: 3,
      action: "delete" as const,
      before: json<TreeState>({
        ...{ lon: 68.8, lat: 38.5, fragment: 3, box, crown: [...box], area_m2: 4, score: 0.4 },
        ...{ green: "green", veg_index: null, veg_index_name: null, review },
      }),
    });
    await db.sql
      .insertInto("tree_correction")
      .values([
        removed("new", [200, 700, 220, 720], 1001),
        removed("added", [300, 700, 320, 720], 1002),
      ])
      .execute();
  });
  afterAll(async () => {
    await db.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const out = () => join(dir, "out");
  const written = async () => JSON.parse(await readFile(join(out(), "corrections.json"), "utf8"));

  it("writes the reviewed fragments, and no others, and says how many are left out", async () => {
    const files = { local: async (key: string) => join(dir, key) };
    const counts = await exportCoco({ db: db.sql, files }, [image], out());
    expect(counts).toEqual({ fragments: 2, trees: 2, rejected: 1, unreviewed: 1 });
    const { images } = await written();
    expect(images.map((i: { id: number; review: string }) => [i.id, i.review])).toEqual([
      [1, "accepted"],
      [2, "corrected"],
    ]);
  });

  it("keeps where a fragment lies, its resolution and near infrared", async () => {
    const { images } = await written();
    const [, lower] = images;
    expect(lower).toMatchObject({ width: 600, height: 600, gsd_m: expect.closeTo(0.25, 2) });
    const { channels } = await sharp(join(out(), lower.file_name)).metadata();
    expect(channels).toBe(4);
    const [first] = images;
    expect(first.affine[3] - lower.affine[3]).toBeCloseTo(600 * 0.25, 3);
  });

  it("a neighbour's tree that extends into a fragment is unlabelled ground", async () => {
    const { annotations } = await written();
    const crowd = annotations.filter((a: { iscrowd: number }) => a.iscrowd === 1);
    expect(crowd).toMatchObject([{ image_id: 1, bbox: [590, 50, 10, 40] }]);
  });

  it("says what a person did to each tree, and what they took out as no tree", async () => {
    type Annotation = { image_id: number; bbox: number[]; attributes?: { status: string } };
    const { annotations } = (await written()) as { annotations: Annotation[] };
    const said = annotations.filter(({ attributes }) => attributes);
    expect(
      said.map(({ image_id, bbox, attributes }) => [image_id, bbox, attributes?.status]),
    ).toEqual([
      [1, [100, 200, 30, 40], "accepted"],
      [2, [20, 100, 40, 30], "corrected"],
      [2, [200, 100, 20, 20], "rejected"],
    ]);
  });

  it("is read by the training as the same trees", async () => {
    const script = `
import json, sys
from pathlib import Path
from nihol_training.coco import load_coco
from nihol_training.data import read_pixels
records = load_coco(Path(sys.argv[1]))
print(json.dumps([[r.boxes.tolist(), r.ignore.tolist(), r.gsd, read_pixels(r.path).shape] for r in records]))`;
    const args = ["-c", script, join(out(), "corrections.json")];
    const text = execFileSync("/usr/bin/python3", args, { cwd: training, encoding: "utf8" });
    const [first, second] = JSON.parse(text);
    expect(first[0]).toEqual([[100, 200, 130, 240]]);
    expect(first[1]).toEqual([[590, 50, 600, 90]]);
    expect(first[3]).toEqual([600, 600, 4]);
    expect(second[0]).toEqual([[20, 100, 60, 130]]);
  });
});
