import type { UserProfile } from "@nihol/contract/people/sign-in";
import { seeAsHeader } from "@nihol/contract/values/paths";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
});
afterAll(() => server.close());

async function roleId(name: string): Promise<string> {
  const row = await server.db.sql
    .selectFrom("user_group")
    .where("name", "=", name)
    .select("id")
    .executeTakeFirstOrThrow();
  return String(row.id);
}

test("the profile, and what may be called, are those of the previewed role", async () => {
  await server.person("Looker", { permissions: grants({ garden: "v" }) });
  const as = { [seeAsHeader]: await roleId("Looker") };
  const { body } = await master.call<UserProfile>("GET", "/user-profile", undefined, as);
  expect(body.role).toBe("Looker");
  expect(body.permissions.garden).toEqual({ view: true, add: false, change: false, delete: false });
  expect(body.permissions.user.view).toBe(false);
  expect((await master.call("GET", "/garden", undefined, as)).status).toBe(200);
  expect((await master.call("GET", "/user", undefined, as)).status).toBe(403);
  expect((await master.call("GET", "/user")).status).toBe(200);
});

test("rows say what the role may do with them, not what their reader may", async () => {
  await server.person("Reader", { permissions: grants({ group: "v" }) });
  const as = { [seeAsHeader]: await roleId("Reader") };
  type Groups = { results: { built_in: boolean; can: { change: boolean } }[] };
  const seen = await master.call<Groups>("GET", "/group", undefined, as);
  const own = await master.call<Groups>("GET", "/group");
  expect(seen.body.results.some((group) => group.can.change)).toBe(false);
  expect(own.body.results.some((group) => group.can.change)).toBe(true);
});

test("writing is refused meanwhile", async () => {
  const as = { [seeAsHeader]: await roleId("SysAdmin") };
  const answer = await master.call("POST", "/group", { name: "Made in a preview" }, as);
  expect(answer.status).toBe(403);
  expect(answer.body.code).toBe("preview_only_reads");
});

test("a role gives nobody more than they hold", async () => {
  const keeper = await server.person("Keeper", {
    permissions: grants({ group: "v", garden: "v" }),
  });
  await server.person("Wide", { permissions: grants({ garden: "vacd", user: "v" }) });
  const as = { [seeAsHeader]: await roleId("Wide") };
  const { body } = await keeper.call<UserProfile>("GET", "/user-profile", undefined, as);
  expect(body.permissions.garden).toEqual({ view: true, add: false, change: false, delete: false });
  expect((await keeper.call("GET", "/user", undefined, as)).status).toBe(403);
});

test("the built-in roles, whose scope is the whole country, are MasterAdmin's to preview", async () => {
  const tied = await server.person("Tied", { permissions: grants({ group: "v", garden: "v" }) });
  for (const name of ["SysAdmin", "MasterAdmin"]) {
    const as = { [seeAsHeader]: await roleId(name) };
    expect((await tied.call("GET", "/garden", undefined, as)).status, name).toBe(403);
  }
});

test("the right to view roles is needed to preview one, and a deleted role is not found", async () => {
  const plain = await server.person("Plain", { permissions: grants({ garden: "v" }) });
  const as = { [seeAsHeader]: await roleId("Plain") };
  expect((await plain.call("GET", "/garden", undefined, as)).status).toBe(403);
  const gone = { [seeAsHeader]: "999999" };
  expect((await master.call("GET", "/garden", undefined, gone)).status).toBe(404);
});
