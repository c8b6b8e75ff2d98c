/** Organizations, their types and their employees, through HTTP. */
import { json } from "@nihol/db/json";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { grants, type TestApp, testApp } from "../support/test-app.ts";

type Row = { id: number; can: { change: boolean; delete: boolean } };
type Rows = { count: number; results: (Row & { last_name: string })[] };

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
});
afterAll(() => server.close());

let made = 0;
const names = (text: string) => ({ tg: `${text} тҷ`, ru: `${text} ру`, en: `${text} en`, az: "" });
const fresh = () => names(`Ниҳол ${++made}`);
const everything = grants({ ministry: "vacd", ministryemployee: "vacd" });
const clerk = (options: Parameters<TestApp["person"]>[1] = {}) =>
  server.person(`Clerk ${++made}`, { permissions: everything, ...options });

async function ministry(more: object = {}): Promise<number> {
  const body = { name: fresh(), ...more };
  return (await master.call<Row>("POST", "/ministry", body)).body.id;
}
async function employee(ministryId: number, more: object = {}): Promise<number> {
  const body = { first_name: "Сайёра", last_name: "Раҳимова", ministry: ministryId, ...more };
  return (await master.call<Row>("POST", "/ministry-employee", body)).body.id;
}
async function audited(resource: string, id: number) {
  const rows = await server.db.sql
    .selectFrom("audit_log")
    .where("resource", "=", resource)
    .where("resource_id", "=", String(id))
    .orderBy("id")
    .select(["action", "actor_id"])
    .execute();
  return rows.map(({ action, actor_id }) => [action, actor_id]);
}
const threeLines = (actorId: number) => ["add", "change", "delete"].map((what) => [what, actorId]);

describe("an organization", () => {
  test("is made, read, changed and deleted, and each step is in the log", async () => {
    const { call, id: me } = master;
    const type = (await call<Row>("POST", "/organization-type", { name: fresh() })).body.id;
    const created = await call<Row>("POST", "/ministry", {
      name: fresh(),
      organization_type: type,
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      organization_type: { id: type },
      garden_count: 0,
      user_count: 0,
      employee_count: 0,
      may_add_employees: true,
      can: { change: true, delete: true },
    });
    const path = `/ministry/${created.body.id}`;
    const name = fresh();
    const changed = await call("PATCH", path, { name, organization_type: null });
    expect(changed.body).toMatchObject({ name, organization_type: null });
    expect((await call("PATCH", path, { organization_type: type })).body).toMatchObject({ name });
    expect((await call("DELETE", path)).status).toBe(204);
    expect((await call("GET", path)).status).toBe(404);
    const lines = await audited("ministry", created.body.id);
    expect(lines).toEqual([
      ["add", me],
      ["change", me],
      ["change", me],
      ["delete", me],
    ]);
  });

  test("has no name that another has in the same language, whatever the case", async () => {
    const { call } = master;
    const name = fresh();
    const id = await ministry({ name });
    const same = { ...fresh(), ru: name.ru.toUpperCase() };
    const { status, body } = await call("POST", "/ministry", { name: same });
    expect(status).toBe(400);
    expect(body).toEqual({ "name.ru": ["This name is taken"] });
    expect((await call("PATCH", `/ministry/${await ministry()}`, { name })).status).toBe(400);
    expect((await call("PATCH", `/ministry/${id}`, { name })).status).toBe(200);
  });

  test("needs a name in three languages and a type that is there", async () => {
    const { call } = master;
    const short = await call("POST", "/ministry", { name: { tg: "", ru: "А", en: "A" } });
    expect(short.status).toBe(400);
    expect(Object.keys(short.body)).toEqual(["name.tg"]);
    const typed = await call("POST", "/ministry", { name: fresh(), organization_type: 999_999 });
    expect(typed.status).toBe(400);
    expect(Object.keys(typed.body)).toEqual(["organization_type"]);
  });

  test("stays while a user, a garden or an employee refers to it", async () => {
    const { sql } = server.db;
    const [ofUser, ofGarden, ofEmployee] = [await ministry(), await ministry(), await ministry()];
    await clerk({ ministryId: ofUser });
    const region = await sql
      .insertInto("region")
      .values({ name: json(fresh()) })
      .returning("id")
      .executeTakeFirstOrThrow();
    const district = await sql
      .insertInto("district")
      .values({ name: json(fresh()), region_id: region.id })
      .returning("id")
      .executeTakeFirstOrThrow();
    await sql
      .insertInto("garden")
      .values({
        name: json(fresh()),
        region_id: region.id,
        district_id: district.id,
        ministry_id: ofGarden,
      })
      .execute();
    await employee(ofEmployee);
    for (const id of [ofUser, ofGarden, ofEmployee]) {
      const { status, body } = await master.call("DELETE", `/ministry/${id}`);
      expect([status, body.code]).toEqual([409, "in_use"]);
    }
    expect(await audited("ministry", ofGarden)).toEqual([["add", master.id]]);
  });

  test("is found by a part of its name and by its type, and ordered by any offered column", async () => {
    const { call } = master;
    const type = (await call<Row>("POST", "/organization-type", { name: fresh() })).body.id;
    const id = await ministry({ name: names("Хоҷагии ҶАНГАЛ"), organization_type: type });
    expect((await call<Rows>("GET", "/ministry?search=ҷангал")).body.count).toBe(1);
    const typed = await call<Rows>("GET", `/ministry?organization_type=${type}`);
    expect(typed.body.results.map((row) => row.id)).toEqual([id]);
    for (const column of ["name", "organization_type", "garden_count", "employee_count"])
      expect((await call("GET", `/ministry?ordering=-${column}`)).status).toBe(200);
    expect((await call("GET", "/ministry?ordering=id")).status).toBe(400);
  });
});

describe("an organization type", () => {
  test("is made, changed and deleted, and each step is in the log", async () => {
    const { call, id: me } = master;
    const { body } = await call<Row>("POST", "/organization-type", { name: fresh() });
    const path = `/organization-type/${body.id}`;
    const name = fresh();
    expect((await call("PATCH", path, { name })).body).toMatchObject({ name, ministry_count: 0 });
    expect((await call("DELETE", path)).status).toBe(204);
    expect((await call("GET", path)).status).toBe(404);
    expect(await audited("organizationtype", body.id)).toEqual(threeLines(me));
  });

  test("stays while organizations are of it, and has a name of its own", async () => {
    const { call } = master;
    const name = fresh();
    const type = (await call<Row>("POST", "/organization-type", { name })).body.id;
    for (let n = 0; n < 3; n++) await ministry({ organization_type: type });
    const path = `/organization-type/${type}`;
    expect((await call("GET", path)).body).toMatchObject({ ministry_count: 3 });
    expect((await call("DELETE", path)).body).toMatchObject({ code: "in_use" });
    expect((await call("POST", "/organization-type", { name })).status).toBe(400);
    const sorted = await call<Rows>("GET", "/organization-type?ordering=-ministry_count");
    expect(sorted.body.results[0]?.id).toBe(type);
  });
});

describe("an employee", () => {
  test("is added, changed and deleted, and each step is in the log", async () => {
    const { call, id: me } = master;
    const home = await ministry();
    const created = await call<Row>("POST", "/ministry-employee", {
      first_name: " Фирӯз ",
      last_name: "Назаров",
      position: "Боғбон",
      phone: "+992 (37) 221-00-00",
      email: "Firuz@Example.TJ",
      ministry: home,
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ first_name: "Фирӯз", email: "firuz@example.tj" });
    expect((await call("GET", `/ministry/${home}`)).body).toMatchObject({ employee_count: 1 });
    const path = `/ministry-employee/${created.body.id}`;
    const changed = await call("PATCH", path, { position: "", email: "" });
    expect(changed.body).toMatchObject({ position: "", email: "", phone: "+992 (37) 221-00-00" });
    expect((await call("DELETE", path)).status).toBe(204);
    expect((await call("GET", path)).status).toBe(404);
    expect(await audited("ministryemployee", created.body.id)).toEqual(threeLines(me));
  });

  test("needs two names, an organization that is there, and an address and number that are some", async () => {
    const { status, body } = await master.call("POST", "/ministry-employee", {
      first_name: "",
      last_name: "А",
      phone: "call me",
      email: "nobody",
      ministry: 1,
    });
    expect(status).toBe(400);
    expect(Object.keys(body).sort()).toEqual(["email", "first_name", "phone"]);
    const homeless = { first_name: "А", last_name: "Б", ministry: 999_999 };
    const refused = await master.call("POST", "/ministry-employee", homeless);
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["ministry"]]);
  });

  test("is found within one organization by any part, in the order asked for", async () => {
    const home = await ministry();
    await employee(home, { last_name: "Ҷӯраев", position: "Агроном" });
    await employee(home, { last_name: "Алиева", phone: "93 500 11 22" });
    const ask = async (query: string) =>
      (
        await master.call<Rows>("GET", `/ministry-employee?ministry=${home}&${query}`)
      ).body.results.map((row) => row.last_name);
    expect(await ask("")).toEqual(["Алиева", "Ҷӯраев"]);
    expect(await ask("ordering=-last_name")).toEqual(["Ҷӯраев", "Алиева"]);
    expect(await ask("search=агро")).toEqual(["Ҷӯраев"]);
    expect(await ask("search=500 11")).toEqual(["Алиева"]);
    expect(await ask("search=%25")).toEqual([]);
  });
});

describe("a person of an organization", () => {
  test("sees and changes only its own, and neither makes nor deletes one", async () => {
    const [own, other] = [await ministry(), await ministry()];
    const { call } = await clerk({ ministryId: own });
    const { body } = await call<Rows>("GET", "/ministry");
    expect(body.results.map((row) => [row.id, row.can])).toEqual([
      [own, { change: true, delete: false }],
    ]);
    expect((await call("GET", `/ministry/${other}`)).status).toBe(404);
    expect((await call("PATCH", `/ministry/${other}`, { name: fresh() })).status).toBe(404);
    expect((await call("PATCH", `/ministry/${own}`, { name: fresh() })).status).toBe(200);
    expect((await call("POST", "/ministry", { name: fresh() })).status).toBe(403);
    expect((await call("DELETE", `/ministry/${own}`)).status).toBe(403);
  });

  test("changes no organization type, and counts no other organization in one", async () => {
    const type = (await master.call<Row>("POST", "/organization-type", { name: fresh() })).body.id;
    const own = await ministry({ organization_type: type });
    await ministry({ organization_type: type });
    const { call } = await clerk({ ministryId: own });
    const path = `/organization-type/${type}`;
    expect((await call("GET", path)).body).toMatchObject({
      ministry_count: 1,
      can: { change: false, delete: false },
    });
    expect((await call("PATCH", path, { name: fresh() })).status).toBe(403);
    expect((await call("DELETE", path)).status).toBe(403);
    expect((await call("POST", "/organization-type", { name: fresh() })).status).toBe(403);
  });

  test("manages its employees, and sees and moves nobody elsewhere", async () => {
    const [own, other] = [await ministry(), await ministry()];
    const [mine, foreign] = [await employee(own), await employee(other)];
    const { call } = await clerk({ ministryId: own });
    const { body } = await call<Rows>("GET", "/ministry-employee");
    expect(body.results.map((row) => row.id)).toEqual([mine]);
    for (const method of ["GET", "DELETE"])
      expect((await call(method, `/ministry-employee/${foreign}`)).status).toBe(404);
    const moved = await call("PATCH", `/ministry-employee/${mine}`, { ministry: other });
    expect([moved.status, Object.keys(moved.body)]).toEqual([400, ["ministry"]]);
    const added = { first_name: "А", last_name: "Б" };
    const to = (id: number) => call("POST", "/ministry-employee", { ...added, ministry: id });
    expect((await to(other)).status).toBe(400);
    expect((await to(own)).status).toBe(201);
    expect((await call("DELETE", `/ministry-employee/${mine}`)).status).toBe(204);
  });
});

test("how an employee is reached is for their organization and the whole programme, in the search too", async () => {
  const name = { tg: "Ноҳия", ru: "Район", en: "District" };
  const region = await master.call<{ id: number }>("POST", "/region", { name, code: "reached" });
  const home = await ministry();
  const id = await employee(home, { phone: "93 777 88 99", email: "reach@nihol.example" });
  const [district, own] = [
    await clerk({ regions: [region.body.id] }),
    await clerk({ ministryId: home }),
  ];
  const contactOf = async (call: typeof master.call) => {
    const { phone, email } = (
      await call<Row & { phone: string; email: string }>("GET", `/ministry-employee/${id}`)
    ).body;
    const found = (await call<Rows>("GET", "/ministry-employee?search=777 88")).body.count;
    return { phone, email, found };
  };
  const shown = { phone: "93 777 88 99", email: "reach@nihol.example", found: 1 };
  expect(await contactOf(master.call)).toEqual(shown);
  expect(await contactOf(own.call)).toEqual(shown);
  expect(await contactOf(district.call)).toEqual({ phone: "", email: "", found: 0 });
});

test("without the permissions nothing is read or written", async () => {
  const { call } = await server.person(`Reader ${++made}`, {
    permissions: grants({ ministry: "v" }),
  });
  const id = await ministry();
  expect((await call<Row>("GET", `/ministry/${id}`)).body.can).toEqual({
    change: false,
    delete: false,
  });
  expect((await call("POST", "/ministry", { name: fresh() })).status).toBe(403);
  expect((await call("PATCH", `/ministry/${id}`, { name: fresh() })).status).toBe(403);
  expect((await call("DELETE", `/ministry/${id}`)).status).toBe(403);
  expect((await call("GET", "/ministry-employee")).status).toBe(403);
});
