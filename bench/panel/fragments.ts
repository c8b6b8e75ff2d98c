/**
 * `npm run bench -- fragments [--share 1]`: an image of 1,000 fragments with 40 labelled trees each, through HTTP: the first row, a
 * page of 50, filtered by review and by trees, in the order of doubt; the images of its fragments as they are, labelled,
 * as segmentation and in small, each of another fragment, one after the other and four at once; and how many of 200
 * fragments a second people accept, four of them at once. The last line is JSON. Takes GDAL from Debian.
 * Smallest: `--share 0.04`. Packages: gdal-bin bubblewrap.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { type Connection, connect } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { migrate } from "@nihol/db/migrate";
import { type Bbox, bboxPolygon, type MultiPolygon } from "@nihol/geo/geometry";
import { seededRandom } from "@nihol/geo/seeded-random";
import { mortonOf } from "@nihol/geo/tiles/morton";
import { copyTrees, type NewTree } from "@nihol/store/trees/tree-copy";
import { fragmentGrid } from "@nihol/vision/raster/fragment-grid";
import { closeRenderPool } from "@nihol/vision/render/render-pool";
import { answerTimes, openBenchServer } from "../server.ts";
import { drawCog } from "./drawn-cog.ts";

const { values } = parseArgs({ options: { share: { type: "string", default: "1" } } });
const shareOf = (count: number) => Math.ceil(Number(values.share) * count);
const [columns, rows, treesEach] = [shareOf(40), shareOf(25), 40];
const asked = shareOf(40);
const [accepted, atOnce] = [Math.min(200, columns * rows), 4];
/** Milliseconds that nineteen of twenty answers of a page may take. */
const GOAL_MS = 100;
/** Pixels of a fragment's side without what it shares with its neighbours; that is the same at the edges. */
const [pixels, shared] = [896, 128];
const size = { width: columns * pixels + shared, height: rows * pixels + shared, gsdM: 0.12 };
/** Number of fragments of each kind that are asked for four at once. */
const imagesAtOnce = shareOf(120);

async function insertImage(db: Connection, facts: ImageMetadata, key: string): Promise<number> {
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
      cog_key: key,
      facts: json(facts),
      width: size.width,
      height: size.height,
      gsd_m: size.gsdM,
      has_nir: false,
      bbox: facts.bbox,
      coverage: json<MultiPolygon>({
        type: "MultiPolygon",
        coordinates: [bboxPolygon(facts.bbox).coordinates],
      }),
      coverage_m2: 1e7,
      fragment_count: columns * rows,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return image.id;
}

async function insertFragments(db: Connection, image: number, bounds: Bbox): Promise<void> {
  const random = seededRandom(5);
  const [west, south, east, north] = bounds;
  const [wide, high] = [(east - west) / columns, (north - south) / rows];
  const trees: NewTree[] = [];
  for (let n = 1; n <= columns * rows; n++) {
    const [fx, fy] = [(n - 1) % columns, Math.floor((n - 1) / columns)];
    const at: Bbox = [
      west + fx * wide,
      north - (fy + 1) * high,
      west + (fx + 1) * wide,
      north - fy * high,
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
      const [lon, lat] = [at[0] + random() * wide, at[1] + random() * high];
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
        crown: [x + 15, y, x + 30, y + 15, x + 15, y + 30, x, y + 15],
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

/** The images of a fragment by the ends of their addresses. */
const kinds: Record<string, string> = {
  original: "original",
  labelled: "labelled",
  segmentation: "segmentation",
  thumbnail: "original?width=256",
};

/** Each fragment is asked for once a kind: nothing is answered from what was drawn before. */
function nextOf(image: number, kind: string): () => string {
  let n = 0;
  return () => {
    // Ones that lie apart, as they do when somebody goes through them by doubt.
    n = (n + 377) % (columns * rows);
    return `/whole-image/${image}/fragment/${n + 1}/${kind}`;
  };
}

/** Images a second, so many at once. */
async function drawn(address: string, access: string, next: () => string): Promise<number> {
  const paths = Array.from({ length: imagesAtOnce }, next).values();
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const path of paths) {
        const answer = await fetch(`${address}/api${path}`, {
          headers: { authorization: `Bearer ${access}` },
        });
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
        await answer.arrayBuffer();
      }
    }),
  );
  return Math.round((10_000 * imagesAtOnce) / (performance.now() - begin)) / 10;
}

const questions: Record<string, string> = {
  first_row: "page_size=1",
  page: `page_size=50&page=${Math.min(7, Math.ceil((columns * rows) / 50))}`,
  filter_review: "page_size=50&review=new",
  filter_trees: "page_size=50&with_trees=1",
  order_doubt: "page_size=50&ordering=-doubt",
};

const dir = await mkdtemp(join(tmpdir(), "nihol-bench-fragments-"));
try {
  const cog = join(dir, "cog.tif");
  const facts: ImageMetadata = { ...(await drawCog(dir, cog, size)), stretch: null };
  if (fragmentGrid(size.width, size.height).count !== columns * rows)
    throw new Error("The image has another number of fragments.");
  const database = await openEmbedded(join(dir, "database"), { durable: false });
  const db = connect(database.config, { max: 8 });
  try {
    await migrate(db.pool);
    const key = "image/1/cog.tif";
    const image = await insertImage(db, facts, key);
    await insertFragments(db, image, facts.bbox);
    await db.pool.query("analyze");
    const server = await openBenchServer(db, database.config);
    try {
      await server.files.put(key, { moveFrom: cog });
      const figures: Record<string, unknown> = {};
      for (const [name, query] of Object.entries(questions)) {
        const path = `/whole-image/${image}/fragment?${query}`;
        figures[name] = await answerTimes(() => server.timeOf(path), asked);
        console.log(name.padEnd(16), JSON.stringify(figures[name]));
      }
      const { address, access } = await server.listen();
      const images: Record<string, unknown> = {};
      for (const [name, kind] of Object.entries(kinds)) {
        const next = nextOf(image, kind);
        const times = await answerTimes(() => server.timeOf(next()), asked);
        images[name] = { ...times, per_second: await drawn(address, access, next) };
        console.log(name.padEnd(16), JSON.stringify(images[name]));
      }
      const accepted_per_second = await accept(address, access, image);
      const sizes = { fragments: columns * rows, trees: columns * rows * treesEach };
      console.log(
        JSON.stringify({
          bench: "fragments",
          ...sizes,
          ...figures,
          images,
          accepted_per_second,
          goal_p95_ms: GOAL_MS,
        }),
      );
    } finally {
      await server.close();
      closeRenderPool();
    }
  } finally {
    await db.close();
    await database.stop();
  }
} finally {
  await rm(dir, { recursive: true, force: true });
}
process.exit(0);
