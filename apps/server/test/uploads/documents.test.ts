/** The programme's documents through HTTP. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { grants, type TestApp, testApp } from "../support/test-app.ts";

type Row = { id: number; can: object };
type Rows = { count: number; results: Row[] };

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
});
afterAll(() => server.close());

let made = 0;
const names = (text: string) => ({ tg: `${text} тҷ`, ru: `${text} ру`, en: `${text} en`, az: "" });
const body = (more: object = {}) => ({
  name: names(`Санад ${++made}`),
  category: "order",
  ...more,
});
const document = async (more: object = {}) =>
  (await master.call<Row>("POST", "/document", body(more))).body.id;

test("a document is made, read, changed and deleted, and each step is in the log", async () => {
  const { call, id: me } = master;
  const created = await call<Row>(
    "POST",
    "/document",
    body({ number: " № 12 ", date: "2026-02-01", description: "Дар бораи боғҳо" }),
  );
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    number: "№ 12",
    date: "2026-02-01",
    category: "order",
    files: [],
    created_by: "Test MasterAdmin",
    can: { change: true, delete: true },
  });
  const path = `/document/${created.body.id}`;
  const changed = await call("PATCH", path, { date: null, category: "law" });
  expect(changed.body).toMatchObject({ date: null, category: "law", number: "№ 12" });
  expect((await call("DELETE", path)).status).toBe(204);
  expect((await call("GET", path)).status).toBe(404);
  const lines = await server.db.sql
    .selectFrom("audit_log")
    .where("resource", "=", "document")
    .where("resource_id", "=", String(created.body.id))
    .select(["action", "actor_id"])
    .orderBy("id")
    .execute();
  expect(lines.map(({ action, actor_id }) => [action, actor_id])).toEqual(
    ["add", "change", "delete"].map((action) => [action, me]),
  );
});

test("a document needs three names and a category that is one", async () => {
  const { status, body: fields } = await master.call("POST", "/document", {
    name: { ...names("x"), tg: " " },
    category: "poem",
    number: "x".repeat(81),
  });
  expect(status).toBe(400);
  expect(Object.keys(fields).sort()).toEqual(["category", "name.tg", "number"]);
});

test("documents are found by category, dates and any of their words, in the order asked for", async () => {
  const word = `Қарор${++made}`;
  const law = await document({ name: names(word), category: "law", date: "2024-03-01" });
  const report = await document({ number: word, category: "report", date: "2025-03-01" });
  const undated = await document({ description: word.toUpperCase() });
  const ask = async (query: string) =>
    (
      await master.call<Rows>("GET", `/document?search=${encodeURIComponent(word)}&${query}`)
    ).body.results.map(({ id }) => id);
  expect(await ask("")).toEqual([report, law, undated]);
  expect(await ask("ordering=date")).toEqual([law, report, undated]);
  expect(await ask("category=law")).toEqual([law]);
  expect(await ask("from=2025-01-01&to=2025-12-31")).toEqual([report]);
});

test("everybody signed in reads documents, and writes only with the permission for it", async () => {
  const id = await document();
  const { call } = await server.person("Nobody", { permissions: grants({}) });
  const seen = await call<Row>("GET", `/document/${id}`);
  expect([seen.status, seen.body.can]).toEqual([200, { change: false, delete: false }]);
  expect((await call("GET", "/document")).status).toBe(200);
  expect((await call("POST", "/document", body())).status).toBe(403);
  expect((await call("PATCH", `/document/${id}`, { number: "1" })).status).toBe(403);
  expect((await call("DELETE", `/document/${id}`)).status).toBe(403);
  expect((await server.anonymous("GET", "/document")).status).toBe(401);
});
