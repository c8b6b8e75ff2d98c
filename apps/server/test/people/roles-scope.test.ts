/** A role is changed for everybody who holds it, so by whoever has all of them within their scope. */

import type { Group } from "@nihol/contract/people/groups";
import { fillPermissions, hasRight } from "@nihol/contract/values/permissions";
import { rights } from "@nihol/contract/values/right-needs";
import { json } from "@nihol/db/json";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let regions: number[];
let ministries: number[];
const name = json({ tg: "А", ru: "А", en: "A", az: "" });
const held = grants({ group: "vacd", garden: "vacd" });
const garden = { garden: { view: true } };

beforeAll(async () => {
  server = await testApp();
  const { sql } = server.db;
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  regions = ids(
    await sql.insertInto("region").values([{ name }, { name }]).returning("id").execute(),
  );
  ministries = ids(
    await sql.insertInto("ministry").values([{ name }, { name }]).returning("id").execute(),
  );
});
afterAll(() => server.close());

let roles = 0;
async function role() {
  const label = `Role ${roles++}`;
  const row = await server.db.sql
    .insertInto("user_group")
    .values({ name: label, permissions: json(grants({ garden: "va" })) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id: row.id, label };
}
const manager = async (options: Parameters<TestApp["person"]>[1]) =>
  (await server.person(`Manager ${roles++}`, { permissions: held, ...options })).call;
const stored = async (id: number) =>
  (await (await server.person("SysAdmin")).call<Group>("GET", `/group/${id}`)).body;

describe.each<[string, () => Parameters<TestApp["person"]>[1], () => object]>([
  ["region", () => ({ regions: regions.slice(0, 1) }), () => ({ regions: regions.slice(1) })],
  [
    "ministry",
    () => ({ ministryId: ministries[0] ?? 0 }),
    () => ({ ministryId: ministries[1] ?? 0 }),
  ],
])("a person of one %s", (_, own, other) => {
  test("empties no role that somebody holds elsewhere", async () => {
    const { id, label } = await role();
    await server.person(label, own());
    await server.person(label, other());
    const call = await manager(own());
    const before = await stored(id);
    for (const change of [{ permissions: {} }, { permissions: garden }, { name: "Mine" }]) {
      const { status, body } = await call("PATCH", `/group/${id}`, change);
      expect([status, body.code]).toEqual([403, "role_holders_out_of_scope"]);
    }
    expect(await stored(id)).toEqual(before);
    const { body } = await call<Group>("GET", `/group/${id}`);
    expect(body.can).toEqual({ change: false, delete: false });
  });

  test("nor one that somebody without any assignment holds", async () => {
    const { id, label } = await role();
    await server.person(label);
    const call = await manager(own());
    expect((await call("PATCH", `/group/${id}`, { permissions: {} })).status).toBe(403);
    expect((await call("DELETE", `/group/${id}`)).status).toBe(403);
  });

  test("changes a role that their own people hold, and one that nobody holds", async () => {
    const { id, label } = await role();
    const call = await manager(own());
    expect((await call("PATCH", `/group/${id}`, { name: `${label} free` })).status).toBe(200);
    await server.person(`${label} free`, own());
    const { body } = await call<Group>("GET", `/group/${id}`);
    expect(body.can).toEqual({ change: true, delete: false });
    const changed = await call<Group>("PATCH", `/group/${id}`, { permissions: garden });
    expect(changed.body.permissions.garden).toMatchObject({ view: true, add: false });
  });
});

describe("a right that needs another one", () => {
  const add = { planttreetask: { add: true } };

  test("brings it along, and what that needs", async () => {
    const call = await manager({ permissions: fillPermissions(() => true) });
    const made = await call<Group>("POST", "/group", {
      name: `Role ${roles++}`,
      permissions: { ...add, planttreetaskreport: { change: true }, district: { change: true } },
    });
    expect(made.status).toBe(201);
    const given = rights.filter((right) => hasRight(made.body.permissions, right));
    expect(given).toEqual([
      "district.view",
      "district.change",
      "garden.view",
      "planttreetask.view",
      "planttreetask.add",
      "planttreetaskreport.view",
      "planttreetaskreport.change",
      "planttreetype.view",
      "region.view",
    ]);
  });

  test("is refused by name where the giver does not hold it", async () => {
    const call = await manager({ permissions: grants({ group: "va", planttreetask: "va" }) });
    const body = { name: `Role ${roles++}`, permissions: add };
    const refused = await call<{ permissions: string[] }>("POST", "/group", body);
    expect(refused.status).toBe(400);
    expect(refused.body.permissions[0]).toMatch(
      /^“Planting tasks: Add” is of no use without “(Gardens|Tree types): View”/,
    );
    const beyond = { name: "Beyond", permissions: { user: { view: true } } };
    const said = await call<{ permissions: string[] }>("POST", "/group", beyond);
    expect(said.body.permissions[0]).toMatch(/do not hold: “Users: View”$/);
  });

  test("stays as it was in a role from before, when something else is changed", async () => {
    const row = await server.db.sql
      .insertInto("user_group")
      .values({
        name: `Role ${roles++}`,
        permissions: json(grants({ planttreetask: "va" })),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const call = await manager({ permissions: grants({ group: "vac", planttreetask: "va" }) });
    const { body } = await call<Group>("GET", `/group/${row.id}`);
    const change = { name: `Role ${roles++}`, permissions: body.permissions };
    expect((await call("PATCH", `/group/${row.id}`, change)).status).toBe(200);
  });
});

test("a role that a person outside holds is changed by the whole programme's staff", async () => {
  const { id, label } = await role();
  await server.person(label, { regions });
  const call = await manager({});
  expect((await call("PATCH", `/group/${id}`, { permissions: {} })).status).toBe(200);
});
