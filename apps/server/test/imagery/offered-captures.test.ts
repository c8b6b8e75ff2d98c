/** Captures that watched sources offer, through HTTP: seen within the scope, accepted and rejected once. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ImagerySource } from "@nihol/contract/imagery/imagery-sources";
import type { OfferedCapture } from "@nihol/contract/imagery/offered-captures";
import type { Page } from "@nihol/contract/paging";
import { json } from "@nihol/db/json";
import { notify } from "@nihol/store/notices/notify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fresh } from "../support/planting-fixture.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let call: Caller;
let region: number;
let elsewhere: number;
let garden: number;
let source: number;
let offers: number[];
let keyFolder: string;

const box = (west: number, south: number, side: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
      [west, south],
    ],
  ],
});
const add = async (path: string, body: object) =>
  (await call<{ id: number }>("POST", path, body)).body.id;

beforeAll(async () => {
  keyFolder = await mkdtemp(join(tmpdir(), "nihol-key-"));
  server = await testApp({ sources: { inside: ["127.0.0.1:9"], keyFile: join(keyFolder, "key") } });
  ({ call } = await server.person("MasterAdmin"));
  region = await add("/region", { name: fresh(), boundary: box(68, 38, 1) });
  elsewhere = await add("/region", { name: fresh(), boundary: box(70, 38, 1) });
  garden = await add("/garden", { name: fresh(), region, boundary: box(68.5, 38.5, 0.002) });
});
afterAll(async () => {
  await server?.close();
  await rm(keyFolder, { recursive: true, force: true });
});

const days = ["2026-05-17", "2026-06-20", "2026-06-25"];
beforeEach(async () => {
  source = await add("/imagery-source", {
    name: fresh(),
    kind: "wms",
    address: "http://127.0.0.1:9/wms",
    attribution: "© Somebody",
    watch_days: 7,
  });
  await server.files.put("watch/1/1/a.webp", Buffer.from("an image"));
  const rows = await server.db.sql
    .insertInto("offered_capture")
    .values(
      days.map((day, n) => ({
        source_id: source,
        garden_id: garden,
        day,
        item: `scene-${n}`,
        preview_key: n === 0 ? "watch/1/1/a.webp" : null,
        preview_hash: n === 0 ? "aa" : `bb${source}`,
        cloud: n === 0 ? 0.03 : null,
        cloud_basis: n === 0 ? ("source" as const) : null,
        darkness: 0.4,
      })),
    )
    .returning("id")
    .execute();
  offers = rows.map(({ id }) => id);
});

const offer = (n: number, who: Caller = call) =>
  who<OfferedCapture>("GET", `/offered-capture/${offers[n]}`);
const decide = (n: number, what: "accept" | "reject", who: Caller = call) =>
  who<OfferedCapture & { code: string }>("POST", `/offered-capture/${offers[n]}/${what}`);

test("offers are listed with their days, clouds, darkness, and the days of the same image", async () => {
  const { body } = await call<Page<OfferedCapture>>("GET", `/offered-capture?source=${source}`);
  expect(body.results.map(({ day }) => day)).toEqual([...days].reverse());
  expect(body.results[0]).toMatchObject({
    garden: { id: garden },
    region: { id: region },
    source: { id: source },
    same_days: ["2026-06-20"],
    cloud: null,
    darkness: 0.4,
    has_preview: false,
    state: "new",
    process: null,
    can: { accept: true, reject: true },
  });
  expect(body.results[2]).toMatchObject({ same_days: [], cloud: 0.03, cloud_basis: "source" });
  const found = await call<Page<OfferedCapture>>(
    "GET",
    `/offered-capture?source=${source}&state=rejected`,
  );
  expect(found.body.count).toBe(0);
});

test("accepting makes one process of the garden and the day, however many press it", async () => {
  const both = await Promise.all([decide(0, "accept"), decide(0, "accept")]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await decide(0, "reject")).body.code).toBe("offer_decided");
  const { body } = await offer(0);
  expect(body).toMatchObject({
    state: "accepted",
    process: { status: "pending", date_hash: null },
    can: { accept: false, reject: false },
  });
  const rows = await server.db.sql
    .selectFrom("imagery_process")
    .where("source_id", "=", source)
    .selectAll()
    .execute();
  expect(rows).toMatchObject([
    {
      id: body.process?.id,
      capture_date: days[0],
      area_kind: "garden",
      area_id: garden,
      region_id: region,
      attribution: "© Somebody",
      fetched: 0,
    },
  ]);
  const log = await server.db.sql
    .selectFrom("audit_log")
    .where("resource", "=", "offeredcapture")
    .where("resource_id", "=", String(offers[0]))
    .select(["action", "change"])
    .execute();
  expect(log).toEqual([
    { action: "review", change: { from: "new", to: "accepted", process: body.process?.id } },
  ]);
});

test("rejected captures are not fetched, and can be accepted later", async () => {
  expect((await decide(1, "reject")).body).toMatchObject({
    state: "rejected",
    process: null,
    can: { accept: true, reject: false },
  });
  expect((await decide(1, "accept")).body.state).toBe("accepted");
});

test("the small image is sent to those who see the garden, once", async () => {
  const path = `/offered-capture/${offers[0]}/preview`;
  const seen = await call("GET", path);
  expect([seen.status, seen.headers["content-type"]]).toEqual([200, "image/webp"]);
  const again = await call("GET", path, undefined, {
    "if-none-match": String(seen.headers.etag),
  });
  expect(again.status).toBe(304);
  expect((await call("GET", `/offered-capture/${offers[1]}/preview`)).status).toBe(404);
});

test("rights and scope: readers decide nothing, people elsewhere see nothing, and accepting asks for the right to add", async () => {
  const person = (permissions: string, regions: number[]) =>
    server.person(`P ${fresh().en}`, {
      permissions: grants({ satelliteimagery: permissions }),
      regions,
    });
  const reader = await person("v", [region]);
  expect((await offer(0, reader.call)).body.can).toEqual({ accept: false, reject: false });
  expect((await decide(0, "accept", reader.call)).status).toBe(403);
  expect((await decide(0, "reject", reader.call)).status).toBe(403);
  const far = await person("vacd", [elsewhere]);
  expect((await offer(0, far.call)).status).toBe(404);
  expect((await far.call("GET", `/offered-capture/${offers[0]}/preview`)).status).toBe(404);
  expect((await decide(0, "accept", far.call)).status).toBe(404);
  expect((await decide(0, "reject", far.call)).status).toBe(404);
  const list = await far.call<Page<OfferedCapture>>("GET", "/offered-capture");
  expect(list.body.count).toBe(0);
  const changer = await person("vc", [region]);
  expect((await offer(0, changer.call)).body.can).toEqual({ accept: false, reject: true });
  expect((await decide(0, "accept", changer.call)).status).toBe(403);
  expect((await decide(0, "reject", changer.call)).status).toBe(200);
});

test("a source that is switched off offers nothing more to fetch; with it its offers go", async () => {
  await call("PATCH", `/imagery-source/${source}`, { enabled: false });
  expect((await decide(0, "accept")).status).toBe(400);
  expect((await call("DELETE", `/imagery-source/${source}`)).status).toBe(204);
  expect((await offer(0)).status).toBe(404);
});

test("a watch is written down, moved and ended with its source; uploads have none", async () => {
  const path = `/imagery-source/${source}`;
  const read = async () => (await call<ImagerySource>("GET", path)).body;
  expect(await read()).toMatchObject({
    watch_days: 7,
    watch: { asked_at: null, gardens_left: 0, problem: null },
  });
  expect(Date.parse((await read()).watch?.due_at ?? "")).toBeLessThanOrEqual(Date.now());
  const problem = { code: "source_status", params: { host: "a.example", status: 500 } };
  await server.db.sql
    .updateTable("imagery_source")
    .set({ watched_at: new Date(), watch_problem: json(problem), watch_began_at: new Date() })
    .where("id", "=", source)
    .execute();
  const troubled = await read();
  expect(troubled.watch?.problem?.detail).toMatch(/a\.example/);
  expect(troubled.watch?.gardens_left).toBeGreaterThan(0);
  // A change may have mended the source: it is asked at once.
  await call("PATCH", path, { layer: "orto" });
  expect((await read()).watch).toMatchObject({ problem: null });
  await call("PATCH", path, { watch_days: null });
  expect(await read()).toMatchObject({ watch_days: null, watch: null });
  expect((await call("PATCH", path, { watch_days: 91 })).status).toBe(400);
  const upload = { name: fresh(), kind: "upload", watch_days: 5 };
  const made = await call<ImagerySource>("POST", "/imagery-source", upload);
  expect(made.body).toMatchObject({ kind: "upload", watch_days: null });
});

test("people who may decide in the garden's territory are told once of a round, with how many wait for them", async () => {
  const permissions = grants({ satelliteimagery: "vacd" });
  const near = await server.person(`N ${fresh().en}`, { permissions, regions: [region] });
  const far = await server.person(`F ${fresh().en}`, { permissions, regions: [elsewhere] });
  const reader = await server.person(`R ${fresh().en}`, {
    permissions: grants({ satelliteimagery: "v" }),
    regions: [region],
  });
  const tell = () =>
    server.db.sql.transaction().execute((trx) =>
      notify(trx, {
        kind: "captures_offered",
        subject: "source",
        id: source,
        once: "2026-11-25T00:00:00Z",
      }),
    );
  await tell();
  await tell();
  type Notices = { count: number; results: { kind: string; facts: { count: number } }[] };
  const told = async (who: Caller) => (await who<Notices>("GET", "/notice")).body;
  expect(await told(near.call)).toMatchObject({
    count: 1,
    results: [{ kind: "captures_offered", subject_id: source, facts: { count: 3 } }],
  });
  expect((await told(far.call)).count).toBe(0);
  expect((await told(reader.call)).count).toBe(0);
});
