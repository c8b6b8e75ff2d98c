/** Notices that time brings, by given days and moments; accounts are told of the rows that their lists show. */

import { daysAfter } from "@nihol/contract/values/planting/programme-day";
import { notifyDue } from "@nihol/store/notices/due-notices";
import { deleteOldNotices } from "@nihol/store/notices/notice-cleanup";
import { maySee, subjectSql } from "@nihol/store/notices/notice-subjects";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { noticeWorld, type Person } from "../support/notice-world.ts";
import { type TestApp, testApp } from "../support/test-app.ts";
import { violationBody } from "../support/violation-fixture.ts";

let server: TestApp;
let world: Awaited<ReturnType<typeof noticeWorld>>;
const day = "2026-05-14";
const now = new Date(`${day}T06:00:00Z`);
beforeAll(async () => {
  server = await testApp();
  world = await noticeWorld(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.sql.deleteFrom("planting_task").execute();
  await server.db.sql.deleteFrom("violation").execute();
  await server.db.sql.deleteFrom("notice").execute();
});

/** Rows that one person was told of as due on a day; each as often as it was told. */
async function dueFor({ id }: Person, on = day, at = now) {
  await notifyDue(server.db.sql, on, at);
  const rows = await server.db.sql
    .selectFrom("notice")
    .where("user_id", "=", id)
    .where("kind", "in", [
      "task_due",
      "task_overdue",
      "survival_due",
      "violation_due",
      "device_silent",
      "device_alert",
    ])
    .select(["kind", "facts"])
    .orderBy("id")
    .execute();
  return rows.map(({ kind }) => kind);
}
const dated = (dueDate: string) => world.give({ assignedDate: "2026-04-01", dueDate });

test("a task is told of a week before it is due, once, and again when its day moves", async () => {
  const { id } = await dated(daysAfter(day, 8));
  expect(await dueFor(world.planter)).toEqual([]);
  expect(await dueFor(world.planter, daysAfter(day, 1))).toEqual(["task_due"]);
  expect(await dueFor(world.planter, daysAfter(day, 2))).toEqual(["task_due"]);
  const dueDate = daysAfter(day, 9);
  await world.giver.call("PATCH", `/plant-tree-task/${id}`, { dueDate });
  expect(await dueFor(world.planter, daysAfter(day, 2))).toEqual(["task_due", "task_due"]);
});

test("an overdue task is told to who plants it and to who gave it, not to those who may not see it", async () => {
  await dated(daysAfter(day, -1));
  expect(await dueFor(world.planter)).toEqual(["task_overdue"]);
  expect(await dueFor(world.giver)).toEqual(["task_overdue"]);
  for (const other of [world.away, world.blind, world.stranger])
    expect(await dueFor(other)).toEqual([]);
});

test("a task that was handed in, or was due long ago, is not told of", async () => {
  const { id } = await dated(daysAfter(day, -1));
  await world.handIn(id);
  await dated(daysAfter(day, -15));
  expect(await dueFor(world.planter)).toEqual([]);
});

test("a survival visit that is due is told to those who may count, not to who planted", async () => {
  const { id } = await dated(daysAfter(day, -20));
  await world.handIn(id);
  await world.decide(id, "completed");
  await sql`update survival_visit set due_date = ${day} where task_id = ${id} and year = 1`.execute(
    server.db.sql,
  );
  const counter = await server.person("SysAdmin");
  expect(await dueFor(counter, daysAfter(day, -1))).toEqual([]);
  expect(await dueFor(counter)).toEqual(["survival_due"]);
  for (const other of [world.planter, world.reviewer]) expect(await dueFor(other)).toEqual([]);
});

test("the deadline of an open violation is told to who answers for it, or to the organization", async () => {
  const due_date = daysAfter(day, 5);
  const write = (more: object) =>
    world.giver.call(
      "POST",
      "/violation",
      violationBody({ point: null, garden: world.garden, due_date, ministry: world.mine, ...more }),
    );
  await write({});
  expect(await dueFor(world.colleague)).toEqual(["violation_due"]);
  expect(await dueFor(world.planter)).toEqual([]);
  await server.db.sql
    .updateTable("violation")
    .set({ responsible_id: world.planter.id, due_date: daysAfter(day, 6) })
    .execute();
  expect(await dueFor(world.planter)).toEqual(["violation_due"]);
  expect(await dueFor(world.colleague)).toEqual(["violation_due"]);
});

test("a device is told of when it falls silent, once for each silence, and when a value asks to act, once a day", async () => {
  const master = await server.person("MasterAdmin");
  const { id } = await server.db.sql
    .insertInto("device")
    .values({ name: "Ҳаво 1", type: "air", longitude: 69, latitude: 38, interval_minutes: 60 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const measure = (ts: Date, value: number) =>
    sql`insert into reading_latest (device_id, parameter, ts, value, faulty)
      select ${id}, id, ${ts}, ${value}, false from parameter where key = 'air_temperature'
      on conflict (device_id, parameter) do update set ts = excluded.ts, value = excluded.value`.execute(
      server.db.sql,
    );
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  await measure(before(1), 20);
  expect(await dueFor(master)).toEqual([]);
  await measure(before(0), 55);
  expect(await dueFor(master)).toEqual(["device_alert"]);
  expect(await dueFor(master)).toEqual(["device_alert"]);
  await measure(before(4), 20);
  expect(await dueFor(master)).toEqual(["device_alert", "device_silent"]);
  expect(await dueFor(master)).toEqual(["device_alert", "device_silent"]);
  await server.db.sql.deleteFrom("device").where("id", "=", id).execute();
});

test("notices end with their time and with their row", async () => {
  const { id } = await world.give();
  await world.give();
  const count = async () => {
    const rows = await server.db.sql.selectFrom("notice").select("subject_id").execute();
    return new Set(rows.map(({ subject_id }) => subject_id)).size;
  };
  const at = new Date();
  await deleteOldNotices(server.db.sql, at);
  expect(await count()).toBe(2);
  await world.giver.call("DELETE", `/plant-tree-task/${id}`);
  await deleteOldNotices(server.db.sql, at);
  expect(await count()).toBe(1);
  await deleteOldNotices(server.db.sql, new Date(at.getTime() + 91 * 86_400_000));
  expect(await count()).toBe(0);
});

test("the rule for all accounts at once says of each what their own lists show", async () => {
  await world.give();
  await world.give({ ministry: world.other });
  await world.give({ garden: world.otherGarden, ministry: null });
  const planted = await world.give();
  await server.db.sql
    .updateTable("planting_task")
    .set({ contractor_id: world.other })
    .where("id", "=", planted.id)
    .execute();
  for (const more of [{ garden: world.garden }, { garden: world.otherGarden }])
    await world.giver.call("POST", "/violation", violationBody({ point: null, ...more }));
  await world.giver.call("POST", "/violation", violationBody({ region: world.region }));
  await world.colleague.call("POST", "/violation", violationBody());
  const device = { type: "air" as const, longitude: 69, latitude: 38 };
  await server.db.sql
    .insertInto("device")
    .values([
      { ...device, name: "A", garden_id: world.garden, region_id: world.region },
      { ...device, name: "B" },
    ])
    .execute();
  const lists = { task: "/plant-tree-task", violation: "/violation", device: "/device" } as const;
  for (const person of Object.values(world.people))
    for (const subject of ["task", "violation", "device"] as const) {
      const { from, id } = subjectSql[subject];
      const { rows } = await sql<{ id: number }>`
        select ${id} as id from ${from}, user_account u join user_group r on r.id = u.group_id
        where u.id = ${person.id} and ${maySee(subject)} order by 1`.execute(server.db.sql);
      const { status, body } = await person.call<{ results: { id: number }[] }>(
        "GET",
        `${lists[subject]}?page_size=200`,
      );
      const shown = status === 403 ? [] : body.results.map((row) => row.id).sort((a, b) => a - b);
      expect(
        rows.map((row) => row.id),
        `${subject} ${person.email}`,
      ).toEqual(shown);
    }
});
