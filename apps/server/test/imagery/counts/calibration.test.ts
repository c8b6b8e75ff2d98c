/** Windows that people count, through the server and a real worker, on a drawn garden whose trees are known. */
import type { Calibration } from "@nihol/contract/imagery/calibration";
import type { Process } from "@nihol/contract/imagery/processes";
import type { Tree } from "@nihol/contract/imagery/trees";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import type { Page } from "@nihol/contract/paging";
import { calibrationLimits } from "@nihol/contract/values/imagery/calibration";
import { drawScene, encodeScene, type Scene } from "@nihol/vision/scene/scene";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ImageryServer,
  imageryServer,
  site,
  until,
  type Visitor,
} from "../../support/imagery-server.ts";
import { grants } from "../../support/test-app.ts";

let server: ImageryServer;
let owner: Visitor;
let image: number;
let process_: number;
let scene: Scene;

beforeAll(async () => {
  server = await imageryServer();
  owner = await server.visitor("MasterAdmin");
  server.startWorker();
  scene = drawScene({ seed: 3, size: 1100, date: 0, ...site });
  const upload = await owner.send(encodeScene(scene), "garden.tif");
  const body = { upload: upload.id, date: "2025-06-18" };
  process_ = (await owner.call<Process>("POST", "/satellite-imagery", body)).body.id;
  image = (await server.ended(owner, process_)).whole_image as number;
});
afterAll(() => server.close());

const path = () => `/whole-image/${image}/calibration`;
const look = async (who = owner) => (await who.call<Calibration>("GET", path())).body;
const opened = () =>
  until(async () => {
    const calibration = await look();
    return calibration.state === "open" && calibration;
  });

/** Where a window lies, which the API does not say. */
async function listWindows() {
  const { side, columns } = await server.db.sql
    .selectFrom("calibration")
    .selectAll()
    .where("whole_image_id", "=", image)
    .executeTakeFirstOrThrow();
  const rows = await server.db.sql
    .selectFrom("calibration_window")
    .selectAll()
    .where("whole_image_id", "=", image)
    .orderBy("n")
    .execute();
  return rows.map(({ n, cell }) => ({
    n,
    side: side ?? 0,
    x: (cell % (columns ?? 1)) * (side ?? 0),
    y: Math.floor(cell / (columns ?? 1)) * (side ?? 0),
  }));
}

/** The annotations of a careful person: every tree that stands there. */
const truth = ({ x, y, side }: { x: number; y: number; side: number }) =>
  scene.trees
    .map((tree): [number, number] => [tree.x - x, tree.y - y])
    .filter(([left, top]) => left >= 0 && top >= 0 && left < side && top < side);

const put = (n: number, marks: [number, number][], skipped = false, who = owner) =>
  who.call<Calibration>("PUT", `${path()}/${n}`, { marks, skipped });

describe("counting an image's trees in windows", () => {
  test("begins with windows drawn at random, whose detections are hidden", async () => {
    const before = await look();
    expect(before).toMatchObject({ state: "none", windows: [], from_windows: false });
    const [first] = before.next;
    expect(first?.plots).toBeLessThanOrEqual(calibrationLimits.windows.first);
    expect(first?.seconds).toBe((first?.plots ?? 0) * calibrationLimits.pace.seconds);
    expect([before.pace_known, before.came_true]).toEqual([false, []]);
    const width = (one?: { low: number | null; high: number | null }) =>
      (one?.high ?? Number.NaN) - (one?.low ?? Number.NaN);
    expect(width(first)).toBeLessThan(width(before));
    expect((await owner.call("POST", path())).status).toBe(200);
    const { windows, side_m } = await opened();
    expect(windows.length).toBeGreaterThanOrEqual(calibrationLimits.needed);
    expect(windows.length).toBeLessThanOrEqual(calibrationLimits.windows.first);
    expect(side_m).toBeGreaterThanOrEqual(12);
    for (const window of windows)
      expect(window).toMatchObject({ state: "open", found: null, marks: [] });
  });

  test("a window is shown with some ground around it", async () => {
    const [window] = (await look()).windows;
    if (!window) throw new Error("no window");
    const answer = await owner.fetchAt("GET", window.picture);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([width, height]).toEqual([window.shown.width, window.shown.height]);
    expect(window.shown.x + window.side).toBeLessThanOrEqual(window.shown.width);
  });

  test("too few windows leave the model's range", async () => {
    const before = (await owner.call<WholeImage>("GET", `/whole-image/${image}`)).body.trees;
    const [first] = await listWindows();
    if (!first) throw new Error("no window");
    const { body } = await put(first.n, truth(first));
    expect(body).toMatchObject({ counted: 1, from_windows: false, now: null, best: null });
    expect(body.windows[0]).toMatchObject({ state: "counted", counted_by: expect.any(String) });
    expect(body.windows[0]?.found).not.toBeNull();
    expect(body.windows[1]?.found).toBeNull();
    const after = (await owner.call<WholeImage>("GET", `/whole-image/${image}`)).body.trees;
    expect(after).toEqual(before);
  });

  test("enough give a range that holds the true number, in every count of the image", async () => {
    for (const one of await listWindows()) await put(one.n, truth(one));
    const done = await look();
    expect(done.from_windows).toBe(true);
    expect(done.low).toBeLessThanOrEqual(scene.trees.length);
    expect(done.high).toBeGreaterThanOrEqual(scene.trees.length);
    expect(done.now?.recall).toBeGreaterThan(0.3);
    expect(done.came_true).toMatchObject([
      { windows: done.windows.length, true_low: done.low, true_high: done.high },
    ]);
    const { trees } = (await owner.call<WholeImage>("GET", `/whole-image/${image}`)).body;
    expect([trees.low, trees.high]).toEqual([done.low, done.high]);
    expect(trees.range_basis).toBe("calibration");
    expect([done.total, done.found]).toEqual([trees.total, trees.found]);
    expect(trees.total).toBeGreaterThanOrEqual(trees.low ?? Infinity);
    expect(trees.total).toBeLessThanOrEqual(trees.high ?? 0);
    const { rows } = await server.db.pool.query(
      "select range_middle, tree_count, outside from whole_image w join calibration c on c.whole_image_id = w.id where id = $1",
      [image],
    );
    const [{ range_middle: middle, tree_count: found, outside }] = rows;
    expect(trees).toMatchObject({ found, total: Math.round(found * middle) });
    // The grid of a drawn image leaves a strip out.
    expect(outside).toBeGreaterThan(0);
  });

  test("are compared with what was found, whatever people corrected; checked ground is exact beside them", async () => {
    const at = `/whole-image/${image}`;
    const counts = async () => (await owner.call<WholeImage>("GET", at)).body.trees;
    const before = await counts();
    const some = (
      await owner.call<Page<Tree>>("GET", `/plant-tree-detail?whole_image=${image}&page_size=5`)
    ).body.results;
    for (const { id, version } of some)
      await owner.call("DELETE", `/plant-tree-detail/${id}?version=${version}`);
    const corrected = await counts();
    expect(corrected.found).toBe((before.found ?? 0) - some.length);
    expect(Math.abs(corrected.total - before.total)).toBeLessThanOrEqual(1);
    // The plots say as before how many trees stand there: a factor of what was found, not of what people left.
    expect(Math.abs((corrected.low ?? 0) - (before.low ?? 0))).toBeLessThanOrEqual(1);
    expect(Math.abs((corrected.high ?? 0) - (before.high ?? 0))).toBeLessThanOrEqual(1);
    const made = (await owner.call<Page<{ id: number }>>("GET", `${at}/correction`)).body.results;
    for (const { id } of made) await owner.call("POST", `${at}/correction/${id}/undo`);
    expect(await counts()).toEqual(before);
    await owner.call("PATCH", `${at}/fragment/1`, { review: "accepted" });
    const checked = await counts();
    expect(checked.range_basis).toBe("calibration");
    expect(checked.checked).toBeGreaterThan(0);
    expect(checked.low).toBeGreaterThanOrEqual(checked.checked);
    const width = ({ low, high }: WholeImage["trees"]) => (high ?? 0) - (low ?? 0);
    expect(width(checked)).toBeLessThan(width(before));
    await owner.call("PATCH", `${at}/fragment/1`, { review: "new" });
    expect(await counts()).toEqual(before);
  });

  test("name a threshold that agrees at least as well as the present one", async () => {
    const { now, best } = await look();
    const agreement = (s: typeof now) =>
      s ? (2 * s.precision * s.recall) / Math.max(1e-9, s.precision + s.recall) : -1;
    expect(agreement(best)).toBeGreaterThanOrEqual(agreement(now));
  });

  test("a window that cannot be counted is left out", async () => {
    const [first] = await listWindows();
    if (!first) throw new Error("no window");
    const before = await look();
    const { body } = await put(first.n, [], true);
    expect(body.counted).toBe(before.counted - 1);
    expect(body.windows[0]).toMatchObject({ state: "skipped", marks: [], found: null });
    await put(first.n, truth(first));
  });

  test("an annotation outside its window is refused, and an unknown window is not found", async () => {
    expect((await put(1, [[-3, 4]])).status).toBe(400);
    expect((await put(999, [])).status).toBe(404);
  });

  test("the right to view does not suffice to count, and a stranger sees nothing", async () => {
    const reader = await server.visitor("Reader", { permissions: grants({ wholeimage: "v" }) });
    expect((await look(reader)).can).toEqual({
      change: false,
      change_once_counted: false,
      recount: false,
      more: false,
    });
    expect((await put(1, [], false, reader)).status).toBe(403);
    expect((await reader.call("POST", `${path()}/recount`, { threshold: 0.3 })).status).toBe(403);
    const counter = await server.visitor("Counter", { permissions: grants({ wholeimage: "vc" }) });
    expect((await counter.call("POST", `${path()}/recount`, { threshold: 0.3 })).status).toBe(403);
    const region = (
      await owner.call<{ id: number }>("POST", "/region", {
        name: { tg: "Дур", ru: "Далеко", en: "Far", az: "" },
      })
    ).body.id;
    const stranger = await server.visitor("Counter", { regions: [region] });
    expect((await stranger.call("GET", path())).status).toBe(404);
    expect((await put(1, [], false, stranger)).status).toBe(404);
  });

  test("further windows join those that are counted, which stay in sight", async () => {
    const before = await look();
    const { body } = await owner.call<Calibration>("POST", path());
    expect(body.windows.length).toBeGreaterThanOrEqual(before.windows.length);
    const after = await opened();
    const drawnWindows = await listWindows();
    expect(new Set(drawnWindows.map(({ x, y }) => `${x} ${y}`)).size).toBe(drawnWindows.length);
    expect(after.windows.length).toBe(
      before.can.more
        ? before.windows.length + calibrationLimits.windows.more
        : drawnWindows.length,
    );
    expect(after.counted).toBe(before.counted);
  });

  test("counting again with another threshold keeps windows and annotations, and the range follows", async () => {
    const before = await look();
    // Forecasts and the ranges that came true stay as they were then.
    expect(before.came_true).toHaveLength(1);
    const { status, body } = await owner.call<Calibration>("POST", `${path()}/recount`, {
      threshold: 0.4,
    });
    expect(status).toBe(200);
    expect(body.can.change).toBe(false);
    await server.ended(owner, process_);
    const after = await opened();
    expect(after.now?.threshold).toBeCloseTo(0.4);
    expect(after.found).toBeLessThan(before.found);
    expect(after.marked).toBe(before.marked);
    expect(after.came_true).toEqual(before.came_true);
    expect(after.from_windows).toBe(true);
    // The windows tell how many were left out: the estimate stays true.
    expect(after.low).toBeLessThanOrEqual(scene.trees.length);
    expect(after.high).toBeGreaterThanOrEqual(scene.trees.length);
  });

  test("forgetting it leaves the count at a person's threshold without a range", async () => {
    expect((await owner.call("DELETE", path())).status).toBe(204);
    expect(await look()).toMatchObject({ state: "none", counted: 0, from_windows: false });
    const { trees } = (await owner.call<WholeImage>("GET", `/whole-image/${image}`)).body;
    expect(trees.range_basis).toBeNull();
    expect((await owner.call("DELETE", path())).status).toBe(404);
  });
});
