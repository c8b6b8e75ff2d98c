/** Cases opened from lost trees of a comparison and from what a device measured. */
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LostTrees, lostTrees } from "../../support/lost-trees-world.ts";
import { grants, type TestApp, testApp } from "../../support/test-app.ts";

type File = { id: number; name: string; evidence: string | null; download: string };
type Row = {
  id: number;
  source: string;
  point: [number, number];
  comparison: number | null;
  files: File[];
  evidence: {
    before: { id: number; date: string; trees: { count: number; low: number; high: number } };
    after: { id: number; trees: { count: number } };
    lost: { count: number; low: number; high: number; area_m2: number };
    crop: { side_m: number; lost_at: [number, number][] } | null;
  };
};

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
let world: LostTrees;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
  world = await lostTrees(server, master);
});
afterAll(() => server.close());

const order = (opened_from: object, more: object = {}) => ({
  kind: "illegal_felling",
  title: "Дарахтон нестанд",
  observed_on: "2025-05-01",
  garden: world.garden,
  opened_from,
  ...more,
});
const open = async () =>
  (await master.call<Row>("POST", "/violation", order({ comparison: world.comparison }))).body;

describe("from a comparison", () => {
  test("holds the figures of both dates and both crops of the same ground", async () => {
    const row = await open();
    expect(row).toMatchObject({ source: "comparison", comparison: world.comparison });
    const { before, after, lost, crop } = row.evidence;
    expect([before.id, before.date, after.id]).toEqual([world.before, "2024-05-01", world.after]);
    expect(lost.count).toBe(world.lost.length);
    expect(lost.low).toBeLessThanOrEqual(lost.count);
    expect(before.trees.low).toBeLessThan(before.trees.count);
    expect(before.trees.high).toBeGreaterThan(before.trees.count);
    expect(lost.area_m2).toBe(10 * world.lost.length);
    expect(crop?.side_m).toBeGreaterThanOrEqual(60);
    expect(crop?.lost_at.length).toBe(world.lost.length);
    expect(row.files.map(({ evidence, name }) => [evidence, name])).toEqual([
      ["before", "До 2024-05-01.jpg"],
      ["after", "После 2025-05-01.jpg"],
    ]);
    const sizes = await Promise.all(
      row.files.map(async ({ download }) => {
        const { rawPayload } = await server.app.inject({
          url: `/api${download}`,
          headers: { authorization: `Bearer ${(await server.tokensOf(master.email)).access}` },
        });
        expect(rawPayload.subarray(0, 3).toString("hex")).toBe("ffd8ff");
        return rawPayload.length;
      }),
    );
    expect(sizes[0]).not.toBe(sizes[1]);
  });

  test("is filled with what the server says, and nothing is written by asking", async () => {
    const count = async () =>
      (await server.db.sql.selectFrom("violation").select("id").execute()).length;
    const before = await count();
    const { body } = await master.call<{ point: number[]; evidence: Row["evidence"] }>(
      "GET",
      `/violation/evidence?comparison=${world.comparison}&garden=${world.garden}`,
    );
    expect(body).toMatchObject({
      garden: world.garden,
      observed_on: "2025-05-01",
      evidence: { lost: { count: world.lost.length } },
    });
    expect(await count()).toBe(before);
    const nothing = await master.call("GET", "/violation/evidence");
    expect([nothing.status, Object.keys(nothing.body)]).toEqual([400, ["comparison"]]);
  });

  test("of one tree stands around it", async () => {
    const tree = await server.db.sql
      .selectFrom("tree_change")
      .innerJoin("tree", "tree.id", "tree_change.tree_id")
      .where("state", "=", 2)
      .select(["tree.id", "tree.lon", "tree.lat"])
      .orderBy("tree.id", "desc")
      .executeTakeFirstOrThrow();
    const { body } = await master.call<{ point: number[] }>(
      "GET",
      `/violation/evidence?comparison=${world.comparison}&tree=${tree.id}`,
    );
    expect(body).toMatchObject({
      point: [tree.lon, tree.lat],
      evidence: { tree: { id: Number(tree.id), crown_m2: 10 }, crop: { side_m: 60 } },
    });
  });

  test("where nothing was lost, or beyond the scope, is refused", async () => {
    const elsewhere = await master.call<Row>("POST", "/garden", {
      name: { tg: "Б", ru: "Б", en: "B", az: "" },
      district: world.district,
    });
    const nothing = await master.call(
      "POST",
      "/violation",
      order({ comparison: world.comparison }, { garden: elsewhere.body.id, point: [68.78, 38.56] }),
    );
    expect([nothing.status, Object.keys(nothing.body)]).toEqual([400, ["opened_from"]]);
    const east = await master.call<Row>("POST", "/region", {
      name: { tg: "Ш", ru: "Ш", en: "E", az: "" },
    });
    const rights = { violation: "vacd", wholeimage: "v", garden: "v" };
    const far = await server.person("Far", {
      permissions: grants(rights),
      regions: [east.body.id],
    });
    const blind = await server.person("Blind", { permissions: grants({ violation: "vacd" }) });
    const from = { comparison: world.comparison };
    expect((await far.call("POST", "/violation", order(from))).status).toBe(404);
    expect((await blind.call("POST", "/violation", order(from))).status).toBe(403);
  });

  test("its crops cannot be deleted by themselves", async () => {
    const { id, files } = await open();
    const answer = await master.call("DELETE", `/violation/${id}/file/${files[0]?.id}`);
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ["file"]]);
  });

  test("is opened without crops where an image's file is gone", async () => {
    const { rows } = await server.db.pool.query<{ cog_key: string }>(
      "select cog_key from whole_image where id = $1",
      [world.after],
    );
    const key = rows[0]?.cog_key ?? "";
    const bytes = await buffer(await server.files.get(key));
    await server.files.delete(key);
    const row = await open();
    await server.files.put(key, bytes);
    expect(row).toMatchObject({ source: "comparison", files: [], evidence: { crop: null } });
  });

  test("stays as it was when the comparison and the images are deleted", async () => {
    const row = await open();
    await server.db.sql
      .deleteFrom("whole_image")
      .where("id", "in", [world.before, world.after])
      .execute();
    const { body } = await master.call<Row>("GET", `/violation/${row.id}`);
    expect(body).toMatchObject({ ...row, comparison: null });
    const crop = await master.call("GET", body.files[0]?.download ?? "");
    expect(crop.status).toBe(200);
    world = await lostTrees(server, master);
  });
});

describe("from a device", () => {
  const device = async (value: number) => {
    const { body } = await master.call<Row>("POST", "/device", {
      name: `Замин ${value}`,
      type: "soil",
      longitude: 68.78,
      latitude: 38.56,
      garden: world.garden,
    });
    const token = await master.call<{ token: string }>("POST", `/device/${body.id}/token`);
    await server.anonymous(
      "POST",
      `/device/${body.id}/reading`,
      { readings: [{ ts: new Date().toISOString(), values: { soil_humidity: value } }] },
      { authorization: `Device ${token.body.token}` },
    );
    return body.id;
  };

  test("holds the value, its moment and the range that was good then", async () => {
    const id = await device(5);
    const from = { device: id, parameter: "soil_humidity" };
    const { body, status } = await master.call<Row>("POST", "/violation", order(from));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      source: "alert",
      device: id,
      evidence: {
        kind: "alert",
        parameter: "soil_humidity",
        value: 5,
        state: "act",
        good: { min: 20, max: 28 },
      },
      files: [],
    });
    await server.db.sql.deleteFrom("device").where("id", "=", id).execute();
    const { body: later } = await master.call("GET", `/violation/${body.id}`);
    expect(later).toMatchObject({ device: null, evidence: { value: 5 } });
  });

  test("whose value is good is refused", async () => {
    const from = { device: await device(24), parameter: "soil_humidity" };
    const answer = await master.call("POST", "/violation", order(from));
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ["opened_from"]]);
  });
});
