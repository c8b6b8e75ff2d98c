/** Comments on planting tasks: whom they may name, who changes them and until when, and the mentions of a person. */
import type { Page } from "@nihol/contract/paging";
import type { Mention, TaskComment, TaskPerson } from "@nihol/contract/planting/task-comments";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTask, plantingFixture } from "../../support/planting-fixture.ts";
import { type Caller, grants, type TestApp, testApp } from "../../support/test-app.ts";

const path = "/plant-tree-task";
let server: TestApp;
let admin: Caller;
let fixture: ReturnType<typeof plantingFixture>;
let type: number;
beforeAll(async () => {
  server = await testApp();
  ({ call: admin } = await server.person("MasterAdmin"));
  fixture = plantingFixture(server);
  type = await fixture.treeType();
});
afterAll(() => server.close());

const viewing = grants({ planttreetask: "v" });
let roles = 0;
const reader = (options: Parameters<TestApp["person"]>[1] = {}) =>
  server.person(`Comment reader ${++roles}`, { permissions: viewing, ...options });
const newTask = async (more: object = {}) =>
  (await makeTask(admin, await fixture.insert("garden", more), type)).id;
const write = (as: Caller, task: number, body: string) =>
  as<TaskComment & Record<string, string[]>>("POST", `${path}/${task}/comment`, { body });
const mentionsOf = async (as: Caller) => (await as<Page<Mention>>("GET", "/mention")).body.results;
const logOf = async (task: number) =>
  server.db.sql
    .selectFrom("audit_log")
    .where("resource", "=", "planttreetask")
    .where("resource_id", "=", String(task))
    .where("action", "like", "comment%")
    .select(["action", "change"])
    .orderBy("id")
    .execute();

describe("a comment", () => {
  test("is written by whoever sees the task, and read newest first with the names of those it names", async () => {
    const task = await newTask();
    const [one, other] = [await reader(), await reader()];
    await write(one.call, task, "The water comes on Monday");
    const named = await write(
      one.call,
      task,
      `@[${other.id}] please look, and again @[${other.id}]`,
    );
    expect(named.status).toBe(201);
    const { body } = await other.call<Page<TaskComment>>("GET", `${path}/${task}/comment`);
    expect(body).toMatchObject({
      count: 2,
      results: [
        { mentions: [{ id: other.id }], can: { change: false, delete: false } },
        { body: "The water comes on Monday", mentions: [], deleted: false },
      ],
    });
    expect((await write(one.call, task, "  ")).status).toBe(400);
  });

  test("lies within the scope of its task", async () => {
    const task = await newTask();
    const stranger = await reader({ ministryId: await fixture.insert("ministry") });
    expect((await write(stranger.call, task, "let me in")).status).toBe(404);
    for (const call of ["comment", "people"])
      expect((await stranger.call("GET", `${path}/${task}/${call}`)).status).toBe(404);
    const blind = await server.person("Comment blind", { permissions: grants({ garden: "v" }) });
    expect((await write(blind.call, task, "nor me")).status).toBe(403);
    expect((await blind.call("GET", "/mention")).status).toBe(403);
  });

  test("is changed and deleted by its author within a day, and the audit log keeps what it was", async () => {
    const task = await newTask();
    const author = await reader();
    const { body: written } = await write(author.call, task, "ten trees");
    const one = `${path}/${task}/comment/${written.id}`;
    expect(written.can).toEqual({ change: true, delete: true });
    expect((await admin("PATCH", one, { body: "not mine" })).status).toBe(403);
    const changed = await author.call("PATCH", one, { body: "twelve trees" });
    expect(changed.body).toMatchObject({ body: "twelve trees", changed_at: expect.any(String) });
    expect((await admin("DELETE", one)).status).toBe(403);
    expect((await author.call("DELETE", one)).status).toBe(204);
    const { body } = await admin<Page<TaskComment>>("GET", `${path}/${task}/comment`);
    expect(body.results).toMatchObject([{ id: written.id, body: "", deleted: true }]);
    expect((await author.call("PATCH", one, { body: "back" })).status).toBe(404);
    expect(await logOf(task)).toEqual([
      { action: "comment_add", change: { comment: written.id, body: "ten trees" } },
      {
        action: "comment_change",
        change: { comment: written.id, before: "ten trees", body: "twelve trees" },
      },
      { action: "comment_delete", change: { comment: written.id, before: "twelve trees" } },
    ]);
  });

  test("stands after a day", async () => {
    const task = await newTask();
    const author = await reader();
    const { body: written } = await write(author.call, task, "it stands");
    await server.db.sql
      .updateTable("task_comment")
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where("id", "=", written.id)
      .execute();
    const one = `${path}/${task}/comment/${written.id}`;
    const refused = await author.call("PATCH", one, { body: "no" });
    expect([refused.status, refused.body.code]).toEqual([409, "comment_closed"]);
    expect((await author.call("DELETE", one)).status).toBe(409);
    const { body } = await author.call<Page<TaskComment>>("GET", `${path}/${task}/comment`);
    expect(body.results[0]?.can).toEqual({ change: false, delete: false });
  });
});

describe("a mention", () => {
  test("of somebody who may not see the task, or does not exist, is refused, and nothing is written", async () => {
    const ministry = await fixture.insert("ministry");
    const task = await newTask({ ministry_id: ministry });
    const stranger = await reader({ ministryId: await fixture.insert("ministry") });
    for (const id of [stranger.id, 999_999]) {
      const refused = await write(admin, task, `@[${id}] look`);
      expect(refused.status).toBe(400);
      expect(refused.body.body).toHaveLength(1);
    }
    const { body } = await admin<Page<TaskComment>>("GET", `${path}/${task}/comment`);
    expect(body.count).toBe(0);
    expect(await mentionsOf(stranger.call)).toEqual([]);
  });

  test("is found by the person named, once, until it is taken back or the task is beyond them", async () => {
    const ministry = await fixture.insert("ministry");
    const task = await newTask({ ministry_id: ministry });
    const named = await reader({ ministryId: ministry });
    const { body: first } = await write(admin, task, `@[${named.id}] first`);
    const { body: second } = await write(admin, task, `second @[${named.id}] @[${named.id}]`);
    const ids = async () => (await mentionsOf(named.call)).map(({ comment }) => comment.id);
    expect(await ids()).toEqual([second.id, first.id]);
    const told = await server.db.sql
      .selectFrom("notice")
      .where("user_id", "=", named.id)
      .where("kind", "=", "mention")
      .select(["subject", "subject_id"])
      .execute();
    expect(told).toEqual(Array(2).fill({ subject: "task", subject_id: task }));
    await admin("PATCH", `${path}/${task}/comment/${first.id}`, { body: "nobody" });
    expect(await ids()).toEqual([second.id]);
    await server.db.sql
      .updateTable("planting_task")
      .set({
        ministry_id: await fixture.insert("ministry"),
        garden_id: await fixture.insert("garden"),
      })
      .where("id", "=", task)
      .execute();
    expect(await ids()).toEqual([]);
  });
});

test("people are proposed by a part of their name, with their organization, if they may see the task", async () => {
  const ministry = await fixture.insert("ministry");
  const task = await newTask({ ministry_id: ministry });
  const inside = await reader({ ministryId: ministry });
  const outside = await reader({ ministryId: await fixture.insert("ministry") });
  await server.db.sql
    .updateTable("user_account")
    .set({ first_name: "Зарафшон" })
    .where("id", "in", [inside.id, outside.id])
    .execute();
  const { body } = await admin<{ results: TaskPerson[] }>(
    "GET",
    `${path}/${task}/people?search=${encodeURIComponent("зараф")}`,
  );
  expect(body.results).toMatchObject([{ id: inside.id, organization: { id: ministry } }]);
});

test("a person beyond the list of users is named only where they took part, and cannot be asked for by number", async () => {
  const [owner, planter] = [await fixture.insert("ministry"), await fixture.insert("ministry")];
  const task = await newTask({ ministry_id: owner });
  await server.db.sql
    .updateTable("planting_task")
    .set({ contractor_id: planter })
    .where("id", "=", task)
    .execute();
  const [officer, silent] = [
    await reader({ ministryId: owner }),
    await reader({ ministryId: owner }),
  ];
  const planterRights = { permissions: grants({ planttreetask: "v", user: "v" }) };
  const worker = await server.person("Comment planter", { ...planterRights, ministryId: planter });
  const colleague = await reader({ ministryId: planter });
  const proposed = async (as: Caller) =>
    (await as<{ results: TaskPerson[] }>("GET", `${path}/${task}/people`)).body.results.map(
      ({ id }) => id,
    );
  const ids = (...people: { id: number }[]) => people.map(({ id }) => id).sort((a, b) => a - b);
  const sorted = async (as: Caller) => (await proposed(as)).sort((a, b) => a - b);
  const [giver] = await server.db.sql
    .selectFrom("planting_task")
    .where("id", "=", task)
    .select("created_by as id")
    .execute();
  // The administrator who gave the task stands in its history.
  const known = [worker, colleague, { id: Number(giver?.id) }];
  expect(await sorted(worker.call)).toEqual(ids(...known));
  await write(officer.call, task, "Bring water");
  expect(await sorted(worker.call)).toEqual(ids(...known, officer));
  expect((await write(worker.call, task, `@[${officer.id}] we come`)).status).toBe(201);
  expect((await write(worker.call, task, `@[${silent.id}] and you`)).status).toBe(400);
  const listed = await worker.call<Page<{ id: number }>>("GET", "/user?page_size=100");
  expect(listed.body.results.map(({ id }) => id)).not.toContain(officer.id);
});

test("people who are proposed are exactly those who see the task, whatever their organization, territory and rights", async () => {
  const { region, district } = await fixture.territory();
  const elsewhere = await fixture.territory();
  const [owner, gardener, planter] = [
    await fixture.insert("ministry"),
    await fixture.insert("ministry"),
    await fixture.insert("ministry"),
  ];
  const garden = await fixture.insert("garden", {
    ministry_id: gardener,
    region_id: region,
    district_id: district,
  });
  const { id: task } = await makeTask(admin, garden, type, { ministry: owner });
  await server.db.sql
    .updateTable("planting_task")
    .set({ contractor_id: planter })
    .where("id", "=", task)
    .execute();
  const people = await Promise.all([
    reader(),
    ...[owner, gardener, planter, await fixture.insert("ministry")].map((ministryId) =>
      reader({ ministryId }),
    ),
    reader({ regions: [region] }),
    reader({ districts: [district] }),
    reader({ regions: [elsewhere.region] }),
    reader({ districts: [elsewhere.district, district] }),
    reader({ ministryId: planter, regions: [elsewhere.region] }),
    reader({ ministryId: owner, regions: [region] }),
    server.person("Comment nobody", { permissions: grants({}) }),
    server.person("SysAdmin"),
  ]);
  const seen: boolean[] = [];
  const offered: boolean[] = [];
  for (const { id, call } of people) {
    seen.push((await call("GET", `${path}/${task}`)).status === 200);
    offered.push((await write(admin, task, `@[${id}]`)).status === 201);
  }
  expect(offered).toEqual(seen);
  expect(seen.filter(Boolean)).toHaveLength(9);
});
