/** Personal access tokens: who makes them, what they open and what not, and when they end; read with GDAL as QGIS would. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { promisify } from "node:util";
import type { StacItems } from "@nihol/contract/open-data/stac";
import type { AccessToken } from "@nihol/contract/people/access-tokens";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { json } from "@nihol/db/json";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { tileOf } from "@nihol/geo/tiles/tile-math";
import { inspectInChild } from "@nihol/vision/render/render-pool";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "../../src/app.ts";
import { geoTiff, site } from "../support/imagery-server.ts";
import { grants, password, type TestApp, testApp } from "../support/test-app.ts";
import { insertImage } from "../support/tree-fixture.ts";

type Made = AccessToken & { token: string };
type Person = Awaited<ReturnType<TestApp["person"]>>;

const tokens = "/user-profile/access-token";
const document = "/wmts/1.0.0/WMTSCapabilities.xml";
const permissions = grants({ wholeimage: "vd", satelliteimagery: "v", garden: "v" });

let server: TestApp;
let api: string;
let bbox: number[];
let master: Person;
/** Sees every image; made anew for each test that changes it. */
let reader: Person;
/** Drawn image with its file, and an image that lies in a region of its own. */
let drawn: number;
let east: number;
let region: number;
let count = 0;

beforeAll(async () => {
  server = await testApp();
  const { sql } = server.db;
  master = await server.person("MasterAdmin");
  reader = await server.person("Reader of images", { permissions });
  const options = { south: 38, side: 0.01 };
  drawn = await insertImage(server.db, { ...options, west: site.lon, date: "2024-06-01" });
  east = await insertImage(server.db, { ...options, west: 70, date: "2025-06-01" });
  const { key } = await server.files.put("image/1/image.tif", Buffer.from(geoTiff({ size: 512 })));
  const facts = { ...(await inspectInChild(server.files.path(key))), stretch: null };
  ({ bbox } = facts);
  const coverage = json<MultiPolygon>({
    type: "MultiPolygon",
    coordinates: [facts.footprint.coordinates],
  });
  await sql
    .updateTable("whole_image")
    .set({
      ...{ cog_key: key, original_key: key, bbox: facts.bbox, gsd_m: facts.gsdMeters, coverage },
      facts: json(facts),
    })
    .where("id", "=", drawn)
    .execute();
  ({ id: region } = await sql
    .insertInto("region")
    .values({ name: json({ tg: "Ш", ru: "В", en: "East", az: "Ş" }) })
    .returning("id")
    .executeTakeFirstOrThrow());
  // The catalogue needs the whole of what ingest knows of an image.
  const known = json({ ...facts, width: 1000, height: 1000, epsg: 4326 });
  await sql
    .updateTable("whole_image")
    .set({ region_id: region, facts: known })
    .where("id", "=", east)
    .execute();
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  api = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/api`;
});
afterAll(() => server.close());

async function make(person: Person, days = 90): Promise<Made> {
  const body = { name: `QGIS ${++count}`, days, current_password: password };
  const { status, body: made } = await person.call<Made>("POST", tokens, body);
  expect(status).toBe(201);
  return made;
}
/** The tile of the drawn image's middle. */
function tileOfMiddle() {
  const [west = 0, south = 0, right = 0, north = 0] = bbox;
  const { z, x, y } = tileOf((west + right) / 2, (south + north) / 2, 17);
  return `/tiles/image/${drawn}/${z}/${x}/${y}`;
}
const basic = (token: string) => `Basic ${Buffer.from(`anybody:${token}`).toString("base64")}`;
const asked = (path: string, token: string, method = "GET", body?: object) =>
  server.callerWith({ authorization: `Bearer ${token}` })<Record<string, unknown>>(
    method,
    path,
    body,
  );
const statusOf = async (token: string) => (await asked(document, token)).status;

describe("a token is made and revoked by its person alone", () => {
  it("is shown once, kept as a hash, listed by its name, and its use is written down", async () => {
    const made = await make(reader);
    expect(made.token).toMatch(/^nihol_pat_[\w-]{43}$/);
    const { body: before } = await reader.call<AccessToken[]>("GET", tokens);
    expect(before[0]).toMatchObject({ id: made.id, name: made.name, last_used_at: null });
    expect(JSON.stringify(before)).not.toContain(made.token);
    const stored = await server.db.sql.selectFrom("access_token").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(made.token);
    expect(await statusOf(made.token)).toBe(200);
    const { body: after } = await reader.call<AccessToken[]>("GET", tokens);
    expect(Date.parse(after[0]?.last_used_at ?? "")).toBeGreaterThan(Date.now() - 60_000);
  });

  it("asks for the password, for a name, and for no more than a year", async () => {
    const wrong = { name: "QGIS", days: 90, current_password: "not my password at all" };
    const refused = await reader.call("POST", tokens, wrong);
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["current_password"]]);
    const tooLong = await reader.call("POST", tokens, {
      ...{ name: " ", days: limits.accessTokens.days + 1, current_password: password },
    });
    expect([tooLong.status, Object.keys(tooLong.body).sort()]).toEqual([400, ["days", "name"]]);
  });

  it("belongs to its person: another neither sees nor revokes it", async () => {
    const made = await make(reader);
    const other = await server.person("Another reader", { permissions });
    expect((await other.call("GET", tokens)).body).toEqual([]);
    expect((await other.call("DELETE", `${tokens}/${made.id}`)).status).toBe(404);
    expect(await statusOf(made.token)).toBe(200);
  });

  it("ends at once when it is revoked, and both stand in the audit log without it", async () => {
    const made = await make(reader);
    expect((await reader.call("DELETE", `${tokens}/${made.id}`)).status).toBe(204);
    const { status, body } = await asked(document, made.token);
    expect([status, body.code]).toEqual([401, "access_token_invalid"]);
    expect((await reader.call("DELETE", `${tokens}/${made.id}`)).status).toBe(404);
    const lines = await server.db.sql
      .selectFrom("audit_log")
      .where("resource", "=", "profile")
      .where("actor_id", "=", reader.id)
      .orderBy("id", "desc")
      .limit(2)
      .selectAll()
      .execute();
    expect(lines.map(({ action }) => action)).toEqual(["token_delete", "token"]);
    expect(lines[1]?.change).toMatchObject({ name: made.name, expires_at: made.expires_at });
    expect(JSON.stringify(lines)).not.toContain(made.token);
  });

  it("is one of so many, also when all are made at one moment", async () => {
    const person = await server.person("Of many programs", { permissions });
    const body = { name: "QGIS", days: 1, current_password: password };
    const { count: max } = limits.accessTokens;
    const first = await person.call("POST", tokens, body);
    for (let n = 3; n < max; n++) await person.call("POST", tokens, body);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => person.call("POST", tokens, body)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    const [refused] = answers.filter(({ status }) => status !== 201);
    expect([refused?.status, refused?.body.code]).toEqual([409, "too_many"]);
    await person.call("DELETE", `${tokens}/${first.body.id}`);
    expect((await person.call("POST", tokens, body)).status).toBe(201);
  });
});

describe("a token opens images and readings of devices, and nothing else", () => {
  it("as bearer or as password: layers, tiles, catalogue, thumbnail and ranges of the GeoTIFF", async () => {
    const { token } = await make(reader);
    for (const authorization of [`Bearer ${token}`, basic(token)]) {
      const get = (path: string, more = {}) =>
        fetch(`${api}${path}`, { headers: { authorization, ...more } });
      expect(await (await get(document)).text()).toContain(`image-${drawn}<`);
      expect((await get(tileOfMiddle())).status).toBe(200);
      expect((await get("/stac/collections/images/items")).status).toBe(200);
      expect((await get(`/whole-image/${drawn}/thumbnail`)).status).toBe(200);
      const range = await get(`/whole-image/${drawn}/file/cog.tif`, { range: "bytes=0-99" });
      expect([range.status, (await range.arrayBuffer()).byteLength]).toEqual([206, 100]);
    }
    const searched = await asked("/stac/search", token, "POST", { limit: 1 });
    expect(searched.status).toBe(200);
  });

  it("is refused by every other call that asks who calls, reading or writing", async () => {
    const strong = await make(master);
    const open = new Set<string>();
    const { body } = await server.anonymous<{
      paths: Record<string, Record<string, { "x-access": string }>>;
    }>("GET", "/openapi.json");
    for (const [path, methods] of Object.entries(body.paths))
      for (const [method, operation] of Object.entries(methods)) {
        if (["public", "device", "monitor"].includes(operation["x-access"])) continue;
        const url = path.replace(/^\/api/, "").replace(/\{\w+\}/g, "999999");
        const sent = ["post", "put", "patch"].includes(method) ? {} : undefined;
        const { status, body: refusal } = await asked(
          url,
          strong.token,
          method.toUpperCase(),
          sent,
        );
        const isRefused = method === "head" || refusal.code === "access_token_images";
        if (status !== 403 || !isRefused) open.add(`${method} ${path}`);
      }
    expect([...open].sort()).toEqual([
      "get /api/sta/v1.1",
      "get /api/sta/v1.1/{*}",
      "get /api/stac",
      "get /api/stac/api",
      "get /api/stac/collections",
      "get /api/stac/collections/{collection}",
      "get /api/stac/collections/{collection}/items",
      "get /api/stac/collections/{collection}/items/{id}",
      "get /api/stac/conformance",
      "get /api/stac/search",
      "get /api/tiles/image/{image}/{z}/{x}/{y}",
      "get /api/whole-image/{id}/file/{file}",
      "get /api/whole-image/{id}/thumbnail",
      "get /api/wmts/1.0.0/WMTSCapabilities.xml",
      "post /api/stac/search",
    ]);
    const original = await asked(`/whole-image/${drawn}/file/original`, strong.token);
    expect([original.status, original.body.code]).toEqual([403, "access_token_images"]);
    expect((await asked(`/whole-image/${drawn}`, strong.token, "DELETE")).status).toBe(403);
  });

  it("in the address where programs send no header: layers and tiles, and no other call", async () => {
    const { token } = await make(reader);
    const layers = await server.anonymous<string>(
      "GET",
      `${document}?token=${token}&bbox=0,0,90,90`,
    );
    expect(layers.status).toBe(200);
    const template = /template="([^"]+)"/.exec(layers.body)?.[1] ?? "";
    expect(template).toContain(`/{TileRow}?token=${token}`);
    const tile = await server.anonymous("GET", `${tileOfMiddle()}?token=${token}`);
    expect(tile.status).toBe(200);
    for (const path of ["/stac/search", `/whole-image/${drawn}/file/cog.tif`, "/garden"])
      expect((await server.anonymous("GET", `${path}?token=${token}`)).status).toBe(401);
    const { access } = await server.tokensOf(reader.email);
    expect((await server.anonymous("GET", `${document}?token=${access}`)).status).toBe(401);
  });

  it("leaves no trace in the log", async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const { db, files, jobs } = server;
    const secrets = { secret: "of another server", accessMinutes: 30, refreshMinutes: 60 };
    const app = await buildApp(
      {
        db,
        files,
        jobs,
        demo: false,
        tokens: secrets,
        webRoot: undefined,
      },
      { logger: { level: "trace", stream } },
    );
    const { token } = await make(reader);
    const url = (path: string, one: string) => ({ url: `/api${path}?token=${one}` });
    const wrong = await app.inject(url(document, `${token}x`));
    // Its file is not there: what nobody expected is written down with its stack.
    const broken = await app.inject(url(`/tiles/image/${east}/17/0/0`, token));
    expect([wrong.statusCode, broken.statusCode]).not.toContain(200);
    await app.close();
    expect(lines.join("")).toContain("personal access token refused");
    expect(lines.join("")).not.toContain("nihol_pat_");
  });
});

describe("a token holds as long as its person may", () => {
  it("shows what their role and scope show at that moment", async () => {
    const person = await server.person("Of all images", { permissions });
    const { token } = await make(person);
    const found = async () => {
      const { status, body } = await asked("/stac/search", token);
      const { features = [] } = body as Partial<StacItems>;
      return [status, features.map(({ id }) => Number(id))];
    };
    expect(await found()).toEqual([200, [east, drawn]]);
    const { sql } = server.db;
    await sql
      .insertInto("user_territory")
      .values({ user_id: person.id, region_id: region })
      .execute();
    expect(await found()).toEqual([200, [east]]);
    expect((await asked(tileOfMiddle(), token)).status).toBe(404);
    const none = json(grants({ garden: "v" }));
    await sql
      .updateTable("user_group")
      .set({ permissions: none })
      .where("name", "=", "Of all images")
      .execute();
    expect(await found()).toEqual([403, []]);
  });

  it("is refused at once when the person is blocked, and stays ended when they come back", async () => {
    const person = await server.person("To be blocked", { permissions });
    const { token } = await make(person);
    expect(await statusOf(token)).toBe(200);
    await master.call("PATCH", `/user/${person.id}`, { is_active: false });
    expect(await statusOf(token)).toBe(401);
    await master.call("PATCH", `/user/${person.id}`, { is_active: true });
    expect(await statusOf(token)).toBe(401);
  });

  it("ends with a new password", async () => {
    const person = await server.person("With a new password", { permissions });
    const { token } = await make(person);
    const changed = await person.call("PATCH", "/user-profile", {
      ...{ current_password: password, password: "nine gardens along the river" },
    });
    expect([changed.status, await statusOf(token)]).toEqual([200, 401]);
  });

  it("ends on its day, and says so in the list", async () => {
    const person = await server.person("Of long ago", { permissions });
    const made = await make(person, 1);
    expect(Date.parse(made.expires_at) - Date.now()).toBeLessThanOrEqual(86_400_000);
    await server.db.sql
      .updateTable("access_token")
      .set({ created_at: new Date("2025-01-01"), expires_at: new Date("2025-02-01") })
      .where("id", "=", made.id)
      .execute();
    expect(await statusOf(made.token)).toBe(401);
    const { body } = await person.call<AccessToken[]>("GET", tokens);
    expect(body).toMatchObject([{ id: made.id, is_expired: true }]);
  });

  it("that is wrong is refused with a word for the program, and soon with a wait", async () => {
    const guess = (from: string) =>
      server.app.inject({
        ...{ method: "GET", url: `/api${document}`, remoteAddress: from },
        headers: { authorization: basic(`nihol_pat_${"y".repeat(43)}`) },
      });
    const first = await guess("203.0.113.7");
    expect(first.headers["www-authenticate"]).toContain("Basic");
    const more = await Promise.all(Array.from({ length: 40 }, () => guess("203.0.113.7")));
    expect(more.map(({ statusCode }) => statusCode)).toContain(429);
    expect((await guess("198.51.100.7")).statusCode).toBe(401);
  });
});

/** Spread of the colours that GDAL draws of the image's ground. */
async function drawnByGdal(source: string, config: string[] = []): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), "nihol-token-"));
  const layer = join(dir, "layer.png");
  const bounds = ["-te", ...bbox].map(String);
  const size = ["-ts", "64", "64", "-t_srs", "EPSG:4326", "-r", "average", "-of", "PNG"];
  const words = [...config.flatMap((one, n) => (n === 0 ? ["--config", one] : [one])), "-q"];
  await promisify(execFile)("gdalwarp", [...words, ...bounds, ...size, source, layer], {
    cwd: dir,
  });
  const { channels } = await sharp(layer).removeAlpha().stats();
  await rm(dir, { recursive: true });
  return Math.max(...channels.map(({ stdev }) => stdev));
}

describe("GDAL, as QGIS asks", () => {
  it.each([
    ["as the password of a name", (token: string) => ["GDAL_HTTP_USERPWD", `qgis:${token}`]],
    ["as bearer", (token: string) => ["GDAL_HTTP_HEADERS", `Authorization: Bearer ${token}`]],
    ["in the address", () => undefined],
  ])("reads a layer of the WMTS with a token %s", async (_way, configOf) => {
    const { token } = await make(reader);
    const config = configOf(token);
    const address = `${api}${document}${config ? "" : `?token=${token}`}`;
    expect(await drawnByGdal(`WMTS:${address},layer=image-${drawn}`, config)).toBeGreaterThan(5);
  });

  it("reads the tiles of an image (XYZ) by the address that the profile shows", async () => {
    const { token } = await make(reader);
    const address = `${api}${paths.imageTiles}/${drawn}/\${z}/\${x}/\${y}?token=${token}`;
    const world = `<DataWindow><UpperLeftX>-20037508.34</UpperLeftX><UpperLeftY>20037508.34</UpperLeftY>
      <LowerRightX>20037508.34</LowerRightX><LowerRightY>-20037508.34</LowerRightY><YOrigin>top</YOrigin>
      <TileLevel>19</TileLevel><TileCountX>1</TileCountX><TileCountY>1</TileCountY></DataWindow>`;
    const map = `<GDAL_WMS><Service name="TMS"><ServerUrl>${address}</ServerUrl></Service>${world}
      <Projection>EPSG:3857</Projection><BandsCount>4</BandsCount>
      <BlockSizeX>256</BlockSizeX><BlockSizeY>256</BlockSizeY></GDAL_WMS>`;
    expect(await drawnByGdal(map)).toBeGreaterThan(5);
  });
});
