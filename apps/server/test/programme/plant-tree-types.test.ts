/** Tree types through HTTP. */
import type { Page } from "@nihol/contract/paging";
import type { PlantTreeType } from "@nihol/contract/planting/plant-tree-types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fresh, makeTask, plantingFixture } from "../support/planting-fixture.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let call: Caller;
let fixture: ReturnType<typeof plantingFixture>;
beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  fixture = plantingFixture(server);
});
afterAll(() => server.close());

const everything = grants({ planttreetype: "vacd", planttreetask: "vacd" });

test("a tree type is made, read, changed and deleted, and each step is in the log", async () => {
  const name = fresh();
  const created = await call<PlantTreeType>("POST", "/plant-tree-type", { name });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    name,
    latin_name: "",
    task_count: 0,
    can: { change: true, delete: true },
  });
  const path = `/plant-tree-type/${created.body.id}`;
  const changed = await call("PATCH", path, { latin_name: " Juglans regia " });
  expect(changed.body).toMatchObject({ name, latin_name: "Juglans regia" });
  expect((await call("DELETE", path)).status).toBe(204);
  expect((await call("GET", path)).status).toBe(404);
  const rows = await server.db.sql
    .selectFrom("audit_log")
    .where("resource", "=", "planttreetype")
    .where("resource_id", "=", String(created.body.id))
    .orderBy("id")
    .select("action")
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(["add", "change", "delete"]);
});

test("a name is needed in three languages, and no two types share one", async () => {
  const name = fresh();
  await call("POST", "/plant-tree-type", { name });
  const taken = await call("POST", "/plant-tree-type", { name: { ...fresh(), tg: name.tg } });
  expect([taken.status, taken.body]).toEqual([400, { "name.tg": ["This name is taken"] }]);
  const short = await call("POST", "/plant-tree-type", { name: { ...fresh(), en: " " } });
  expect([short.status, Object.keys(short.body)]).toEqual([400, ["name.en"]]);
});

test("a type is found by its name in any language and by its latin name", async () => {
  const name = fresh("Бодом");
  const body = { name, latin_name: "Amygdalus communis" };
  const { id } = (await call<PlantTreeType>("POST", "/plant-tree-type", body)).body;
  for (const search of ["бодом", "AMYGDALUS"]) {
    const found = await call<Page<PlantTreeType>>("GET", `/plant-tree-type?search=${search}`);
    expect(found.body.results.map((one) => one.id)).toEqual([id]);
  }
  const refused = await call("GET", "/plant-tree-type?ordering=created_at");
  expect(refused.status).toBe(400);
});

test("a type that a task asks for or reports is not deleted", async () => {
  const garden = await fixture.insert("garden");
  const [asked, reported] = [await fixture.treeType(), await fixture.treeType()];
  const task = await makeTask(call, garden, asked);
  const row = { tree_type: reported, count: 3, plant_date: "2026-01-10" };
  expect((await call("POST", `/plant-tree-task/${task.id}/report`, row)).status).toBe(201);
  for (const id of [asked, reported]) {
    const { body } = await call<PlantTreeType>("GET", `/plant-tree-type/${id}`);
    expect(body.task_count).toBe(1);
    const refused = await call("DELETE", `/plant-tree-type/${id}`);
    expect([refused.status, refused.body.code]).toEqual([409, "in_use"]);
    const list = await call<Page<object>>("GET", `/plant-tree-task?tree_type=${id}`);
    expect(list.body.count).toBe(1);
  }
});

test("a person of one territory reads the types, counts their own tasks and writes none", async () => {
  const type = await fixture.treeType();
  const [home, away] = [await fixture.territory(), await fixture.territory()];
  for (const { region, district } of [home, away]) {
    const place = { region_id: region, district_id: district };
    await makeTask(call, await fixture.insert("garden", place), type);
  }
  const person = await server.person("Types clerk", {
    permissions: everything,
    districts: [home.district],
  });
  const path = `/plant-tree-type/${type}`;
  expect((await person.call<PlantTreeType>("GET", path)).body).toMatchObject({
    task_count: 1,
    can: { change: false, delete: false },
  });
  expect((await person.call("PATCH", path, { name: fresh() })).status).toBe(403);
  expect((await person.call("DELETE", path)).status).toBe(403);
  expect((await person.call("POST", "/plant-tree-type", { name: fresh() })).status).toBe(403);
});

test("each call needs its permission", async () => {
  const type = await fixture.treeType();
  const reader = await server.person("Types reader", {
    permissions: grants({ planttreetype: "v" }),
  });
  expect((await reader.call("GET", "/plant-tree-type")).status).toBe(200);
  expect((await reader.call("POST", "/plant-tree-type", { name: fresh() })).status).toBe(403);
  expect((await reader.call("PATCH", `/plant-tree-type/${type}`, {})).status).toBe(403);
  expect((await reader.call("DELETE", `/plant-tree-type/${type}`)).status).toBe(403);
  const nobody = await server.person("Types nobody", { permissions: grants({ garden: "v" }) });
  expect((await nobody.call("GET", "/plant-tree-type")).status).toBe(403);
  expect((await server.anonymous("GET", "/plant-tree-type")).status).toBe(401);
});
