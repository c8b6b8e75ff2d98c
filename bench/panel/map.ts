/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * `npm run bench -- map [--trees N] [--share 1] [--times 3] [--zooms 5,9,14,17] [--empty] [--beside DIST] [--keep FOLDER]`: the map of the dashboard in Chromium over
 * 10 million trees, 2,000 gardens with outlines, 5,000 devices, 5,000 tasks, 2,000 open cases and a mosaic of 12 images
 * (`--share 0.1`: a tenth of the records): the time from its address to a map that is drawn, the frames that a drag of
 * a second keeps waiting for, and the tiles of trees and of images as the view is opened for the first time and again,
 * at zoom 5, 9, 14 and 17; each beside the same view without these layers; the screens with a map, opened from one
 * another, and the graphics contexts that they took (`--beside`: and those of another build of the panel, such as that
 * of an earlier commit, in the same run); and what the base map's archives weigh. `--zooms none` measures screens alone.
 * Maps are painted by the processor here: compare within one run. `--keep` leaves the database in a folder, for the
 * next run; with `--empty` maps draw nothing, and their times mean nothing. The last line is JSON.
 * Smallest: `--trees 4000 --share 0.01 --times 1 --zooms 14 --empty`. Packages: chromium-headless-shell.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { paths } from "@nihol/contract/values/paths";
import { type Connection, connect } from "@nihol/db/connection";
import type { DatabaseConfig } from "@nihol/db/launcher/database-config";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { migrate } from "@nihol/db/migrate";
import { tileOfCell } from "@nihol/geo/tiles/morton";
import type { Page } from "playwright-core";
import { leaveMapsEmpty, openBrowser } from "../../e2e/support/browser.ts";
import { loadCountry } from "../country/tree-load.ts";
import { openBenchServer } from "../server.ts";
import { type Moves, measureMoves } from "./map-moves.ts";
import { fillMosaic, fillRecords, type RecordCounts } from "./map-records.ts";

const whole: RecordCounts = { gardens: 2000, devices: 5000, tasks: 5000, cases: 2000 };
/** All layers; of what only images from zoom 14 show, there is nothing at the first two zooms. */
const allLayers = "trees,gardens,devices,tasks,cases,image,unseen";
const root = join(import.meta.dirname, "../..");
/** The panel of these sources. */
const built = join(root, "apps/web/dist");
const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Null where nothing was measured. */
const p95 = (values: number[]) =>
  values.length === 0
    ? null
    : Math.round([...values].sort((a, b) => a - b)[Math.ceil(0.95 * values.length) - 1] ?? 0);

/** The middle of the cell with most trees, degrees: the views look at it. */
async function densest({ pool }: Connection): Promise<[latitude: number, longitude: number]> {
  const { rows: cells } = await pool.query<{ cell: string }>(
    "select cell from tree_cell where level = 16 group by cell order by sum(n) desc limit 1",
  );
  const { z, x, y } = tileOfCell(BigInt(cells[0]?.cell ?? 0), 16);
  const side = 2 ** z;
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + 0.5)) / side)));
  return [(latitude * 180) / Math.PI, ((x + 0.5) / side) * 360 - 180];
}

/** Drags the map to and fro for a second. @returns the share of frames of 60 a second that did not come */
async function droppedFrames(page: Page): Promise<number> {
  const box = await page.locator("canvas.maplibregl-canvas").boundingBox();
  if (!box) throw new Error("no map");
  const [x, y] = [box.x + box.width / 3, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const counted = page.evaluate(
    () =>
      new Promise<number>((found) => {
        const begun = performance.now();
        let frames = 0;
        const step = (now: number) => {
          frames++;
          if (now - begun < 1000) requestAnimationFrame(step);
          else found(frames / ((now - begun) / 1000));
        };
        requestAnimationFrame(step);
      }),
  );
  for (let n = 1; n <= 20; n++) await page.mouse.move(x + 10 * (n % 10), y + 4 * n);
  const perSecond = await counted;
  await page.mouse.up();
  return Math.max(0, 1 - perSecond / 60);
}

/** Tiles of one kind: how many a first view asks for, and how long the slowest twentieth took, then and again. */
interface TileTimes {
  cold: number[];
  warm: number[];
}
const tileFacts = ({ cold, warm }: TileTimes) => ({
  tiles: cold.length,
  cold_p95_ms: p95(cold),
  warm_p95_ms: p95(warm),
});

async function measure(page: Page, address: string, times: number) {
  const trees: TileTimes = { cold: [], warm: [] };
  const images: TileTimes = { cold: [], warm: [] };
  let round: keyof TileTimes = "cold";
  page.on("requestfinished", (request) => {
    const { pathname } = new URL(request.url());
    const kind = pathname.includes(paths.treeTiles) ? trees : imageTile.test(pathname) && images;
    if (kind) kind[round].push(request.timing().responseEnd);
  });
  const settled: number[] = [];
  const dropped: number[] = [];
  for (let n = 0; n < times; n++) {
    await page.goto("about:blank");
    const begun = performance.now();
    await page.goto(address);
    await page.locator('[data-map-idle="true"]').waitFor({ timeout: 120_000 });
    settled.push(performance.now() - begun);
    dropped.push(await droppedFrames(page));
    round = "warm";
  }
  page.removeAllListeners("requestfinished");
  return {
    settled_ms: Math.round(median(settled)),
    dropped_share: Number(median(dropped).toFixed(2)),
    tree_tiles: tileFacts(trees),
    image_tiles: tileFacts(images),
  };
}
const imageTile = /\/tiles\/image\//;

/** The screens with a map of one build of the panel, opened from one another; no image is there yet. */
async function movesOf(
  db: Connection,
  config: DatabaseConfig,
  { dist, times }: { dist: string; times: number },
): Promise<Moves> {
  const server = await openBenchServer(db, config, dist);
  const browser = await openBrowser();
  try {
    const { address, access: token } = await server.listen();
    return await measureMoves(browser, { address, token, times, areEmpty: values.empty });
  } finally {
    await browser.close();
    await server.close();
    // The next server has the same person.
    await db.pool.query("delete from user_account");
  }
}

/** The archives of the base map, megabytes each. */
async function archiveMb(): Promise<Record<string, number>> {
  const dir = join(built, "basemap");
  const files = (await readdir(dir)).filter((file) => file.endsWith(".pmtiles"));
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(dir, file))).size));
  return Object.fromEntries(
    files.map((file, i) => [file, Number(((sizes[i] ?? 0) / 1e6).toFixed(1))]),
  );
}

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    trees: { type: "string", default: "10000000" },
    share: { type: "string", default: "1" },
    times: { type: "string", default: "3" },
    zooms: { type: "string", default: "5,9,14,17" },
    empty: { type: "boolean", default: false },
    beside: { type: "string" },
    keep: { type: "string" },
  },
});
const trees = Number(values.trees);
const rows = Object.fromEntries(
  Object.entries(whole).map(([kind, count]) => [kind, Math.ceil(count * Number(values.share))]),
) as unknown as RecordCounts;
/** Each view is opened so many times; the median counts. */
const times = Number(values.times);
const build = 'import("./scripts/web-build.mjs").then((web) => web.ensureWeb())';
execFileSync(process.execPath, ["-e", build], {
  cwd: root,
  stdio: ["ignore", "ignore", "inherit"],
});
const dir = values.keep ?? (await mkdtemp(join(tmpdir(), "nihol-bench-map-")));
const isFilled = existsSync(dir) && (await readdir(dir)).length > 0;
const database = await openEmbedded(join(dir, "database"), { durable: false });
const db = connect(database.config, { max: 8 });
try {
  await migrate(db.pool);
  if (isFilled) await db.pool.query("delete from user_account");
  else {
    await loadCountry(db, trees);
    await fillRecords(db, rows);
  }
  const moves: Record<string, Moves> = {};
  for (const [name, dist] of Object.entries({ beside: values.beside, moves: built })) {
    if (!dist) continue;
    moves[name] = await movesOf(db, database.config, { dist, times });
    console.log(`${name}: ${JSON.stringify(moves[name])}`);
  }
  const server = await openBenchServer(db, database.config, built);
  const browser = await openBrowser();
  try {
    const { address, access } = await server.listen();
    const context = await browser.newContext({
      viewport: values.empty ? { width: 800, height: 600 } : { width: 1440, height: 900 },
      reducedMotion: "reduce",
    });
    if (values.empty) await leaveMapsEmpty(context);
    await context.addInitScript((token) => localStorage.setItem("access_token", token), access);
    const page = await context.newPage();
    const [latitude, longitude] = await densest(db);
    const images = await fillMosaic(db, server.files, [latitude, longitude], {
      columns: Math.ceil(4 * Number(values.share)),
      rows: Math.ceil(3 * Number(values.share)),
    });
    const views: Record<string, object> = {};
    // Once unmeasured: what the browser keeps is there for both.
    await measure(page, `${address}/admin?layers=none`, 1);
    for (const zoom of values.zooms === "none" ? [] : values.zooms.split(",")) {
      const at = `${address}/admin?at=${latitude.toFixed(5)},${longitude.toFixed(5)},${zoom}`;
      const with_layers = await measure(page, `${at}&layers=${allLayers}`, times);
      const { settled_ms, dropped_share } = await measure(page, `${at}&layers=none`, times);
      views[`z${zoom}`] = { ...with_layers, without_layers: { settled_ms, dropped_share } };
      console.log(`z ${zoom}: ${JSON.stringify(views[`z${zoom}`])}`);
    }
    console.log(
      JSON.stringify({
        ...{ bench: "map", trees, ...rows, images, times },
        ...{ archives_mb: await archiveMb(), ...views, ...moves },
      }),
    );
  } finally {
    await browser.close();
    await server.close();
  }
} finally {
  await db.close();
  await database.stop();
  if (!values.keep) await rm(dir, { recursive: true, force: true });
}
