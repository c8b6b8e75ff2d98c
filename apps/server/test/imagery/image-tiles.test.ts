import type { Upload } from "@nihol/contract/imagery/uploads";
import type { ImageMetadata, RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { json } from "@nihol/db/json";
import { tileOf } from "@nihol/geo/tiles/tile-math";
import { configureRenderPool } from "@nihol/vision/render/render-pool";
import { drawScene } from "@nihol/vision/scene/scene";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  geoTiff,
  type ImageryServer,
  imageryServer,
  site,
  until,
  type Visitor,
} from "../support/imagery-server.ts";
import { grants, password } from "../support/test-app.ts";

let server: ImageryServer;
let owner: Visitor;
let image: number;

/** An upload as an image of the country, as if the worker had found it good as it came. */
async function asImage(upload: Upload, owner: number): Promise<number> {
  const { sql } = server.db;
  const { facts } = await sql
    .selectFrom("upload")
    .where("id", "=", upload.id)
    .select("facts")
    .executeTakeFirstOrThrow();
  const { footprint, bbox, width, height, gsd_m } = upload.facts as NonNullable<Upload["facts"]>;
  const key = `upload/${upload.id}`;
  const process = await sql
    .insertInto("imagery_process")
    .values({
      file_name: upload.file_name,
      file_key: key,
      facts: json(facts as RasterMetadata),
      capture_date: "2023-06-12",
      requested_by: owner,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const row = await sql
    .insertInto("whole_image")
    .values({
      process_id: process.id,
      captured_on: "2023-06-12",
      date_hash: "1".repeat(64),
      original_key: key,
      cog_key: key,
      facts: json(facts as ImageMetadata),
      width,
      height,
      gsd_m,
      has_nir: true,
      bbox: [...bbox],
      coverage: json(footprint),
      coverage_m2: 1e4,
      fragment_count: 1,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

beforeAll(async () => {
  server = await imageryServer();
  owner = await server.visitor("MasterAdmin");
  image = await asImage(await owner.send(geoTiff({})), owner.id);
});
afterAll(() => server.close());

const place = (z: number, east = 0) => {
  const { x, y } = tileOf(site.lon + east, site.lat, z);
  return `${z}/${x}/${y}`;
};
const tile = (at: string, headers = {}, who = owner, id = image) =>
  who.fetchAt("GET", `/tiles/image/${id}/${at}`, { headers });

describe("an image's tile", () => {
  test.each([15, 18, 20])("at zoom %i inside it is a square WebP", async (zoom) => {
    const answer = await tile(place(zoom));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
    expect(format).toBe("webp");
    expect([256, 512]).toContain(width);
    expect(height).toBe(width);
  });

  test("shows the place that it should: green where trees stand", async () => {
    const scene = drawScene({ seed: 3, size: 512, date: 0, ...site });
    const tree = scene.trees
      .filter(({ green }) => green)
      .reduce((a, b) => (a.radiusPx > b.radiusPx ? a : b));
    // 0.25 m a pixel, north up
    const lat = site.lat + ((256 - tree.y) * 0.25) / 111_000;
    const lon =
      site.lon + ((tree.x - 256) * 0.25) / (111_320 * Math.cos((site.lat * Math.PI) / 180));
    const { x, y } = tileOf(lon, lat, 22);
    const bytes = await (await tile(`22/${x}/${y}`)).arrayBuffer();
    const { channels } = await sharp(bytes).removeAlpha().stats();
    const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
    expect(green).toBeGreaterThan(red);
    expect(green).toBeGreaterThan(blue);
  });

  test("is shown with more contrast, in false colour and by its vegetation index", async () => {
    const means = async (view: string) => {
      const answer = await tile(`${place(18)}?view=${view}`);
      expect([view, answer.status]).toEqual([view, 200]);
      const { channels } = await sharp(await answer.arrayBuffer())
        .removeAlpha()
        .stats();
      return channels.map(({ mean, stdev }) => ({ mean, stdev }));
    };
    const [natural, contrast, infrared, vegetation] = await Promise.all(
      ["natural", "contrast", "infrared", "vegetation"].map(means),
    );
    expect(contrast?.[0]?.stdev).toBeGreaterThan(natural?.[0]?.stdev ?? 0);
    // Red shows near infrared, green shows red: leaves make the first brighter than red alone, soil keeps the second.
    expect(infrared?.[0]?.mean).not.toBeCloseTo(contrast?.[0]?.mean ?? 0, 0);
    expect(infrared?.[1]?.mean).toBeCloseTo(contrast?.[0]?.mean ?? 0, -1);
    expect(vegetation?.[0]?.mean).not.toBeCloseTo(natural?.[0]?.mean ?? 0, 0);
    expect((await tile(`${place(18)}?view=thermal`)).status).toBe(400);
    const etags = await Promise.all(
      ["natural", "infrared"].map(async (view) =>
        (await tile(`${place(18)}?view=${view}`)).headers.get("etag"),
      ),
    );
    expect(new Set(etags).size).toBe(2);
  });

  test("is stretched by hand: cuts widen its contrast, gamma lightens its dark, beyond the bounds it is refused", async () => {
    const colours = async (query: string) => {
      const answer = await tile(`${place(18)}?${query}`);
      expect([query, answer.status]).toEqual([query, 200]);
      const bytes = sharp(await answer.arrayBuffer()).removeAlpha();
      const { channels } = await bytes.stats();
      const [green] = channels.slice(1);
      return { mean: green?.mean ?? 0, stdev: green?.stdev ?? 0, etag: answer.headers.get("etag") };
    };
    const usual = await colours("view=contrast");
    expect(await colours("view=contrast&low=1&high=1&gamma=1")).toEqual(usual);
    const cut = await colours("view=contrast&low=15&high=15");
    expect(cut.stdev).toBeGreaterThan(usual.stdev * 1.05);
    expect((await colours("view=contrast&high=20")).mean).toBeGreaterThan(usual.mean + 5);
    expect((await colours("view=contrast&low=20")).mean).toBeLessThan(usual.mean - 5);
    expect((await colours("view=infrared&gamma=2")).mean).toBeGreaterThan(
      (await colours("view=infrared")).mean + 5,
    );
    expect((await colours("view=contrast&gamma=0.5")).mean).toBeLessThan(usual.mean - 5);
    // They say nothing of colours as they are: the same tile, which the browser has.
    expect((await colours("view=natural&low=9")).etag).toBe((await colours("view=natural")).etag);
    expect(cut.etag).not.toBe(usual.etag);
    for (const wrong of ["low=26", "high=-1", "low=0.3", "gamma=0", "gamma=9", "low=x"])
      expect([wrong, (await tile(`${place(18)}?view=contrast&${wrong}`)).status]).toEqual([
        wrong,
        400,
      ]);
  });

  test("beside it is nothing, without an error", async () => {
    const answer = await tile(place(18, 0.1));
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
  });

  test("that the reader has is not sent again", async () => {
    const etag = (await tile(place(18))).headers.get("etag") ?? "";
    const again = await tile(place(18), { "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("is refused for a moment when too many are being made", async () => {
    configureRenderPool("drawing", { maxWaiting: 0 });
    const answer = await tile(place(17));
    configureRenderPool("drawing", { maxWaiting: 400 });
    expect([answer.status, (await answer.json()).code]).toEqual([503, "busy"]);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect((await tile(place(17))).status).toBe(200);
  });

  test("is for its reader's browser alone to keep", async () => {
    const answer = await tile(place(18));
    expect(answer.headers.get("cache-control")).toContain("private");
  });

  test.each(["18/0/-1", "31/1/1", "a/b/c"])("at %s is refused", async (at) => {
    expect([400, 404]).toContain((await tile(at)).status);
  });
});

describe("owners of an image", () => {
  const permissions = grants({ wholeimage: "v" });
  let own: number;
  let other: number;
  beforeAll(async () => {
    const names = { tg: "Вазорат", ru: "Министерство", en: "Ministry", az: "" };
    const add = async () =>
      (
        await server.db.sql
          .insertInto("ministry")
          .values({ name: json(names) } as never)
          .returning("id")
          .executeTakeFirstOrThrow()
      ).id;
    own = await add();
    other = await add();
  });

  test("people of another ministry get 404, also with the right etag", async () => {
    const stranger = await server.visitor("OfOther", { permissions, ministryId: other });
    const etag = (await tile(place(18))).headers.get("etag") ?? "";
    expect((await tile(place(18), {}, stranger)).status).toBe(404);
    expect((await tile(place(18), { "if-none-match": etag }, stranger)).status).toBe(404);
  });

  test("people of the ministry that asked for it get it", async () => {
    const colleague = await server.visitor("OfOwn", { permissions, ministryId: own });
    await server.db.sql
      .updateTable("user_account")
      .set({ ministry_id: own })
      .where("id", "=", owner.id)
      .execute();
    expect((await tile(place(18), {}, colleague)).status).toBe(200);
  });

  test("people without the right get 403, and nobody in particular 401", async () => {
    const bare = await server.visitor("Bare", { permissions: grants({}) });
    expect((await tile(place(18), {}, bare)).status).toBe(403);
    const url = `${server.address}/api/tiles/image/${image}/${place(18)}`;
    expect((await fetch(url)).status).toBe(401);
  });

  test("an unknown image is 404", async () => {
    expect((await tile(place(18), {}, owner, 999_999)).status).toBe(404);
  });
});

describe("rights that end while a map asks for tiles, eight at a time", () => {
  const permissions = grants({ wholeimage: "v" });
  let etag: string;
  beforeAll(async () => {
    etag = (await tile(place(18))).headers.get("etag") ?? "";
  });

  /** Statuses of tiles asked before `end` has been carried out, and of those asked after it. */
  async function statusesAround(ask: () => Promise<Response>, end: () => Promise<unknown>) {
    const [before, after]: [number[], number[]] = [[], []];
    let hasEnded = false;
    const readers = Array.from({ length: 8 }, async () => {
      while (after.length < 80) {
        const statuses = hasEnded ? after : before;
        statuses.push((await ask()).status);
      }
    });
    await until(async () => before.length >= 80);
    const reading = [...before];
    await end().finally(() => {
      hasEnded = true;
    });
    await Promise.all(readers);
    return { before: [...new Set(reading)], after: [...new Set(after)] };
  }
  const asking = (who: Visitor, headers = {}) => {
    return () => tile(place(18), { "if-none-match": etag, ...headers }, who);
  };

  test("a right of the role is refused for every tile asked after it", async () => {
    const who = await server.visitor("Loses the right", { permissions });
    const end = () =>
      server.db.sql
        .updateTable("user_group")
        .set({ permissions: json(grants({})) })
        .where("name", "=", "Loses the right")
        .execute();
    expect(await statusesAround(asking(who), end)).toEqual({ before: [304], after: [403] });
  });

  test("an account that is switched off gets no tile more", async () => {
    const who = await server.visitor("Is switched off", { permissions });
    const end = () => owner.call("PATCH", `/user/${who.id}`, { is_active: false });
    expect(await statusesAround(asking(who), end)).toEqual({ before: [304], after: [401] });
  });

  test("a personal token that is revoked opens no tile more", async () => {
    const who = await server.visitor("Of a map program", { permissions });
    const path = "/user-profile/access-token";
    const body = { name: "QGIS", days: 1, current_password: password };
    const { body: made } = await who.call<{ id: number; token: string }>("POST", path, body);
    const ask = asking(who, { authorization: `Bearer ${made.token}` });
    const end = () => who.call("DELETE", `${path}/${made.id}`);
    const { before, after } = await statusesAround(ask, end);
    expect(before).toEqual([304]);
    // A caller who goes on with a wrong token is slowed.
    expect(after.sort()).toEqual([401, 429]);
  });

  test("an image that leaves the scope is not found any more", async () => {
    const who = await server.visitor("Is moved", { permissions });
    const { id } = await server.db.sql
      .insertInto("ministry")
      .values({ name: json({ tg: "Дигар", ru: "Другое", en: "Other", az: "Digər" }) })
      .returning("id")
      .executeTakeFirstOrThrow();
    const end = () =>
      server.db.sql
        .updateTable("user_account")
        .set({ ministry_id: id })
        .where("id", "=", who.id)
        .execute();
    expect(await statusesAround(asking(who), end)).toEqual({ before: [304], after: [404] });
  });

  test("an image that is deleted is not found any more", async () => {
    const who = await server.visitor("Sees a deleted one", { permissions });
    const end = () => server.db.sql.deleteFrom("whole_image").where("id", "=", image).execute();
    expect(await statusesAround(asking(who), end)).toEqual({ before: [304], after: [404] });
  });
});
