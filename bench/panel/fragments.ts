/**
 * `npm run bench -- fragments`: an image of 1,000 fragments with 40 labelled trees each, through HTTP: the first row, a
 * page of 50, filtered by review and by trees, in the order of doubt, and how many of 200 fragments a second people
 * accept, four of them at once. The last line is JSON.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ImageMetadata } from "@nihol/contract/values/raster-metadata";
import { type Connection, connect } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { migrate } from "@nihol/db/migrate";
import { type Bbox, bboxPolygon, type MultiPolygon } from "@nihol/geo/geometry";
import { seededRandom } from "@nihol/geo/seeded-random";
import { mortonOf } from "@nihol/geo/tiles/morton";
import { copyTrees, type NewTree } from "@nihol/store/trees/tree-copy";
import { answerTimes, openBenchServer } from "../server.ts";

const [columns, rows, treesEach] = [40, 25, 40];
const asked = 40;
const [accepted, atOnce] = [200, 4];
/** Milliseconds that nineteen of twenty answers of a page may take. */
const GOAL_MS = 100;
/** Degrees of a fragment's side, and pixels. */
const [step, pixels] = [0.0012, 896];
const [west, south] = [68.7, 38.5];
const bounds: Bbox = [west, south, west + columns * step, south + rows * step];

async function insertImage(db: Connection): Promise<number> {
  const facts = { bbox: bounds, footprint: bboxPolygon(bounds) } as ImageMetadata;
  const process = await db.sql
    .insertInto("imagery_process")
    .values({
      file_name: "bench.tif",
      file_key: "none",
      facts: json(facts),
      capture_date: "2026-05-17",
      status: "completed",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const image = await db.sql
    .insertInto("whole_image")
    .values({
      process_id: process.id,
      captured_on: "2026-05-17",
      date_hash: "1".repeat(64),
      original_key: "none",
      cog_key: "none",
      facts: json(facts),
      width: columns * pixels + 128,
      height: rows * pixels + 128,
      gsd_m: 0.12,
      has_nir: false,
      bbox: bounds,
      coverage: json<MultiPolygon>({
        type: "MultiPolygon",
        coordinates: [bboxPolygon(bounds).coordinates],
      }),
      coverage_m2: 1e7,
      fragment_count: columns * rows,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return image.id;
}

async function insertFragments(db: Connection, image: number): Promise<void> {
  const random = seededRandom(5);
  const trees: NewTree[] = [];
  for (let n = 1; n <= columns * rows; n++) {
    const [fx, fy] = [(n - 1) % columns, Math.floor((n - 1) / columns)];
    const at: Bbox = [
      west + fx * step,
      bounds[3] - (fy + 1) * step,
      west + (fx + 1) * step,
      bounds[3] - fy * step,
    ];
    await db.sql
      .insertInto("fragment")
      .values({
        whole_image_id: image,
        n,
        fx,
        fy,
        block: 1,
        bbox: at,
        status: "done",
        tree_count: treesEach,
        green_count: treesEach,
        doubt: random(),
      })
      .execute();
    for (let k = 0; k < treesEach; k++) {
      const [lon, lat] = [at[0] + random() * step, at[1] + random() * step];
      const [x, y] = [(fx + random()) * pixels, (fy + random()) * pixels];
      trees.push({
        whole_image_id: image,
        fragment: n,
        zc: mortonOf(lon, lat),
        lon,
        lat,
        captured_on: "2026-05-17",
        score: 0.3 + 0.6 * random(),
        green: 1,
        veg_index: 0.4,
        veg_index_name: "VARI",
        area_m2: 12,
        box: [x, y, x + 30, y + 30],
        crown: [x, y, x + 30, y, x + 30, y + 30],
        region_id: null,
        district_id: null,
        garden_id: null,
      } as NewTree);
    }
  }
  await copyTrees(db.sql, trees);
}

/** Fragments accepted a second. */
async function accept(address: string, access: string, image: number): Promise<number> {
  const rest = Array.from({ length: accepted }, (_, n) => n + 1).values();
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const n of rest) {
        const answer = await fetch(`${address}/api/whole-image/${image}/fragment/${n}`, {
          method: "PATCH",
          headers: { authorization: `Bearer ${access}`, "content-type": "application/json" },
          body: JSON.stringify({ review: "accepted" }),
        });
        if (!answer.ok) throw new Error(`${n}: ${answer.status} ${await answer.text()}`);
        await answer.arrayBuffer();
      }
    }),
  );
  return Math.round((10_000 * accepted) / (performance.now() - begin)) / 10;
}

const questions: Record<string, string> = {
  first_row: "page_size=1",
  page: "page_size=50&page=7",
  filter_review: "page_size=50&review=new",
  filter_trees: "page_size=50&with_trees=1",
  order_doubt: "page_size=50&ordering=-doubt",
};

const dir = await mkdtemp(join(tmpdir(), "nihol-bench-fragments-"));
try {
  const database = await openEmbedded(join(dir, "database"), { durable: false });
  const db = connect(database.config, { max: 8 });
  try {
    await migrate(db.pool);
    const image = await insertImage(db);
    await insertFragments(db, image);
    await db.pool.query("analyze");
    const server = await openBenchServer(db, database.config);
    try {
      const figures: Record<string, unknown> = {};
      for (const [name, query] of Object.entries(questions)) {
        const path = `/whole-image/${image}/fragment?${query}`;
        figures[name] = await answerTimes(() => server.timeOf(path), asked);
        console.log(name.padEnd(16), JSON.stringify(figures[name]));
      }
      const { address, access } = await server.listen();
      const accepted_per_second = await accept(address, access, image);
      const sizes = { fragments: columns * rows, trees: columns * rows * treesEach };
      console.log(
        JSON.stringify({
          bench: "fragments",
          ...sizes,
          ...figures,
          accepted_per_second,
          goal_p95_ms: GOAL_MS,
        }),
      );
    } finally {
      await server.close();
    }
  } finally {
    await db.close();
    await database.stop();
  }
} finally {
  await rm(dir, { recursive: true, force: true });
}
process.exit(0);
