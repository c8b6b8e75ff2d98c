/** Photos of the demonstration's plantings, drawn: hills, soil, and saplings at their stakes. */

import { randomUUID } from "node:crypto";
import type { Db } from "@nihol/db/connection";
import { seededRandom } from "@nihol/geo/seeded-random";
import { writePhotoEvidence } from "@nihol/store/evidence/photo-matches";
import type { FileStore } from "@nihol/store/files/file-store";
import { reencodePhotoInChild } from "@nihol/vision/render/render-pool";
import { type Colour, drawnPng, width } from "./demo-file-bytes.ts";

/** `light` makes the same view another file, as an editor does that brightens it. */
interface View {
  seed: number;
  light: number;
}

/** In the order of the rows that have a photo; the fourth shows what the first has shown already. */
const views: readonly View[] = [
  { seed: 1, light: 0 },
  { seed: 2, light: 0 },
  { seed: 3, light: 0 },
  { seed: 1, light: 16 },
  { seed: 4, light: 0 },
];

interface Sapling {
  x: number;
  foot: number;
  crown: number;
}

/** Light a pixel at a time: nearer saplings are larger and cover those behind them. */
function viewOf({ seed, light }: View): Buffer {
  const random = seededRandom(seed * 977);
  const hills = Array.from({ length: 3 }, () => ({
    high: 20 + random() * 60,
    long: 60 + random() * 160,
    from: random() * 6,
  }));
  const saplings: Sapling[] = Array.from({ length: 9 }, () => {
    const near = random();
    return { x: random() * width, foot: 250 + near * 200, crown: 12 + near * 44 };
  }).sort((a, b) => b.foot - a.foot);
  const horizon = (x: number) =>
    210 -
    hills.reduce((sum, { high, long, from }) => sum + (high / 2) * Math.sin(x / long + from), 0);
  const ground = (x: number, y: number): Colour => {
    if (y < horizon(x) - 40) return [150 + y / 4, 185 + y / 6, 225];
    if (y < horizon(x)) return [120, 128, 112];
    const furrow = 14 * Math.sin((x - width / 2) / (4 + y / 40) + seed);
    return [150 + furrow, 122 + furrow, 88 + furrow];
  };
  return drawnPng((x, y) => {
    const grain = ((x * 31 + y * 17 + x * y) % 13) - 6 + light;
    const sapling = saplings.find(
      ({ x: at, foot, crown }) =>
        Math.hypot(x - at, y - (foot - 2.2 * crown)) < crown + 4 * Math.sin(x / 5 + y / 7) ||
        (Math.abs(x - at) < crown / 9 && y > foot - 2 * crown && y < foot),
    );
    const isStem = sapling && y > sapling.foot - 1.3 * sapling.crown;
    const colour = sapling ? (isStem ? [96, 74, 54] : [52, 112, 60]) : ground(x, y);
    return colour.map((part) => Math.max(0, Math.min(255, part + grain))) as Colour;
  });
}

/** Gives the rows that were photographed their photos; those that have one already keep it. */
export async function attachPlantingPhotos(db: Db, files: FileStore): Promise<void> {
  const rows = await db
    .selectFrom("planting_report as p")
    .innerJoin("planting_task as t", "t.id", "p.task_id")
    .where("t.demo", "=", true)
    .where("p.image_date_from_photo", "=", true)
    .orderBy("p.id")
    .select(["p.id", "p.task_id", "p.photo_key", "p.created_at"])
    .execute();
  for (const [index, row] of rows.entries()) {
    const view = views[index];
    if (!view || row.photo_key) continue;
    const { webp, sha256, hash } = await reencodePhotoInChild(viewOf(view));
    const key = `photo/plant-tree-task/${row.task_id}/${randomUUID()}.webp`;
    await files.put(key, webp);
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable("planting_report")
        .set({ photo_key: key })
        .where("id", "=", row.id)
        .execute();
      await writePhotoEvidence(trx, row.id, {
        ...{ key, sha256, hash: hash ?? null, sentAt: row.created_at },
        ...{ takenOn: null, takenAt: null, place: null, positionErrorM: null, directionDeg: null },
      });
    });
  }
}
