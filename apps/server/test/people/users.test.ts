import { json } from "@nihol/db/json";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.close());

const strong = "seven apricots under the snow";
type UserBody = {
  id: number;
  email: string;
  group: { name: string };
  can: { change: boolean; delete: boolean };
};

async function groupId(name: string) {
  return (
    await server.db.sql
      .selectFrom("user_group")
      .where("name", "=", name)
      .select("id")
      .executeTakeFirstOrThrow()
  ).id;
}
const newUser = (group: number, more: object = {}) => ({
  email: `u${Math.random().toString(36).slice(2)}@test.example`,
  first_name: "Ниҳол",
  last_name: "Боғбон",
  group,
  password: strong,
  ...more,
});

test("creates, reads, changes and deletes a user", async () => {
  const { call } = await server.person("MasterAdmin");
  const created = await call<UserBody>("POST", "/user", newUser(await groupId("SysAdmin")));
  expect(created.status).toBe(201);
  const path = `/user/${created.body.id}`;
  expect((await call<UserBody>("GET", path)).body.email).toBe(created.body.email);
  expect(
    (await call<{ first_name: string }>("PATCH", path, { first_name: "Сабз" })).body.first_name,
  ).toBe("Сабз");
  expect((await call("DELETE", path)).status).toBe(204);
  expect((await call("GET", path)).status).toBe(404);
});

test("administrators are listed apart, and only they", async () => {
  const { call } = await server.person("MasterAdmin");
  const other = await server.person("Gardener", { permissions: grants({ garden: "v" }) });
  type List = { results: UserBody[] };
  const rolesOf = async (query: string) => {
    const { body } = await call<List>("GET", `/user?page_size=200&${query}`);
    return body.results;
  };
  const administrators = await rolesOf("administrators=true");
  expect(administrators.length).toBeGreaterThan(0);
  for (const { group } of administrators) expect(group.name).toMatch(/^(Master|Sys)Admin$/);
  const rest = await rolesOf("administrators=false");
  expect(rest.map(({ id }) => id)).toContain(other.id);
  expect(rest.filter(({ group }) => /^(Master|Sys)Admin$/.test(group.name))).toEqual([]);
});

test("names every wrong field in the reader's language", async () => {
  const { call } = await server.person("MasterAdmin");
  const { status, body } = await call<Record<string, string[]>>("POST", "/user", {
    email: "no",
    first_name: "",
    group: 1,
    password: "short",
  });
  expect(status).toBe(400);
  expect(body.email).toEqual(["Must be a valid email address"]);
  expect(body.first_name).toEqual(["This field is required"]);
  expect(body.last_name).toEqual(["This field is required"]);
  expect(body.password).toEqual(["Password must be at least 15 characters long"]);
});

test("refuses a taken e-mail whatever its case", async () => {
  const { call, email } = await server.person("MasterAdmin");
  const { status, body } = await call(
    "POST",
    "/user",
    newUser(await groupId("SysAdmin"), { email: email.toUpperCase() }),
  );
  expect(status).toBe(400);
  expect(body).toHaveProperty("email");
});

test("SysAdmin manages everybody but MasterAdmins, and makes none", async () => {
  const master = await server.person("MasterAdmin");
  const { call } = await server.person("SysAdmin");
  expect((await call<UserBody>("GET", `/user/${master.id}`)).body.can).toEqual({
    change: false,
    delete: false,
  });
  expect((await call("PATCH", `/user/${master.id}`, { first_name: "X" })).status).toBe(403);
  expect((await call("DELETE", `/user/${master.id}`)).status).toBe(403);
  expect((await call("POST", "/user", newUser(await groupId("MasterAdmin")))).status).toBe(400);
});

test("the last MasterAdmin cannot be removed, demoted or deactivated", async () => {
  const own = await testApp();
  try {
    const last = await own.person("MasterAdmin");
    const sys = (
      await own.db.sql
        .selectFrom("user_group")
        .where("name", "=", "SysAdmin")
        .select("id")
        .executeTakeFirstOrThrow()
    ).id;
    const second = await own.person("MasterAdmin");
    expect((await second.call("DELETE", `/user/${last.id}`)).status).toBe(204);
    expect((await second.call("PATCH", `/user/${second.id}`, { group: sys })).status).toBe(409);
    expect((await second.call("PATCH", `/user/${second.id}`, { is_active: false })).status).toBe(
      409,
    );
    expect((await second.call("DELETE", `/user/${second.id}`)).status).toBe(409);
  } finally {
    await own.close();
  }
});

const nameOf = (text: string) => ({ tg: text, ru: text, en: text, az: "" });

test("a person of a ministry sees and makes people of that ministry alone", async () => {
  const [mine, other] = await server.db.sql
    .insertInto("ministry")
    .values([{ name: json(nameOf("А")) }, { name: json(nameOf("Б")) }])
    .returning("id")
    .execute();
  const all = grants({ user: "vacd", group: "v" });
  const { call, id } = await server.person("Ministry head", {
    permissions: all,
    ministryId: mine?.id,
  });
  const role = await groupId("Ministry head");
  const stranger = await server.person("Ministry head", { ministryId: other?.id });
  expect((await call("GET", `/user/${stranger.id}`)).status).toBe(404);
  expect((await call("PATCH", `/user/${stranger.id}`, { first_name: "X" })).status).toBe(404);
  expect((await call("POST", "/user", newUser(role, { ministry: other?.id }))).status).toBe(400);
  expect((await call("POST", "/user", newUser(role, { ministry: mine?.id }))).status).toBe(201);
  const { body } = await call<{ results: { id: number }[] }>("GET", "/user");
  expect(body.results.map((u) => u.id)).toContain(id);
  expect(body.results.map((u) => u.id)).not.toContain(stranger.id);
});

test("pages, searches and orders; a page past the end is 404", async () => {
  const { call } = await server.person("MasterAdmin");
  const group = await groupId("SysAdmin");
  for (const last_name of ["Ҷалолов", "Ғафуров", "Қосимов"])
    await call("POST", "/user", newUser(group, { first_name: "Zebra", last_name }));
  const found = await call<{
    count: number;
    results: { last_name: string }[];
    next: string | null;
  }>("GET", "/user?search=zEbRa&page_size=2&ordering=last_name");
  expect(found.body.count).toBe(3);
  expect(found.body.results).toHaveLength(2);
  expect(found.body.next).toContain("page=2");
  expect((await call("GET", "/user?search=zebra&page=9")).status).toBe(404);
  expect((await call("GET", "/user?search=ғафуров")).body).toMatchObject({ count: 1 });
  expect((await call("GET", "/user?search=%25")).body).toMatchObject({ count: 0 });
  expect((await call("GET", "/user?ordering=password_hash")).status).toBe(400);
});

test("writes stand in the audit log, without the password", async () => {
  const { call, id } = await server.person("MasterAdmin");
  const { body } = await call<UserBody>("POST", "/user", newUser(await groupId("SysAdmin")));
  const row = await server.db.sql
    .selectFrom("audit_log")
    .where("actor_id", "=", id)
    .where("resource_id", "=", String(body.id))
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ action: "add", resource: "user" });
  expect(JSON.stringify(row.change)).not.toContain(strong);
});
