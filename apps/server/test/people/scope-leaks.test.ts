/** Names, areas and counts beside a row within the actor's scope must not give away rows outside it. */
import type { SearchAnswer } from "@nihol/contract/search";
import { type SearchKind, searchKinds } from "@nihol/contract/values/search-kinds";
import { json } from "@nihol/db/json";
import { foldText } from "@nihol/locales/search-text";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";
import { insertImage, plant } from "../support/tree-fixture.ts";

let server: TestApp;
let call: Caller;
let own: number;
let foreign: number;
let region: number;
let image: number;
let master: Caller;
const area = { west: 68.7, south: 38.5, side: 0.01 };
const name = { tg: "А", ru: "А", en: "A", az: "" };

const strip = (from: number, to: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [area.west + from, area.south],
      [area.west + to, area.south],
      [area.west + to, area.south + area.side],
      [area.west + from, area.south + area.side],
      [area.west + from, area.south],
    ],
  ],
});

beforeAll(async () => {
  server = await testApp();
  master = (await server.person("MasterAdmin")).call;
  const [mine, other] = await server.db.sql
    .insertInto("ministry")
    .values([{ name: json(name) }, { name: json(name) }])
    .returning("id")
    .execute();
  region = (await master<{ id: number }>("POST", "/region", { name })).body.id;
  const garden = async (ministry: number | undefined, from: number, to: number) =>
    (
      await master<{ id: number }>("POST", "/garden", {
        name: { ...name, en: `Garden ${ministry}` },
        region,
        ministry,
        boundary: strip(from, to),
      })
    ).body.id;
  own = await garden(mine?.id, 0, 0.005);
  foreign = await garden(other?.id, 0.005, 0.01);
  image = await insertImage(server.db, area);
  const at = (lon: number, garden: number) => ({ lon, lat: area.south + 0.004, garden });
  await plant(server.db, image, area, [at(area.west + 0.002, own), at(area.west + 0.008, foreign)]);
  const permissions = grants({ wholeimage: "v", satelliteimagery: "v", region: "v", garden: "v" });
  ({ call } = await server.person("Ministry clerk", { permissions, ministryId: mine?.id }));
});
afterAll(() => server.close());

test("an image names the reader's gardens alone", async () => {
  const { body } = await call<{ gardens: { id: number }[] }>("GET", `/whole-image/${image}`);
  expect(body.gardens.map(({ id }) => id)).toEqual([own]);
  const filtered = await call<{ count: number }>("GET", `/whole-image?garden=${foreign}`);
  expect(filtered.body.count).toBe(0);
});

test("a garden outside the scope gives no area", async () => {
  const of = async (id: number) =>
    (await call<{ territory_area: number | null }>("GET", `/statistics?garden=${id}`)).body
      .territory_area;
  expect(await of(own)).toBeGreaterThan(0);
  expect(await of(foreign)).toBeNull();
});

test("a region counts the gardens within the scope", async () => {
  expect((await call("GET", `/region/${region}`)).body).toMatchObject({ garden_count: 1 });
});

test("a process is visible with its image", async () => {
  const { body } = await call<{ process: number }>("GET", `/whole-image/${image}`);
  expect((await call("GET", `/satellite-imagery/${body.process}`)).status).toBe(200);
  expect((await call("GET", `/satellite-imagery/${body.process}/hash`)).status).toBe(200);
});

const found = async (as: Caller, typed: string) =>
  Object.fromEntries(
    (
      await as<SearchAnswer>("GET", `/search?q=${encodeURIComponent(typed)}&limit=20`)
    ).body.groups.map(({ kind, rows }) => [kind, rows]),
  ) as Partial<Record<SearchKind, SearchAnswer["groups"][number]["rows"]>>;

/** A row of each kind, all named alike, in the ministry and region of `own` or in those of `foreign`. */
async function nameAlike(word: string, garden: number) {
  const { sql: db } = server.db;
  const { ministry_id, region_id } = await db
    .selectFrom("garden")
    .where("id", "=", garden)
    .select(["ministry_id", "region_id"])
    .executeTakeFirstOrThrow();
  const names = json({ tg: word, ru: word, en: word, az: "" });
  await db.updateTable("garden").set({ name: names }).where("id", "=", garden).execute();
  await db.updateTable("ministry").set({ name: names }).where("id", "=", ministry_id).execute();
  const of = { garden_id: garden, region_id };
  await db
    .insertInto("device")
    .values({ ...of, name: word, type: "air", latitude: 38.5, longitude: 68.7 })
    .execute();
  await db
    .insertInto("violation")
    .values({ ...of, kind: "fire", title: word, observed_on: "2026-05-14", ministry_id })
    .execute();
  await db
    .insertInto("ministry_employee")
    .values({ first_name: word, last_name: "Test", ministry_id: ministry_id ?? 0 })
    .execute();
  const days = { assigned_date: "2026-05-01", due_date: "2026-06-01" };
  return (
    await db
      .insertInto("planting_task")
      .values({ garden_id: garden, ministry_id, ...days })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
}

test("the search knows what the reader's own lists show, by kind and by scope", async () => {
  const tasks = {
    own: await nameAlike("Ҷиловгир", own),
    foreign: await nameAlike("Ҷиловгир", foreign),
  };
  const { sql: db } = server.db;
  const { ministry_id } = await db
    .selectFrom("garden")
    .where("id", "=", own)
    .select("ministry_id")
    .executeTakeFirstOrThrow();
  const ministryId = ministry_id ?? undefined;
  await db
    .updateTable("region")
    .set({ name: json({ tg: "Ҷиловгир", ru: "Джиловгир", en: "Jilovgir", az: "" }) })
    .execute();
  await db.updateTable("imagery_process").set({ file_name: "jilovgir.tif" }).execute();

  const all = await found(master, "джиловгир");
  expect(Object.keys(all).sort()).toEqual(
    ["device", "employee", "garden", "image", "organization", "region", "violation"].sort(),
  );
  expect(all.garden?.map(({ id }) => id).sort()).toEqual([own, foreign].sort());

  // Every right that the search asks for, and the scope of one ministry.
  const view = {
    garden: "v",
    planttreetask: "v",
    wholeimage: "v",
    device: "v",
    district: "v",
  } as const;
  const permissions = grants({
    ...view,
    region: "v",
    user: "v",
    ministryemployee: "v",
    ministry: "v",
  });
  const clerk = await server.person("Reader of everything", { permissions, ministryId });
  const mine = await found(clerk.call, "джиловгир");
  expect(mine.garden?.map(({ id }) => id)).toEqual([own]);
  for (const kind of ["device", "violation", "employee", "organization"] as const)
    expect(mine[kind]?.length, kind).toBe(1);
  // As lists write the number, in any language.
  for (const typed of [`№ ${tasks.own}`, `No. ${tasks.own}`, `no ${tasks.own}`])
    expect(
      (await found(clerk.call, typed)).task?.map(({ id }) => id),
      typed,
    ).toEqual([tasks.own]);
  expect((await found(clerk.call, `${tasks.foreign}`)).task ?? []).toEqual([]);
  expect((await found(master, `${tasks.foreign}`)).task?.[0]?.id).toBe(tasks.foreign);
  // People of the same ministry, and nobody else.
  expect((await found(clerk.call, "Test")).person?.map(({ title }) => title).sort()).toEqual([
    "Test Ministry clerk",
    "Test Reader of everything",
  ]);

  // Without a right its kind is not there; what everybody may read is.
  const nobody = await server.person("Reader of nothing", { permissions: grants({}) });
  expect(Object.keys(await found(nobody.call, "джиловгир"))).toEqual(["violation"]);
  expect((await server.anonymous("GET", "/search?q=test")).status).toBe(401);
});

test("the search asks for a right where the list of a kind does", async () => {
  const lists: Record<SearchKind, string> = {
    garden: "/garden",
    task: "/plant-tree-task",
    image: "/whole-image",
    device: "/device",
    violation: "/violation",
    district: "/district",
    region: "/region",
    person: "/user",
    employee: "/ministry-employee",
    organization: "/ministry",
  };
  const { call: nobody } = await server.person("Holder of nothing", { permissions: grants({}) });
  for (const [kind, right] of Object.entries(searchKinds))
    expect((await nobody("GET", lists[kind as SearchKind])).status, kind).toBe(right ? 403 : 200);
});

test("a garden is found by every language's spelling and with typing errors, and what changed last stands first", async () => {
  const { sql: db } = server.db;
  const names = {
    tg: "Боғи Панҷакент",
    ru: "Сад Пенджикент",
    en: "Panjakent garden",
    az: "Pəncəkənd bağı",
  };
  await db
    .updateTable("garden")
    .set({ name: json(names) })
    .where("id", "=", foreign)
    .execute();
  for (const typed of [
    "панҷ",
    "пенджикент",
    "panjakent",
    "pəncəkənd",
    "Панчакент",
    "panjaknet gardn",
    "БОҒИ ПАН",
  ])
    expect(
      (await found(master, typed)).garden?.map(({ id }) => id),
      typed,
    ).toEqual([foreign]);
  // Another garden, whose name is only like it, is not meant where one is as it was typed.
  const like = { tg: "Панҷакенд", ru: "Панҷакенд", en: "Panjakend", az: "" };
  await db
    .updateTable("garden")
    .set({ name: json(like) })
    .where("id", "=", own)
    .execute();
  const answer = async (typed: string) =>
    (await master<SearchAnswer>("GET", `/search?q=${encodeURIComponent(typed)}`)).body;
  expect(await answer("панҷакент")).toMatchObject({
    exact: true,
    groups: [{ kind: "garden", rows: [{ id: foreign }] }],
  });
  const wrong = await answer("панҷакенк");
  expect(wrong.exact).toBe(false);
  expect(wrong.groups[0]?.rows.map(({ id }) => id).sort()).toEqual([own, foreign].sort());
  expect(await found(master, "Самарқанд")).toEqual({});
  expect(await found(master, "п")).toEqual({});
  await db
    .updateTable("garden")
    .set({ name: json(names), updated_at: new Date(Date.now() - 86_400_000) })
    .where("id", "=", own)
    .execute();
  expect((await found(master, "панҷакент")).garden?.map(({ id }) => id)).toEqual([foreign, own]);
});

test("the database folds as the program does", async () => {
  const names = [
    "Боғи «Ҷиловгир» №12, ноҳияи Рӯдакӣ",
    "Сад им. Ёлкина: объект 7-й",
    "İSMAYILLI şəhəri, Göygöl",
    "Dzhirgatol's Chashma",
    "Щучье, цех Ыссык-Аёз; Khojamyor's yayla",
    "Türkmənçay ČŽ éà",
    "２０２６ ﬁ",
    "",
  ];
  const { rows } = await sql<{ folded: string }>`
    select search_fold(name) as folded from unnest(${names}::text[]) with ordinality x(name, n) order by n`.execute(
    server.db.sql,
  );
  expect(rows.map(({ folded }) => folded)).toEqual(names.map(foldText));
});
