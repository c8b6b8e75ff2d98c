import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { ImageMosaic } from "@nihol/contract/imagery/mosaic";
import type { Process } from "@nihol/contract/imagery/processes";
import type { TreeCorrection } from "@nihol/contract/imagery/tree-corrections";
import type { Tree } from "@nihol/contract/imagery/trees";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import type { StacItem } from "@nihol/contract/open-data/stac";
import type { Page } from "@nihol/contract/paging";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  geoTiff,
  type ImageryServer,
  imageryServer,
  site,
  type Visitor,
} from "../support/imagery-server.ts";
import { grants } from "../support/test-app.ts";

let server: ImageryServer;
let owner: Visitor;
let older: number;
let newer: number;
let region: number;
let district: number;
let elsewhere: number;
let source: number;
const credit = { attribution: "© Drone <team>", licence: "CC BY 4.0" };
const [olderDay, newerDay] = ["2023-06-12", "2025-06-18"];
const names = { tg: "Ноҳия", ru: "Район", en: "District", az: "" };
const square = (east: number) => {
  const [w, s, e, n] = [
    site.lon + east - 0.05,
    site.lat - 0.05,
    site.lon + east + 0.05,
    site.lat + 0.05,
  ];
  return {
    type: "Polygon",
    coordinates: [
      [
        [w, s],
        [e, s],
        [e, n],
        [w, n],
        [w, s],
      ],
    ],
  };
};

beforeAll(async () => {
  server = await imageryServer();
  owner = await server.visitor("MasterAdmin");
  server.startWorker();
  const add = async (path: string, body: object) =>
    (await owner.call<{ id: number }>("POST", path, body)).body.id;
  region = await add("/region", { name: names, boundary: square(0) });
  district = await add("/district", { name: names, region, boundary: square(0) });
  elsewhere = await add("/district", { name: names, region, boundary: square(0.12) });
  // Run one after the other: the newer one covers the older one's middle.
  const run = async (bytes: Uint8Array, name: string, date: string, source?: number) => {
    const upload = await owner.send(bytes, name);
    const body = { upload: upload.id, date, source };
    const { id } = (await owner.call<Process>("POST", "/satellite-imagery", body)).body;
    const ended = await server.ended(owner, id);
    expect(ended.message).toBeNull();
    return ended.whole_image as number;
  };
  older = await run(geoTiff({ size: 1100 }), "Сад-2023.tif", olderDay);
  source = await add("/imagery-source", { name: names, kind: "upload", ...credit });
  newer = await run(geoTiff({ size: 512, date: 1 }), "garden-2025.tif", newerDay, source);
});
afterAll(() => server.close());

const list = async (query: string, who = owner) =>
  (await who.call<Page<WholeImage>>("GET", `/whole-image?${query}`)).body.results.map(
    ({ id }) => id,
  );
const fragments = async (query = "") =>
  (await owner.call<Page<Fragment>>("GET", `/whole-image/${older}/fragment?${query}`)).body;
const layer = (n: number, name: string, more = "", headers = {}, image = older) =>
  owner.fetchAt("GET", `/whole-image/${image}/fragment/${n}/${name}${more}`, { headers });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe("whole images", () => {
  test("are listed newest first", async () => {
    expect(await list("")).toEqual([newer, older]);
  });

  test.each<[string, () => string, () => number[]]>([
    ["from a day", () => `from=${newerDay}`, () => [newer]],
    ["to a day", () => "to=2024-01-01", () => [older]],
    ["of a region", () => `region=${region}`, () => [newer, older]],
    ["of a district", () => `district=${district}`, () => [newer, older]],
    ["of a district without pictures", () => `district=${elsewhere}`, () => []],
    ["by a part of the file's name", () => `search=${encodeURIComponent("САД")}`, () => [older]],
    ["by date, oldest first", () => "ordering=date", () => [older, newer]],
    ["page by page", () => "page_size=1&page=2", () => [older]],
  ])("are listed %s", async (_name, query, wanted) => {
    expect(await list(query())).toEqual(wanted());
  });

  test("say what they show, with the range of the count", async () => {
    const { body } = await owner.call<WholeImage>("GET", `/whole-image/${older}`);
    expect(body).toMatchObject({
      date: olderDay,
      width: 1100,
      height: 1100,
      fragment_count: 4,
      district: { id: district },
      status: "completed",
    });
    expect(body.trees.total).toBeGreaterThan(10);
    expect(body.trees.low).toBeLessThanOrEqual(body.trees.total);
    expect(body.trees.high).toBeGreaterThanOrEqual(body.trees.total);
  });

  test("say whose they are, on the map and in the catalogue too, when the source is gone as well", async () => {
    const about = async (id: number) =>
      (await owner.call<WholeImage>("GET", `/whole-image/${id}`)).body;
    expect(await about(newer)).toMatchObject({ source: { id: source }, ...credit });
    expect(await about(older)).toMatchObject({ source: null, attribution: "", licence: "" });
    await owner.call("DELETE", `/imagery-source/${source}`);
    expect(await about(newer)).toMatchObject({ source: null, ...credit });
    const box = [site.lon - 0.01, site.lat - 0.01, site.lon + 0.01, site.lat + 0.01].join(",");
    const { body: mosaic } = await owner.call<ImageMosaic>(
      "GET",
      `/whole-image/mosaic?bbox=${box}`,
    );
    expect(mosaic.images.map(({ id, attribution }) => [id, attribution])).toEqual([
      [newer, credit.attribution],
      [older, ""],
    ]);
    const item = async (id: number) =>
      (await owner.call<StacItem>("GET", `/stac/collections/images/items/${id}`)).body.properties;
    expect((await item(newer)).providers).toEqual([
      { name: credit.attribution, roles: ["producer"], description: credit.licence },
    ]);
    expect((await item(older)).providers).toBeUndefined();
  });

  test("are not there for people of another district", async () => {
    const permissions = grants({ wholeimage: "vc" });
    const outsider = await server.visitor("Outsider", { permissions, districts: [elsewhere] });
    expect(await list("", outsider)).toEqual([]);
    for (const path of [
      "",
      "/fragment",
      "/fragment/1",
      "/fragment/1/related",
      "/fragment/1/original",
      "/planting-places",
    ])
      expect((await outsider.call("GET", `/whole-image/${older}${path}`)).status).toBe(404);
    const body = { review: "accepted" };
    const answer = await outsider.call("PATCH", `/whole-image/${older}/fragment/1`, body);
    expect(answer.status).toBe(404);
  });
});

describe("fragments", () => {
  test("share out all trees of the image", async () => {
    const { count, results } = await fragments();
    expect(count).toBe(4);
    const { body } = await owner.call<WholeImage>("GET", `/whole-image/${older}`);
    expect(results.reduce((sum, { tree_count }) => sum + tree_count, 0)).toBe(body.trees.total);
  });

  test("with trees alone can be listed, richest first", async () => {
    const { results } = await fragments("with_trees=1&ordering=-tree_count");
    const counts = results.map(({ tree_count }) => tree_count);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
  });

  test("are listed by doubt, all of them counted", async () => {
    const { count, results } = await fragments("ordering=-doubt&page_size=2");
    expect([count, results.length]).toEqual([4, 2]);
  });

  test("beyond the last are not there", async () => {
    expect((await owner.call("GET", `/whole-image/${older}/fragment/5`)).status).toBe(404);
    expect((await layer(5, "original")).status).toBe(404);
  });

  test("know their neighbours and the other dates of their place", async () => {
    const { body } = await owner.call<{ neighbours: Fragment[]; other_dates: Fragment[] }>(
      "GET",
      `/whole-image/${older}/fragment/1/related`,
    );
    expect(body.neighbours.map(({ n }) => n)).toEqual([2, 3, 4]);
    expect(body.other_dates).toMatchObject([{ whole_image: newer, n: 1, date: newerDay }]);
  });
});

describe("a fragment's image", () => {
  test("is WebP, a pixel for a pixel", async () => {
    const answer = await layer(1, "original");
    expect(answer.headers.get("content-type")).toBe("image/webp");
    const { format, width, height } = await sharp(await bytesOf(answer)).metadata();
    expect([format, width, height]).toEqual(["webp", 1024, 1024]);
  });

  test("is as wide as it is asked for", async () => {
    const { width, height } = await sharp(
      await bytesOf(await layer(1, "original", "?width=256")),
    ).metadata();
    expect([width, height]).toEqual([256, 256]);
  });

  test.each(["?width=5", "?width=90000", "?width=x"])("is refused with %s", async (query) => {
    expect((await layer(1, "original", query)).status).toBe(400);
  });

  test("differs by its layer", async () => {
    const pixels = await Promise.all(
      ["original", "labelled", "segmentation"].map(async (name) =>
        (
          await sharp(await bytesOf(await layer(1, name)))
            .removeAlpha()
            .raw()
            .toBuffer()
        ).toString("latin1"),
      ),
    );
    expect(new Set(pixels).size).toBe(3);
  });

  test("is coloured as a view says, below its trees too", async () => {
    const rgb = async (name: string, query = "") =>
      sharp(await bytesOf(await layer(1, name, query)))
        .removeAlpha()
        .raw()
        .toBuffer();
    const index = await rgb("original", "?view=vegetation");
    const stretched = await rgb("original", "?view=contrast&low=5&high=5&gamma=1.5");
    expect([await rgb("original"), stretched].some((one) => one.equals(index))).toBe(false);
    // Apart from the boxes of its trees it is the same image.
    const trees = await rgb("labelled", "?view=vegetation");
    const same = trees.filter((value, at) => Math.abs(value - (index[at] ?? 0)) < 24).length;
    expect(same / trees.length).toBeGreaterThan(0.7);
    expect(trees.equals(index)).toBe(false);
    for (const wrong of ["?view=thermal", "?view=contrast&low=30", "?view=contrast&gamma=0"])
      expect([wrong, (await layer(1, "original", wrong)).status]).toEqual([wrong, 400]);
  });

  test.each(["original", "labelled"])("%s that the reader has is not sent again", async (name) => {
    const etag = (await layer(1, name)).headers.get("etag") ?? "";
    const again = await layer(1, name, "", { "if-none-match": etag });
    expect([again.status, (await bytesOf(again)).length]).toEqual([304, 0]);
  });

  test("of another size or layer has another etag", async () => {
    const etags = await Promise.all(
      ["original", "original?width=128", "labelled", "labelled?rows=1", "segmentation"].map(
        async (name) => (await layer(1, name)).headers.get("etag"),
      ),
    );
    expect(new Set(etags).size).toBe(5);
  });

  test("with its trees marked is another one after a restart; the original stays", async () => {
    const etags = async () =>
      Promise.all(
        ["original", "labelled"].map(async (name) => (await layer(1, name)).headers.get("etag")),
      );
    const before = await etags();
    const { id } = await server.db.sql
      .selectFrom("whole_image")
      .where("id", "=", older)
      .select("process_id as id")
      .executeTakeFirstOrThrow();
    await server.db.sql
      .updateTable("imagery_process")
      .set({ run: 2 })
      .where("id", "=", id)
      .execute();
    const after = await etags();
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });

  test("of an unknown layer is refused", async () => {
    expect((await layer(1, "infrared")).status).toBe(400);
  });
});

describe("a review", () => {
  const path = () => `/whole-image/${older}/fragment/2`;

  test.each(["accepted", "rejected"])("%s stands with its author", async (review) => {
    const { body } = await owner.call<Fragment>("PATCH", path(), { review });
    expect(body).toMatchObject({ review, reviewed_by: "Test MasterAdmin" });
    expect((await fragments(`review=${review}`)).results.map(({ n }) => n)).toEqual([2]);
  });

  test("can be taken back", async () => {
    const { body } = await owner.call<Fragment>("PATCH", path(), { review: "new" });
    expect(body).toMatchObject({ review: "new", reviewed_by: null });
  });

  test("is in the audit log", async () => {
    const rows = await server.db.sql
      .selectFrom("audit_log")
      .selectAll()
      .where("action", "=", "review")
      .orderBy("id")
      .execute();
    expect(rows[0]).toMatchObject({
      actor_id: owner.id,
      resource: "wholeimage",
      resource_id: `${older}/2`,
      change: { review: "accepted" },
    });
  });

  test("of an unknown kind is refused", async () => {
    expect((await owner.call("PATCH", path(), { review: "corrected" })).status).toBe(400);
  });

  test("needs the right to change", async () => {
    const reader = await server.visitor("Reader", { permissions: grants({ wholeimage: "v" }) });
    const answer = await reader.call("PATCH", path(), { review: "accepted" });
    expect([answer.status, answer.body.code]).toEqual([403, "permission_denied"]);
    const { body } = await reader.call<Fragment>("GET", path());
    expect(body).toMatchObject({ review: "new", can: { change: false } });
  });
});

test("what people corrected is so again after a new run, under the same numbers", async () => {
  const trees = async () => {
    const query = `whole_image=${newer}&page_size=200`;
    return (await owner.call<Page<Tree>>("GET", `/plant-tree-detail?${query}`)).body.results;
  };
  const found = await trees();
  expect(found.length).toBeGreaterThan(3);
  const [accepted, removed, grey] = found.map(({ id }) => `/plant-tree-detail/${id}`);
  // As far from every tree as there is room: a tree that a run finds there would be taken for it.
  const gap = (x: number, y: number) =>
    Math.min(
      ...found.map(({ detection: { box } }) =>
        Math.hypot(x - (box[0] + box[2]) / 2, y - (box[1] + box[3]) / 2),
      ),
    );
  const [point] = Array.from({ length: 22 * 22 }, (_, i) => [
    25 + 21 * (i % 22),
    25 + 21 * Math.floor(i / 22),
  ]).sort(([ax = 0, ay = 0], [bx = 0, by = 0]) => gap(bx, by) - gap(ax, ay));
  const add = { whole_image: newer, point, radius_m: 0.5, green: "green" };
  const added = (await owner.call<Tree>("POST", "/plant-tree-detail", add)).body;
  const version = { version: 0 };
  await owner.call("PATCH", accepted ?? "", { ...version, review: "accepted" });
  await owner.call("DELETE", `${removed}?version=0`);
  await owner.call("PATCH", grey ?? "", { ...version, green: "unsure" });
  const left = await trees();
  expect(left).toHaveLength(found.length);
  const { body } = await owner.call<WholeImage>("GET", `/whole-image/${newer}`);
  const restart = { which: "all" };
  await owner.call("POST", `/satellite-imagery/${body.process}/restart`, restart);
  const process = await server.ended(owner, body.process);
  expect([process.status, process.tree_count]).toEqual(["completed", found.length]);
  const again = await trees();
  const shown = (all: Tree[]) =>
    all
      .map(({ id, review, green, position }) => ({ id, review, green, position }))
      .filter(({ review }) => review !== "new")
      .sort((a, b) => a.id - b.id);
  expect(shown(again)).toEqual(shown(left));
  expect(
    shown(again)
      .map(({ review }) => review)
      .sort(),
  ).toEqual(["accepted", "added", "corrected"]);
  expect(again).toHaveLength(found.length);
  // At the place of the removed one stands none again, and undoing brings it back under its number.
  const near = (await owner.call<Page<TreeCorrection>>("GET", `/whole-image/${newer}/correction`))
    .body.results;
  const removal = near.find(({ action }) => action === "delete");
  const spot = removal?.before?.position;
  expect(again.filter(({ position }) => String(position) === String(spot))).toEqual([]);
  await owner.call("POST", `/whole-image/${newer}/correction/${removal?.id}/undo`);
  expect((await owner.call<Tree>("GET", removed ?? "")).body.position).toEqual(spot);
  await owner.call("DELETE", `/plant-tree-detail/${added.id}?version=${added.version}`);
});

describe("deleting an image", () => {
  test("needs the right to delete, and takes its process with it", async () => {
    const reader = await server.visitor("Keeper", { permissions: grants({ wholeimage: "vac" }) });
    expect((await reader.call("DELETE", `/whole-image/${older}`)).status).toBe(403);
    const { process } = (await owner.call<{ process: number }>("GET", `/whole-image/${older}`))
      .body;
    expect((await owner.call("DELETE", `/whole-image/${older}`)).status).toBe(204);
    expect((await owner.call("GET", `/whole-image/${older}`)).status).toBe(404);
    expect((await owner.call("GET", `/satellite-imagery/${process}`)).status).toBe(404);
  });
});
