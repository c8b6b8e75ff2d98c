/** Sources of images through HTTP, the test button against servers that we did not write. */
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  ImagerySource,
  ImagerySourceUnderstood,
} from "@nihol/contract/imagery/imagery-sources";
import type { Page } from "@nihol/contract/paging";
import { openSecret, sealSecret, sourceKey } from "@nihol/store/sources/source-secret";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startImageServers } from "../../../../packages/sources/test/image-servers.ts";
import { fresh } from "../support/planting-fixture.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

let servers: Awaited<ReturnType<typeof startImageServers>>;
let server: TestApp;
let call: Caller;
let keyFolder: string;
const russian = { "accept-language": "ru" };
beforeAll(async () => {
  servers = await startImageServers();
  keyFolder = await mkdtemp(join(tmpdir(), "nihol-key-"));
  server = await testApp({
    sources: { inside: servers.inside, keyFile: join(keyFolder, "source.key") },
  });
  ({ call } = await server.person("MasterAdmin"));
  await call("PUT", "/imagery-host", { hosts: ["tiles.nihol.example"] });
});
afterAll(async () => {
  await server?.close();
  await servers?.close();
  await rm(keyFolder, { recursive: true, force: true });
});

const tiles = "https://tiles.nihol.example/{date}/{z}/{x}/{y}.png";
const body = (more: object = {}) => ({ name: fresh(), kind: "xyz", address: tiles, ...more });
const made = async (more: object = {}) =>
  (await call<ImagerySource>("POST", "/imagery-source", body(more))).body;

test("a source is made, read, found, changed and deleted, and each step is in the log", async () => {
  const created = await call<ImagerySource>("POST", "/imagery-source", body({ max_zoom: 20 }));
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    kind: "xyz",
    address: tiles,
    date_format: "YYYY-MM-DD",
    max_zoom: 20,
    enabled: true,
    credential_kind: "none",
    can: { change: true, delete: true, test: true },
  });
  const path = `/imagery-source/${created.body.id}`;
  const changed = await call("PATCH", path, { attribution: "© Somebody", enabled: false });
  expect(changed.body).toMatchObject({ attribution: "© Somebody", enabled: false, max_zoom: 20 });
  const found = await call<Page<ImagerySource>>(
    "GET",
    "/imagery-source?kind=xyz&search=TILES.nihol",
  );
  expect(found.body.results.map(({ id }) => id)).toContain(created.body.id);
  const askable = await call<Page<ImagerySource>>("GET", "/imagery-source?askable=true");
  expect(askable.body.results.map(({ id }) => id)).not.toContain(created.body.id);
  expect((await call("DELETE", path)).status).toBe(204);
  expect((await call("GET", path)).status).toBe(404);
  const rows = await server.db.sql
    .selectFrom("audit_log")
    .where("resource", "=", "imagerysource")
    .where("resource_id", "=", String(created.body.id))
    .orderBy("id")
    .select("action")
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(["add", "change", "delete"]);
});

test("a source is the whole programme's: others see it, and neither write nor try it", async () => {
  const source = await made();
  const imagery = grants({ satelliteimagery: "vacd" });
  const region = await server.db.sql
    .insertInto("region")
    .values({ name: JSON.stringify(fresh()) as never, code: `S-${source.id}` })
    .returning("id")
    .executeTakeFirstOrThrow();
  const local = await server.person("Local imagery", {
    permissions: imagery,
    regions: [region.id],
  });
  const path = `/imagery-source/${source.id}`;
  expect((await local.call<ImagerySource>("GET", path)).body.can).toEqual({
    change: false,
    delete: false,
    test: false,
  });
  for (const [method, at, sent] of [
    ["POST", "/imagery-source", body()],
    ["PATCH", path, { enabled: false }],
    ["DELETE", path, undefined],
    ["POST", `${path}/test`, {}],
  ] as const)
    expect((await local.call(method, at, sent)).body, method).toMatchObject({
      code: "whole_programme_only",
    });
});

test.each([
  [
    "of a server that nobody let in",
    "https://other.example/{z}/{x}/{y}",
    /Сервера other\.example нет среди разрешённых/,
  ],
  ["of this machine", "http://127.0.0.1:1/{z}/{x}/{y}", /нет среди разрешённых/],
  ["without a row", "https://tiles.nihol.example/{z}/{x}", /должны стоять z, x и y/],
  ["with another name in braces", "https://tiles.nihol.example/{z}/{x}/{y}/{token}", /«token»/],
  [
    "that GDAL would follow",
    "/vsicurl/https://tiles.nihol.example/{z}/{x}/{y}",
    /http:\/\/ или https:\/\//,
  ],
])(
  "an address %s is refused under its field, and the text says how to mend it",
  async (_, address, text) => {
    const refused = await call<{ address: string[] }>(
      "POST",
      "/imagery-source",
      body({ address }),
      russian,
    );
    expect([refused.status, refused.body.address?.[0]]).toEqual([400, expect.stringMatching(text)]);
  },
);

test("a source's secret is kept encrypted, is never answered, and does not follow to another server", async () => {
  const secret = "a token that only the server knows";
  const source = await made({ credential: { kind: "bearer", secret } });
  expect(JSON.stringify(source)).not.toContain(secret);
  expect(source.credential_kind).toBe("bearer");
  const { rows } = await server.db.pool.query("select * from imagery_source where id = $1", [
    source.id,
  ]);
  expect(JSON.stringify(rows)).not.toContain(secret);
  const log = await server.db.pool.query(
    "select change from audit_log where resource = 'imagerysource'",
  );
  expect(JSON.stringify(log.rows)).not.toContain(secret);
  const keyFile = join(keyFolder, "source.key");
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  const key = await sourceKey(keyFile);
  const sealed = rows[0].credential_secret;
  expect(openSecret(key, "https://tiles.nihol.example", sealed)).toBe(secret);
  expect(openSecret(key, "https://evil.example", sealed)).toBeUndefined();
  await call("PUT", "/imagery-host", { hosts: ["tiles.nihol.example", "second.nihol.example"] });
  const path = `/imagery-source/${source.id}`;
  const moved = await call("PATCH", path, { address: "https://second.nihol.example/{z}/{x}/{y}" });
  expect(moved.body).toMatchObject({ "credential.secret": [expect.stringMatching(/anew/)] });
  const none = {
    address: "https://second.nihol.example/{z}/{x}/{y}",
    credential: { kind: "none" },
  };
  expect((await call("PATCH", path, none)).body).toMatchObject({ credential_kind: "none" });
});

test("a secret is another text each time it is sealed, and opens with its own key alone", async () => {
  const key = await sourceKey(join(keyFolder, "second.key"));
  const other = await sourceKey(join(keyFolder, "third.key"));
  expect((await readFile(join(keyFolder, "second.key"), "utf8")).trim()).toHaveLength(44);
  const sealed = sealSecret(key, "https://a.example", "secret");
  expect(sealSecret(key, "https://a.example", "secret")).not.toBe(sealed);
  expect(openSecret(key, "https://a.example", sealed)).toBe("secret");
  expect(openSecret(other, "https://a.example", sealed)).toBeUndefined();
});

test("the list of servers is written by the built-in roles alone, and each change is in the log", async () => {
  const imagery = grants({ satelliteimagery: "vacd" });
  const staff = await server.person("Imagery staff", { permissions: imagery });
  expect((await staff.call("GET", "/imagery-host")).body).toMatchObject({
    inside: servers.inside,
    can: { change: false },
  });
  expect((await staff.call("PUT", "/imagery-host", { hosts: [] })).status).toBe(403);
  const hosts = ["tiles.nihol.example", "*.maps.example:8443"];
  const written = await call<{ hosts: string[] }>("PUT", "/imagery-host", { hosts });
  expect(written.body.hosts.sort()).toEqual([...hosts].sort());
  for (const wrong of ["http://a.example", "a.example/x", "*", "*.*.example", "localhost", "[::1]"])
    expect((await call("PUT", "/imagery-host", { hosts: [wrong] })).status, wrong).toBe(400);
  const last = await server.db.pool.query(
    "select change from audit_log where resource_id = 'hosts' order by id desc limit 1",
  );
  expect(last.rows[0].change).toMatchObject({ hosts_added: ["*.maps.example:8443"] });
});

test("the test shows one image of a real server, and says what was understood", async () => {
  const wms = await made({ kind: "wms", address: servers.wms, layer: "orto", gsd_m: 0.5 });
  const answer = await call<ImagerySourceUnderstood>("POST", `/imagery-source/${wms.id}/test`, {});
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    layer: "orto",
    dates: ["2026-06-20", "2026-05-17"],
    gsd_m: 0.5,
  });
  expect(answer.body.image).toMatch(/^data:image\/png;base64,/);
  const stac = await made({ kind: "stac", address: servers.stac });
  const found = await call<ImagerySourceUnderstood>("POST", `/imagery-source/${stac.id}/test`, {});
  expect(found.body).toMatchObject({ bands: ["red", "green", "blue"], title: "Drawn place" });
});

test("the test says what is wrong in the reader's language, and how to mend it", async () => {
  const wms = await made({ kind: "wms", address: servers.wms, layer: "forest" });
  const refused = await call("POST", `/imagery-source/${wms.id}/test`, {}, russian);
  expect([refused.status, refused.body]).toEqual([
    409,
    { code: "source_layer", detail: expect.stringMatching(/нет слоя «forest».*orto/) },
  ]);
  const away = await made();
  const unknown = await call("POST", `/imagery-source/${away.id}/test`, {});
  expect([unknown.status, unknown.body.code]).toEqual([409, "source_name_unknown"]);
});

test("a watch of a source that names no days is refused when it is set, in words", async () => {
  const served = { kind: "wms", address: servers.wms };
  for (const given of [{ ...served, layer: "plain" }, { address: tiles }]) {
    const refused = await call("POST", "/imagery-source", body({ ...given, watch_days: 7 }));
    expect(refused).toMatchObject({ status: 400, body: { watch_days: [expect.any(String)] } });
  }
  const { id } = await made({ ...served, layer: "plain" });
  const changed = await call("PATCH", `/imagery-source/${id}`, { watch_days: 7 }, russian);
  expect(changed.status).toBe(400);
  expect(JSON.stringify(changed.body)).toContain("дн");
  const moved = await call<ImagerySource>("PATCH", `/imagery-source/${id}`, {
    layer: "orto",
    watch_days: 7,
  });
  expect(moved.body).toMatchObject({ layer: "orto", watch_days: 7 });
});

test("a watched source is asked now by who may change it; one that is not watched says so", async () => {
  const watched = await made({ kind: "wms", address: servers.wms, watch_days: 30 });
  const at = `/imagery-source/${watched.id}/watch`;
  await server.db.sql
    .updateTable("imagery_source")
    .set({ watched_at: new Date(), watch_due_at: new Date(Date.now() + 30 * 86_400_000) })
    .where("id", "=", watched.id)
    .execute();
  const reader = await server.person("Sees sources", {
    permissions: grants({ satelliteimagery: "va" }),
  });
  expect((await reader.call("POST", at)).status).toBe(403);
  const asked = await call<ImagerySource>("POST", at);
  expect(asked.status).toBe(200);
  expect(Date.parse(asked.body.watch?.due_at ?? "")).toBeLessThanOrEqual(Date.now());
  const log = await call<{ results: { change: unknown }[] }>(
    "GET",
    `/audit-log?resource=imagerysource&action=change&resource_id=${watched.id}`,
  );
  expect(log.body.results[0]?.change).toEqual({ watch: "now" });
  await call("PATCH", `/imagery-source/${watched.id}`, { enabled: false });
  expect(await call("POST", at)).toMatchObject({ status: 409, body: { code: "source_disabled" } });
  const still = await made();
  expect(await call("POST", `/imagery-source/${still.id}/watch`)).toMatchObject({
    status: 409,
    body: { code: "source_not_watched" },
  });
  expect((await call("POST", "/imagery-source/999999/watch")).status).toBe(404);
});
