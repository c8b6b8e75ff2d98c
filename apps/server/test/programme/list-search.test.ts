/** Lists are searched as people type: capitals, marks and Azerbaijani İ, I, ı, i aside; and stand in their alphabets. */
import { json } from "@nihol/db/json";
import type { Database } from "@nihol/db/tables";
import type { Insertable } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let call: Caller;

/** Spellings that are typed for each name; the first is the name itself. */
const spellings = [
  ["İsmayıllı bağı", "İsmayıllı", "ismayıllı", "İSMAYILLI", "ISMAYILLI", "ismayilli"],
  ["Iğdır", "ığdır", "IĞDIR", "igdir"],
  ["Боғи Рӯдакӣ", "рудаки", "РУДАКИ", "рӯдакӣ", "Рӯдакӣ".normalize("NFD"), "боги руд"],
];
const names = spellings.map(([name = ""]) => name);
const inAll = (name: string) => json({ tg: name, ru: name, en: name, az: name });

/** The lists with the rows of these names, and where a row shows its own. */
const lists: Record<string, (row: never) => string> = {
  "/garden": (row: { name: { tg: string } }) => row.name.tg,
  "/region": (row: { name: { tg: string } }) => row.name.tg,
  "/district": (row: { name: { tg: string } }) => row.name.tg,
  "/ministry": (row: { name: { tg: string } }) => row.name.tg,
  "/organization-type": (row: { name: { tg: string } }) => row.name.tg,
  "/plant-tree-type": (row: { name: { tg: string } }) => row.name.tg,
  "/document": (row: { name: { tg: string } }) => row.name.tg,
  "/imagery-source": (row: { name: { tg: string } }) => row.name.tg,
  "/plant-tree-task": (row: { garden: { name: { tg: string } } }) => row.garden.name.tg,
  "/garden-note": (row: { text: string }) => row.text,
  "/device": (row: { name: string }) => row.name,
  "/violation": (row: { title: string }) => row.title,
  "/group": (row: { name: string }) => row.name,
  "/user": (row: { last_name: string }) => row.last_name,
  "/ministry-employee": (row: { last_name: string }) => row.last_name,
  "/satellite-imagery": (row: { file_name: string }) => row.file_name,
};

async function insertRows(name: string, n: number) {
  const { sql: db } = server.db;
  const insert = async <Table extends keyof Database>(table: Table, row: object) =>
    (
      await db
        .insertInto(table as "garden")
        .values(row as unknown as Insertable<Database["garden"]>)
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
  const named = { name: inAll(name) };
  const region = await insert("region", { ...named, code: `R${n}` });
  await insert("district", { ...named, code: `D${n}`, region_id: region });
  const ministry_id = await insert("ministry", named);
  await insert("organization_type", named);
  await insert("tree_type", named);
  await insert("document", { ...named, category: "other" });
  await insert("imagery_source", { ...named, kind: "upload" });
  const garden_id = await insert("garden", named);
  const days = { assigned_date: "2026-05-01", due_date: "2026-06-01" };
  await insert("planting_task", { garden_id, ...days });
  const noted = { garden_id, observed_on: "2026-05-14", kind: "other" };
  await insert("garden_note", { ...noted, text: name, author: "" });
  await insert("device", { name, type: "air", latitude: 38.5, longitude: 68.7 });
  await insert("violation", { kind: "fire", title: name, observed_on: "2026-05-14" });
  const group_id = await insert("user_group", { name, permissions: json({}) });
  const person = { first_name: "A", last_name: name };
  await insert("user_account", {
    ...person,
    email: `n${n}@test.example`,
    password_hash: "",
    group_id,
  });
  await insert("ministry_employee", { ...person, ministry_id });
  const process = { file_name: name, file_key: "a", facts: json({}) };
  await insert("imagery_process", { ...process, capture_date: "2026-05-14" });
}

beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  for (const [n, name] of names.entries()) await insertRows(name, n);
});
afterAll(() => server.close());

test.each(Object.entries(lists))(
  "%s finds each name in every spelling, and no other",
  async (path, nameOf) => {
    for (const [name = "", ...typed] of spellings)
      for (const search of typed) {
        const { status, body } = await call<{ results: never[] }>(
          "GET",
          `${path}?search=${encodeURIComponent(search)}`,
        );
        expect(status, `${path} ${search}`).toBe(200);
        expect(body.results.map(nameOf), `${path} ${search}`).toEqual([name]);
      }
  },
);

test("signs that mean something elsewhere mean themselves", async () => {
  for (const search of ["%", "_", ".*", "(", "[", "\\", "***=", "a|b", "{1", "?+"])
    expect(
      (await call<{ count: number }>("GET", `/garden?search=${encodeURIComponent(search)}`)).body,
      search,
    ).toMatchObject({ count: 0 });
});

test("Tajik names stand in the order of the Tajik alphabet, in every list of names", async () => {
  const inOrder = [
    "Гулистон",
    "Ғарм",
    "Ишкошим",
    "Ӣноят",
    "Йол",
    "Рудакӣ",
    "Рустам",
    "Рӯдакӣ",
    "Хуҷанд",
    "Ҳисор",
    "Чорсу",
    "Ҷомӣ",
  ];
  const { sql: db } = server.db;
  const others = await db
    .insertInto("ministry")
    .values({ name: inAll("Z") })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const [n, name] of inOrder.toReversed().entries()) {
    await db
      .insertInto("garden")
      .values({ name: inAll(name), ministry_id: others.id })
      .execute();
    await db
      .insertInto("device")
      .values({ name, type: "soil", latitude: 38.5, longitude: 68.7 })
      .execute();
    await db
      .insertInto("ministry_employee")
      .values({ first_name: `${n}`, last_name: name, ministry_id: others.id })
      .execute();
  }
  const listed = async <Row>(path: string) =>
    (await call<{ results: Row[] }>("GET", path, undefined, { "accept-language": "tg" })).body
      .results;
  const gardens = await listed<{ name: { tg: string } }>(
    `/garden?ministry=${others.id}&ordering=name&page_size=50`,
  );
  expect(gardens.map(({ name }) => name.tg)).toEqual(inOrder);
  const devices = await listed<{ name: string }>("/device?type=soil&ordering=name&page_size=50");
  expect(devices.map(({ name }) => name)).toEqual(inOrder);
  const employees = await listed<{ last_name: string }>(
    `/ministry-employee?ministry=${others.id}&ordering=-last_name&page_size=50`,
  );
  expect(employees.map(({ last_name }) => last_name)).toEqual(inOrder.toReversed());
});

test("texts are stored composed, whoever wrote them, and passwords as they were typed", async () => {
  const typed = "Боғи Рӯдакӣ Йӯл";
  const names = { tg: typed, ru: typed, en: typed, az: typed };
  const apart = JSON.parse(JSON.stringify(names).normalize("NFD")) as typeof names;
  expect(apart.tg).not.toBe(typed);
  const garden = await call<{ id: number; name: unknown }>("POST", "/garden", { name: apart });
  expect(garden.body.name).toEqual(names);
  const violation = await call<{ id: number }>("POST", "/violation", {
    kind: "fire",
    title: apart.tg,
    description: `1\n${apart.tg}`,
    observed_on: "2026-05-14",
    garden: garden.body.id,
  });
  expect(violation.body).toMatchObject({ title: typed, description: `1\n${typed}` });
  const password = "Йӯлӣ дур ва дароз".normalize("NFD");
  const email = "apart@test.example";
  const group = await server.db.sql.selectFrom("user_group").select("id").executeTakeFirstOrThrow();
  const made = await call("POST", "/user", {
    ...{ email, password, first_name: apart.tg, last_name: "B", group: group.id, language: "tg" },
  });
  expect(made).toMatchObject({ status: 201, body: { first_name: typed } });
  expect((await server.anonymous("POST", "/token", { email, password })).status).toBe(200);
  expect(
    (await server.anonymous("POST", "/token", { email, password: password.normalize("NFC") }))
      .status,
  ).toBe(401);
});

test("numbers within names stand by their value, in every language", async () => {
  const { sql: db } = server.db;
  const { id } = await db
    .insertInto("ministry")
    .values({ name: inAll("Y") })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const name of ["№ 10", "№ 2", "№ 1"])
    await db
      .insertInto("garden")
      .values({ name: inAll(name), ministry_id: id })
      .execute();
  for (const language of ["ru", "tg", "az", "en"]) {
    const { body } = await call<{ results: { name: { ru: string } }[] }>(
      "GET",
      `/garden?ministry=${id}&ordering=name`,
      undefined,
      { "accept-language": language },
    );
    expect(body.results.map(({ name }) => name.ru)).toEqual(["№ 1", "№ 2", "№ 10"]);
  }
});
