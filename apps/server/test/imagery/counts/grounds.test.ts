/** A ground of drawn scrub, learned from sample plots through the server and a real worker, and the images counted by that. */
import type { Calibration } from "@nihol/contract/imagery/calibration";
import type { ImageGround } from "@nihol/contract/imagery/grounds";
import type { Process } from "@nihol/contract/imagery/processes";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";
import { drawScrub, encodeScrub } from "@nihol/vision/scene/scrub-scene";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ImageryServer,
  imageryServer,
  site,
  until,
  type Visitor,
} from "../../support/imagery-server.ts";
import { grants } from "../../support/test-app.ts";

const GSD = 0.2;
const SIDE = 240;

/** Dry land on which shrubs look like the few trees beside them. */
function scrub(seed: number) {
  const sun = { dx: -0.7, dy: -0.7, shadowLength: 0.9 };
  const drawn = drawScrub({ seed, side: SIDE, shrubs: 220, trees: 40, sun });
  const at = { lon: site.lon + seed / 100, lat: site.lat, gsdMeters: GSD, seed };
  return {
    bytes: encodeScrub(drawn, { ...at, taken: "2025:06:18 10:20:00" }),
    trees: drawn.plants
      .filter(({ kind }) => kind === "tree")
      .map((tree) => ({ x: tree.x / GSD, y: tree.y / GSD })),
  };
}

let server: ImageryServer;
let owner: Visitor;
const first = scrub(1);
const second = scrub(2);
let image: number;

beforeAll(async () => {
  server = await imageryServer();
  owner = await server.visitor("MasterAdmin");
  server.startWorker();
  image = await publish(first.bytes, "scrub-1.tif");
});
afterAll(() => server.close());

async function publish(bytes: Uint8Array, name: string): Promise<number> {
  const upload = await owner.send(bytes, name);
  const body = { upload: upload.id, date: "2025-06-18" };
  const process = (await owner.call<Process>("POST", "/satellite-imagery", body)).body.id;
  const ended = await server.ended(owner, process);
  if (ended.status !== "completed") throw new Error(JSON.stringify(ended));
  return ended.whole_image as number;
}

const look = async (id: number) => (await owner.call<WholeImage>("GET", `/whole-image/${id}`)).body;
const ground = async (id: number, who = owner) =>
  (await who.call<ImageGround>("GET", `/whole-image/${id}/ground`)).body;
const calibration = async () =>
  (await owner.call<Calibration>("GET", `/whole-image/${image}/calibration`)).body;

/** Counts all windows of the first image as a careful person would. */
async function countPlots() {
  await owner.call("POST", `/whole-image/${image}/calibration`);
  const { windows } = await until(async () => {
    const now = await calibration();
    return now.state === "open" && now;
  });
  const { side, columns } = await server.db.sql
    .selectFrom("calibration")
    .select(["side", "columns"])
    .where("whole_image_id", "=", image)
    .executeTakeFirstOrThrow();
  const cells = await server.db.sql
    .selectFrom("calibration_window")
    .select(["n", "cell"])
    .where("whole_image_id", "=", image)
    .execute();
  for (const { n } of windows) {
    const cell = cells.find((one) => one.n === n)?.cell ?? 0;
    const [size, across] = [side ?? 1, columns ?? 1];
    const [left, top] = [(cell % across) * size, Math.floor(cell / across) * size];
    const marks = first.trees
      .map(({ x, y }) => [x - left, y - top])
      .filter(([x = 0, y = 0]) => x >= 0 && y >= 0 && x < size && y < size);
    const path = `/whole-image/${image}/calibration/${n}`;
    expect((await owner.call("PUT", path, { marks, skipped: false })).status).toBe(200);
  }
  return windows.length;
}

async function recount(use: boolean) {
  const { body, status } = await owner.call("POST", `/whole-image/${image}/ground/recount`, {
    use,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const { process } = await look(image);
  await server.ended(owner, process);
  return look(image);
}

describe("a ground that is learned from sample plots", () => {
  let before: WholeImage;
  let plots: number;

  test("needs a name and plots", async () => {
    before = await look(image);
    expect(before).toMatchObject({ lessons: null, ground_unused: null });
    expect(await ground(image)).toMatchObject({ ground: null, lessons: null, alike: [] });
    const learn = () => owner.call("POST", `/whole-image/${image}/ground/learn`);
    expect((await learn()).status).toBe(404);
    const named = await owner.call("PUT", `/whole-image/${image}/ground`, { name: " Dry scrub " });
    expect(named.body).toMatchObject({
      ground: { name: "Dry scrub", by: "person", plots: 0 },
      can: { learn: false, name: true },
    });
    expect(await learn()).toMatchObject({ status: 409, body: { code: "ground_few_plots" } });
    plots = await countPlots();
    expect((await ground(image)).can.learn).toBe(true);
  });

  test("is learned by the worker, judged on plots that taught nothing", async () => {
    expect((await owner.call("POST", `/whole-image/${image}/ground/learn`)).status).toBe(200);
    const { lessons, can } = await until(async () => {
      const now = await ground(image);
      return now.lessons !== null && !now.ground?.is_learning && now;
    });
    expect(lessons).toMatchObject({ n: 1, plots, is_better: true, is_used: false });
    expect(lessons?.after.f1).toBeGreaterThan((lessons?.before.f1 ?? 1) + 0.2);
    expect(can).toMatchObject({ recount: true, withdraw: true, recount_without: false });
  });

  test("finds the trees of the image again by that, and its range holds", async () => {
    const after = await recount(true);
    expect(after.lessons).toMatchObject({ ground: { name: "Dry scrub" }, n: 1, plots });
    expect(after.model).toContain("«Dry scrub» 1");
    const off = (found: number) => Math.abs(found - first.trees.length);
    expect(off(after.trees.found ?? 0)).toBeLessThan(off(before.trees.found ?? 0));
    expect(after.trees.low).toBeLessThanOrEqual(first.trees.length);
    expect(after.trees.high).toBeGreaterThanOrEqual(first.trees.length);
    expect(after.trees.range_basis).toBe("calibration");
    // Windows show what was found by that, not by the detector alone, and no threshold of its is advised.
    const { windows, now, best } = await calibration();
    const shown = windows.reduce((sum, { found }) => sum + (found ?? []).length, 0);
    const marked = windows.reduce((sum, { marks }) => sum + marks.length, 0);
    expect(Math.abs(shown - marked)).toBeLessThan(0.3 * marked);
    expect([now, best]).toEqual([null, null]);
  });

  test("carries over to a later image of its kind, whose range rests on these plots", async () => {
    const later = await look(await publish(second.bytes, "scrub-2.tif"));
    expect(later.lessons).toMatchObject({ ground: { name: "Dry scrub" }, n: 1 });
    expect(later.trees.range_basis).toBe("shared");
    expect(later.plots_of).toMatchObject({ images: 1 });
    expect(later.trees.low).toBeLessThanOrEqual(second.trees.length);
    expect(later.trees.high).toBeGreaterThanOrEqual(second.trees.length);
    const width = ({ low, high }: WholeImage["trees"]) => (high ?? Infinity) / (low ?? 0);
    expect(width(later.trees)).toBeLessThan(6);
    expect((await ground(later.id)).ground).toMatchObject({ name: "Dry scrub", by: "likeness" });
  });

  test("is not used on an image of other ground, which says so", async () => {
    const garden = drawScene({ seed: 3, size: 1000, date: 1, ...site, gsdMeters: GSD });
    const other = await look(await publish(encodeScene(garden), "garden.tif"));
    expect(other).toMatchObject({
      lessons: null,
      ground_unused: { ground: { name: "Dry scrub" }, reason: "look" },
    });
    expect(other.model).not.toContain("Dry scrub");
    expect((await ground(other.id)).ground).toBeNull();
  });

  test("is taken back, and what it counted is counted without by itself", async () => {
    const withdrawn = { withdrawn: true };
    const answer = await owner.call("POST", `/whole-image/${image}/ground/lessons`, withdrawn);
    expect(answer.body).toMatchObject({
      ground: { recounting: 2, kept: 0 },
      lessons: { is_withdrawn: true, is_used: true, labelled: [{ image, plots, gone: 0 }] },
      can: { recount: false, withdraw: false, restore: true },
    });
    expect(
      await owner.call("POST", `/whole-image/${image}/ground/recount`, { use: true }),
    ).toMatchObject({ status: 409, body: { code: "ground_not_learned" } });
    await until(async () => (await ground(image)).ground?.recounting === 0);
    const without = await look(image);
    expect(without).toMatchObject({ lessons: null, model: before.model });
    expect(without.ground_unused).toMatchObject({ reason: "withdrawn" });
    expect(without.trees.found).toBe(before.trees.found);
  });

  test("is a file for the command line, and taught by those alone who may change its images", async () => {
    const restored = { withdrawn: false };
    await owner.call("POST", `/whole-image/${image}/ground/lessons`, restored);
    const file = await owner.fetchAt("GET", `/whole-image/${image}/ground/file`);
    expect(file.headers.get("content-disposition")).toContain("Dry scrub 1.json");
    expect(await file.json()).toMatchObject({ name: "Dry scrub", isBetter: true });
    const reader = await server.visitor("Reader", { permissions: grants({ wholeimage: "v" }) });
    expect((await reader.call("POST", `/whole-image/${image}/ground/learn`)).status).toBe(403);
  });

  test("is learned without an image whose file can no longer be read", async () => {
    const rows = await server.db.sql
      .selectFrom("whole_image as w")
      .innerJoin("imagery_process as p", "p.id", "w.process_id")
      .where("p.file_name", "=", "scrub-2.tif")
      .select(["w.id", "w.cog_key"])
      .execute();
    for (const { id, cog_key } of rows) {
      await server.db.pool.query(
        "insert into calibration (whole_image_id, wanted, side, columns) values ($1, 0, 100, 3)",
        [id],
      );
      await server.db.pool.query(
        `insert into calibration_window (whole_image_id, n, cell, is_occupied, marks)
        values ($1, 1, 1, true, '{150,50}')`,
        [id],
      );
      await server.files.delete(cog_key);
    }
    await owner.call("POST", `/whole-image/${image}/ground/learn`);
    const { ground: learned, lessons } = await until(async () => {
      const now = await ground(image);
      return now.ground?.is_learning === false && now;
    });
    expect(learned).toMatchObject({ images: 2, problem: null });
    expect(lessons).toMatchObject({ n: 2, images: 1, plots });
  });
});
