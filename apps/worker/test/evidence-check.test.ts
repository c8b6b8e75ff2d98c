/** Report rows of an older version, whose photos were never compared: a running worker does it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { json } from "@nihol/db/json";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { seededRandom } from "@nihol/geo/seeded-random";
import sharp from "sharp";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeEach(async () => {
  rig = await makeRig();
});
afterEach(() => rig.close());

const name = json({ tg: "а", ru: "а", en: "a", az: "a" });
const boundary = json<MultiPolygon>({
  type: "MultiPolygon",
  coordinates: [
    [
      [
        [68, 38],
        [68.1, 38],
        [68.1, 38.1],
        [68, 38.1],
        [68, 38],
      ],
    ],
  ],
});

async function insertTask(): Promise<{ task_id: number; tree_type_id: number }> {
  const { sql } = rig.db;
  const garden = await sql
    .insertInto("garden")
    .values({ name, boundary })
    .returning("id")
    .executeTakeFirstOrThrow();
  const type = await sql
    .insertInto("tree_type")
    .values({ name })
    .returning("id")
    .executeTakeFirstOrThrow();
  const task = await sql
    .insertInto("planting_task")
    .values({ garden_id: garden.id, assigned_date: "2025-03-01", due_date: "2025-05-01" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { task_id: task.id, tree_type_id: type.id };
}

/** Soft patches of light, others for each seed. */
function scene(seed: number) {
  const random = seededRandom(seed);
  const patches = Buffer.from(Array.from({ length: 16 * 12 * 3 }, () => 40 + random() * 170));
  return sharp(patches, { raw: { width: 16, height: 12, channels: 3 } }).resize(640, 480);
}

function put(key: string, bytes: Uint8Array) {
  const path = join(rig.dataDir, "files", key);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

it("measures their distances and compares their photos, whatever is left of the files", async () => {
  const { sql } = rig.db;
  put("photo/a.webp", await scene(1).webp().toBuffer());
  put("photo/b.webp", await scene(1).resize(300).webp({ quality: 60 }).toBuffer());
  put("photo/c.webp", await scene(2).webp().toBuffer());
  put("photo/broken.webp", Buffer.from("no image"));
  const of = await insertTask();
  const keys = ["a", "b", "c", "broken", "missing"].map((one) => `photo/${one}.webp`);
  const rows = await sql
    .insertInto("planting_report")
    .values(
      keys.map((photo_key) => ({
        ...of,
        ...{ count: 5, plant_date: "2025-04-01", photo_key, latitude: 38.11, longitude: 68.05 },
      })),
    )
    .returning("id")
    .execute();
  rig.startWorker();
  const unchecked = "select from planting_report where not evidence_checked";
  while ((await rig.db.pool.query(unchecked)).rowCount) await wait(200);
  const [a, b] = rows.map(({ id }) => id);
  const matches = await sql
    .selectFrom("planting_photo_match")
    .select(["report_id", "other_id", "exact"])
    .orderBy("report_id")
    .execute();
  expect(matches).toEqual([
    { report_id: a, other_id: b, exact: false },
    { report_id: b, other_id: a, exact: false },
  ]);
  const measured = await sql.selectFrom("planting_report").select("boundary_distance_m").execute();
  for (const { boundary_distance_m } of measured) expect(boundary_distance_m).toBeCloseTo(1113, 0);
  const hashed = await sql
    .selectFrom("planting_photo")
    .select(["report_id", "hash_0"])
    .orderBy("report_id")
    .execute();
  expect(hashed.map(({ hash_0 }) => hash_0 !== null)).toEqual([true, true, true, false, false]);
});
