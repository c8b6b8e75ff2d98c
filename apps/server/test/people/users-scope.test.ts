/** Nobody becomes more by managing people: neither by their accounts nor by their own ties. */
import { json } from "@nihol/db/json";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let regions: number[];
let districts: number[];
let ministries: number[];
beforeAll(async () => {
  server = await testApp();
  const { sql } = server.db;
  const name = json({ tg: "А", ru: "А", en: "A", az: "" });
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  regions = ids(
    await sql.insertInto("region").values([{ name }, { name }]).returning("id").execute(),
  );
  districts = ids(
    await sql
      .insertInto("district")
      .values(regions.map((region_id) => ({ name, region_id })))
      .returning("id")
      .execute(),
  );
  ministries = ids(
    await sql.insertInto("ministry").values([{ name }, { name }]).returning("id").execute(),
  );
});
afterAll(() => server.close());

const strong = "seven apricots under the snow";
const people = grants({ user: "vacd" });
let roles = 0;
const clerk = (options: Parameters<TestApp["person"]>[1] = {}) =>
  server.person(`Clerk ${roles++}`, { permissions: people, ...options });

async function groupOf(userId: number) {
  const { sql } = server.db;
  return sql
    .selectFrom("user_account")
    .where("id", "=", userId)
    .select("group_id")
    .executeTakeFirstOrThrow();
}

describe("somebody who may only manage people", () => {
  test("sets no password, e-mail or photo of a SysAdmin", async () => {
    const { call } = await clerk();
    const sys = await server.person("SysAdmin");
    const path = `/user/${sys.id}`;
    expect((await call("PATCH", path, { password: strong })).status).toBe(403);
    expect((await call("PATCH", path, { email: "mine@test.example" })).status).toBe(403);
    expect((await call("POST", `${path}/photo`)).status).toBe(404);
    expect((await call("DELETE", path)).status).toBe(403);
    expect((await call("GET", path)).body).toMatchObject({ can: { change: false, delete: false } });
  });

  test("sets no password of somebody who holds one right more", async () => {
    const { call } = await clerk();
    const other = await server.person(`Planner ${roles++}`, {
      permissions: grants({ user: "v", garden: "d" }),
    });
    expect((await call("PATCH", `/user/${other.id}`, { password: strong })).status).toBe(403);
    expect((await call("DELETE", `/user/${other.id}`)).status).toBe(403);
  });

  test("sets the password of somebody who holds no more", async () => {
    const { call } = await clerk();
    const other = await server.person(`Reader ${roles++}`, { permissions: grants({ user: "v" }) });
    expect((await call("PATCH", `/user/${other.id}`, { password: strong })).status).toBe(200);
  });
});

test("their own password is not set past the profile, which asks for the current one", async () => {
  const { call, id } = await clerk();
  const { status, body } = await call("PATCH", `/user/${id}`, { password: strong });
  expect(status).toBe(400);
  expect(body).toHaveProperty("password");
});

test("a person of a ministry does not cut the own tie to it", async () => {
  const { call, id } = await clerk({ ministryId: ministries[0] });
  expect((await call("PATCH", `/user/${id}`, { ministry: null })).status).toBe(400);
  expect((await call("PATCH", `/user/${id}`, { ministry: ministries[1] })).status).toBe(400);
  expect((await call("PATCH", `/user/${id}`, { first_name: "Ниҳол" })).status).toBe(200);
});

test("a person of a region gives no district of another region", async () => {
  const { call, id } = await clerk({ regions: regions.slice(0, 1) });
  const path = `/user/${id}`;
  const [own, foreign] = districts;
  expect((await call("PATCH", path, { districts: [foreign] })).status).toBe(400);
  expect((await call("PATCH", path, { regions })).status).toBe(400);
  expect((await call("PATCH", path, { regions: [] })).status).toBe(400);
  expect((await call("PATCH", path, { regions: [], districts: [own] })).status).toBe(200);
});

test("a person of a region manages nobody who also has another region", async () => {
  const { call, id } = await clerk({ regions: regions.slice(0, 1) });
  const wider = await clerk({ regions });
  expect((await call("PATCH", `/user/${wider.id}`, { password: strong })).status).toBe(403);
  const { group_id } = await groupOf(id);
  const made = await call<{ id: number; can: object }>("POST", "/user", {
    email: `n${Date.now()}@test.example`,
    first_name: "A",
    last_name: "B",
    group: group_id,
    districts: districts.slice(0, 1),
    password: strong,
  });
  expect(made.status).toBe(201);
  expect(made.body.can).toEqual({ change: true, delete: true });
});

test("names the tie to nothing", async () => {
  const { call } = await server.person("MasterAdmin");
  const other = await clerk();
  for (const tie of [{ ministry: 999_999 }, { regions: [999_999] }, { districts: [999_999] }]) {
    const { status, body } = await call("PATCH", `/user/${other.id}`, tie);
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(Object.keys(tie));
  }
});
