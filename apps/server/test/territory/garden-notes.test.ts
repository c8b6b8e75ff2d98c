/** Notes on gardens through HTTP. */
import { json } from "@nihol/db/json";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exported, linesOf } from "../support/export-orders.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";
import { endWorker, startWorkerOf } from "../support/worker-process.ts";

interface Note {
  id: number;
  garden: { id: number };
  text: string;
  author: string;
  changed_at: string | null;
  can: { change: boolean; delete: boolean };
}
interface Notes {
  count: number;
  results: Note[];
  can: { add: boolean };
}

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
});
afterAll(() => server.close());

let made = 0;
const names = () => ({ tg: "ном", ru: `имя ${++made}`, en: `name ${made}`, az: "" });
const id = (row: { id: number }) => row.id;

/** A garden of a region, a district and a ministry of its own. */
async function gardenOfItsOwn() {
  const insert = (table: "region" | "ministry") =>
    server.db.sql
      .insertInto(table)
      .values({ name: json(names()) })
      .returning("id")
      .executeTakeFirstOrThrow()
      .then(id);
  const region = await insert("region");
  const ministry = await insert("ministry");
  const district = await server.db.sql
    .insertInto("district")
    .values({ name: json(names()), region_id: region })
    .returning("id")
    .executeTakeFirstOrThrow()
    .then(id);
  const garden = await server.db.sql
    .insertInto("garden")
    .values({
      name: json(names()),
      region_id: region,
      district_id: district,
      ministry_id: ministry,
    })
    .returning("id")
    .executeTakeFirstOrThrow()
    .then(id);
  return { garden, region, district, ministry };
}

const body = (garden: number, more: object = {}) => ({
  garden,
  observed_on: "2026-05-14",
  kind: "observation",
  text: "The leaves are green",
  ...more,
});
const write = async (call: Caller, garden: number, more: object = {}) =>
  (await call<Note>("POST", "/garden-note", body(garden, more))).body;
const keeper = (options: object = {}) =>
  server.person(`Keeper ${++made}`, { permissions: grants({ garden: "vc" }), ...options });

test("is written, read, corrected and deleted, and each step is in the log", async () => {
  const { garden, region, district } = await gardenOfItsOwn();
  const created = await master.call<Note>("POST", "/garden-note", body(garden, { text: "  Wet " }));
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    garden: { id: garden },
    region: { id: region },
    district: { id: district },
    observed_on: "2026-05-14",
    kind: "observation",
    text: "Wet",
    author: "Test MasterAdmin",
    changed_at: null,
    can: { change: true, delete: true },
  });
  const path = `/garden-note/${created.body.id}`;
  const changed = await master.call<Note>("PATCH", path, { kind: "damage", text: "Flooded" });
  expect(changed.body).toMatchObject({ kind: "damage", text: "Flooded", garden: { id: garden } });
  expect(changed.body.changed_at).not.toBeNull();
  expect((await master.call("DELETE", path)).status).toBe(204);
  expect((await master.call("GET", path)).status).toBe(404);
  const lines = await server.db.sql
    .selectFrom("audit_log")
    .where("resource", "=", "gardennote")
    .where("resource_id", "=", String(created.body.id))
    .select(["action", "actor_id"])
    .orderBy("id")
    .execute();
  expect(lines.map(({ action, actor_id }) => [action, actor_id])).toEqual(
    ["add", "change", "delete"].map((action) => [action, master.id]),
  );
});

test("says what is wrong with a note, in the reader's language", async () => {
  const { garden } = await gardenOfItsOwn();
  const russian = { "accept-language": "ru" };
  const wrong = body(garden, { kind: "poem", text: " ", observed_on: "2999-01-01" });
  const refused = await master.call("POST", "/garden-note", wrong, russian);
  expect([refused.status, refused.body]).toEqual([
    400,
    {
      kind: ["Это поле обязательно"],
      text: ["Это поле обязательно"],
      observed_on: ["Дата ещё не наступила"],
    },
  ]);
});

test("stays with its garden, whatever is sent", async () => {
  const { garden } = await gardenOfItsOwn();
  const other = await gardenOfItsOwn();
  const { id: note } = await write(master.call, garden);
  const sent = { garden: other.garden, text: "moved" };
  const { body: answered } = await master.call<Note>("PATCH", `/garden-note/${note}`, sent);
  expect([answered.garden.id, answered.text]).toEqual([garden, "moved"]);
});

test("is found by garden, kind, place, days and words, newest day first", async () => {
  const { garden, region, district } = await gardenOfItsOwn();
  const { garden: elsewhere } = await gardenOfItsOwn();
  const old = await write(master.call, garden, { observed_on: "2025-03-01", text: "Обрезка" });
  const late = await write(master.call, garden, { observed_on: "2026-03-01", kind: "care" });
  const later = await write(master.call, garden, { observed_on: "2026-03-01", kind: "care" });
  await write(master.call, elsewhere, { text: "Обрезка" });
  const ask = async (query: string) =>
    (await master.call<Notes>("GET", `/garden-note?${query}`)).body.results.map(id);
  const all = [later.id, late.id, old.id];
  expect(await ask(`garden=${garden}`)).toEqual(all);
  expect(await ask(`region=${region}`)).toEqual(all);
  expect(await ask(`district=${district}&kind=care`)).toEqual([later.id, late.id]);
  expect(await ask(`garden=${garden}&from=2025-01-01&to=2025-12-31`)).toEqual([old.id]);
  expect(await ask(`garden=${garden}&search=${encodeURIComponent("ОБРЕЗ")}`)).toEqual([old.id]);
  expect(await ask(`garden=${garden}&ordering=observed_on`)).toEqual([old.id, later.id, late.id]);
});

test("is read with the right to see gardens and written with the right to change them", async () => {
  const { garden } = await gardenOfItsOwn();
  const { id: note } = await write(master.call, garden);
  const path = `/garden-note/${note}`;
  const tried = async (call: Caller) => [
    (await call("GET", `/garden-note?garden=${garden}`)).status,
    (await call("GET", path)).status,
    (await call("POST", "/garden-note", body(garden))).status,
    (await call("PATCH", path, { text: "Other words" })).status,
    (await call("DELETE", path)).status,
  ];
  const nobody = await server.person("No gardens", { permissions: grants({ device: "vacd" }) });
  expect(await tried(nobody.call)).toEqual([403, 403, 403, 403, 403]);
  const reader = await server.person("Garden reader", { permissions: grants({ garden: "v" }) });
  expect(await tried(reader.call)).toEqual([200, 200, 403, 403, 403]);
  const seen = await reader.call<Notes>("GET", `/garden-note?garden=${garden}`);
  expect([seen.body.can.add, seen.body.results[0]?.can]).toEqual([
    false,
    { change: false, delete: false },
  ]);
});

test("is corrected by its author alone, and taken away by whoever may change the garden", async () => {
  const { garden } = await gardenOfItsOwn();
  const author = await keeper();
  const other = await keeper();
  const note = await write(author.call, garden);
  const path = `/garden-note/${note.id}`;
  expect(note.can).toEqual({ change: true, delete: true });
  expect((await other.call<Note>("GET", path)).body.can).toEqual({ change: false, delete: true });
  expect((await other.call("PATCH", path, { text: "Other words" })).status).toBe(403);
  expect((await master.call("PATCH", path, { text: "Other words" })).status).toBe(403);
  expect((await author.call<Note>("PATCH", path, { text: "Mine" })).body.text).toBe("Mine");
  expect((await other.call("DELETE", path)).status).toBe(204);
});

test("keeps the name of an author whose account is gone, and is nobody's to correct", async () => {
  const { garden } = await gardenOfItsOwn();
  const author = await keeper();
  const { id: note, author: name } = await write(author.call, garden);
  await server.db.sql.deleteFrom("user_account").where("id", "=", author.id).execute();
  const { body: left } = await master.call<Note>("GET", `/garden-note/${note}`);
  expect([left.author, left.can]).toEqual([name, { change: false, delete: true }]);
});

test("of a garden beyond one's scope is not there, and none is written on it", async () => {
  const own = await gardenOfItsOwn();
  const beyond = await gardenOfItsOwn();
  const { id: note } = await write(master.call, beyond.garden);
  const scopes = [{ ministryId: own.ministry }, { regions: [own.region] }];
  for (const scope of [...scopes, { districts: [own.district] }]) {
    const { call } = await keeper(scope);
    const mine = await write(call, own.garden);
    expect((await call<Notes>("GET", "/garden-note")).body.results.map(id)).toContain(mine.id);
    const path = `/garden-note/${note}`;
    const asked = await call<Notes>("GET", `/garden-note?garden=${beyond.garden}`);
    expect([asked.status, asked.body.count]).toEqual([200, 0]);
    expect((await call("GET", path)).status).toBe(404);
    expect((await call("PATCH", path, { text: "Mine now" })).status).toBe(404);
    expect((await call("DELETE", path)).status).toBe(404);
    const there = await call("POST", "/garden-note", body(beyond.garden));
    const nowhere = await call("POST", "/garden-note", body(999_999));
    expect([there.status, there.body]).toEqual([400, nowhere.body]);
    expect(Object.keys(there.body)).toEqual(["garden"]);
  }
});

test("goes with its garden", async () => {
  const { garden } = await gardenOfItsOwn();
  const { id: note } = await write(master.call, garden);
  expect((await master.call("DELETE", `/garden/${garden}`)).status).toBe(204);
  expect((await master.call("GET", `/garden-note/${note}`)).status).toBe(404);
});

test("stands in a file with the words of its reader, within their scope", async () => {
  const { garden, region } = await gardenOfItsOwn();
  const { garden: beyond } = await gardenOfItsOwn();
  await write(master.call, garden, { kind: "damage", text: "Сломана ветвь" });
  await write(master.call, garden, { observed_on: "2025-12-31" });
  await write(master.call, beyond);
  const { call } = await keeper({ regions: [region] });
  const worker = await startWorkerOf(server);
  const order = { list: "garden-note", format: "csv", query: { from: "2026-01-01" } };
  const { text } = await exported(call, order, { "accept-language": "ru" }).finally(() =>
    endWorker(worker),
  );
  const [headings, row, ...more] = linesOf(text).map((line) => line.split(";"));
  expect(more).toEqual([]);
  expect(headings?.slice(0, 7)).toEqual([
    "Дата наблюдения",
    "Сад",
    "Область",
    "Район",
    "Вид записи",
    "Запись",
    "Автор",
  ]);
  expect(row?.[0]).toBe("14.05.2026");
  expect(row?.slice(4, 7)).toEqual(["Повреждение", "Сломана ветвь", "Test MasterAdmin"]);
});
