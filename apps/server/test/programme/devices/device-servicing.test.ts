/** Work on a device: written down, taken back, due again, told of when it is overdue. */
import type { Device } from "@nihol/contract/sensors/devices";
import type { Servicing } from "@nihol/contract/sensors/servicing";
import { daysAfter, today } from "@nihol/contract/values/planting/programme-day";
import { notifyDue } from "@nihol/store/notices/due-notices";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDevice } from "../../support/device-world.ts";
import { type TestApp, testApp } from "../../support/test-app.ts";
import { type TwoRegions, twoRegions } from "./two-regions.ts";

let server: TestApp;
let world: TwoRegions;
beforeAll(async () => {
  server = await testApp();
  world = await twoRegions(server);
});
afterAll(() => server.close());

const ago = (days: number) => daysAfter(today(), -days);
const write = (id: number, body: object, { call } = world.keeper) =>
  call<Servicing & Record<string, string[]>>("POST", `/device/${id}/servicing`, body);
const due = async (id: number) => {
  const { body } = await world.keeper.call<Device>("GET", `/device/${id}`);
  return [body.serviced_on, body.service_kind, body.service_due];
};
const listed = async (query: string) =>
  (await world.keeper.call<{ results: Device[] }>("GET", `/device?${query}`)).body.results.map(
    ({ name }) => name,
  );

test("the newest entry of each kind says when it is due again; one that is taken back counts no more", async () => {
  const { keeper, near } = world;
  const { id } = await makeDevice(keeper.call, { ...near, name: "serviced" });
  expect(await due(id)).toEqual([null, null, null]);
  const calibrated = { kind: "calibrated", done_on: ago(40), due_on: ago(1) };
  const first = await write(id, calibrated);
  expect(first.status).toBe(201);
  expect(first.body).toMatchObject({ ...calibrated, holds: true, note: "", taken_back: null });
  expect(first.body.done_by).toBe(first.body.added.name);
  await write(id, {
    kind: "battery",
    done_on: ago(3),
    due_on: daysAfter(today(), 5),
    done_by: "Ali",
  });
  expect(await due(id)).toEqual([ago(3), "calibrated", ago(1)]);
  // An older entry that is written later takes no place.
  await write(id, { kind: "calibrated", done_on: ago(90), due_on: ago(60) });
  expect(await due(id)).toEqual([ago(3), "calibrated", ago(1)]);
  const again = await write(id, { kind: "calibrated", done_on: ago(0) });
  expect(await due(id)).toEqual([ago(0), "battery", daysAfter(today(), 5)]);
  const back = (note: string) =>
    keeper.call<Servicing>("POST", `/device/${id}/servicing/${again.body.id}/take-back`, { note });
  expect((await back("wrong device")).body).toMatchObject({
    holds: false,
    taken_back: { note: "wrong device" },
  });
  expect((await back("")).status).toBe(409);
  expect(await due(id)).toEqual([ago(3), "calibrated", ago(1)]);
  const { body } = await keeper.call<{ results: Servicing[] }>("GET", `/device/${id}/servicing`);
  expect(body.results.map(({ kind, holds }) => [kind, holds])).toEqual([
    ["calibrated", false],
    ["battery", true],
    ["calibrated", true],
    ["calibrated", false],
  ]);
  const log = await server.db.sql
    .selectFrom("audit_log")
    .where("resource", "=", "servicing")
    .orderBy("id")
    .select("action")
    .execute();
  expect(log.map(({ action }) => action)).toEqual(["add", "add", "add", "add", "change"]);
});

test("what cannot be is refused under its field", async () => {
  const { id } = await makeDevice(world.keeper.call, world.near);
  const fieldOf = async (body: object) => {
    const answer = await write(id, body);
    return [answer.status, ...Object.keys(answer.body)];
  };
  const cleaned = { kind: "cleaned", done_on: ago(1) };
  expect(await fieldOf({ ...cleaned, done_on: daysAfter(today(), 1) })).toEqual([400, "done_on"]);
  expect(await fieldOf({ ...cleaned, due_on: ago(1) })).toEqual([400, "due_on"]);
  expect(await fieldOf({ ...cleaned, due_on: "2226-01-01" })).toEqual([400, "due_on"]);
  expect(await fieldOf({ ...cleaned, kind: "other" })).toEqual([400, "note"]);
  expect(await fieldOf({ ...cleaned, kind: "painted" })).toEqual([400, "kind"]);
  expect(await due(id)).toEqual([null, null, null]);
});

test("the list filters and orders by the next day, and those beyond a scope keep theirs", async () => {
  const { master, keeper, viewer, near, far } = world;
  const named = async (name: string, days: number, at = near) => {
    const { id } = await makeDevice(master.call, { ...at, name });
    await write(
      id,
      { kind: "inspected", done_on: ago(30), due_on: daysAfter(today(), days) },
      master,
    );
    return id;
  };
  const hidden = await named("due-hidden", -2, far);
  const late = await named("due-late", -2);
  await named("due-today", 0);
  await named("due-later", 30);
  expect(await listed("servicing=overdue&search=due-")).toEqual(["due-late"]);
  expect(await listed("servicing=due&ordering=service_due&search=due-")).toEqual([
    "due-late",
    "due-today",
  ]);
  expect((await listed("ordering=service_due&search=due-")).at(-1)).toBe("due-later");
  expect((await keeper.call("GET", `/device/${hidden}/servicing`)).status).toBe(404);
  expect((await write(hidden, { kind: "cleaned", done_on: ago(1) })).status).toBe(404);
  expect((await write(late, { kind: "cleaned", done_on: ago(1) }, viewer)).status).toBe(403);
  const seen = await viewer.call<{ results: Servicing[]; can: object }>(
    "GET",
    `/device/${late}/servicing`,
  );
  expect(seen.body.can).toEqual({ change: false });
  const [entry] = seen.body.results;
  const takeBack = `/device/${late}/servicing/${entry?.id}/take-back`;
  expect((await viewer.call("POST", takeBack, {})).status).toBe(403);
  // An entry of another device is none of this one.
  const other = await makeDevice(keeper.call, near);
  expect(
    (await keeper.call("POST", `/device/${other.id}/servicing/${entry?.id}/take-back`, {})).status,
  ).toBe(404);
});

test("once it is overdue, those who may change the device are told, once", async () => {
  const { keeper, viewer, near } = world;
  await server.db.sql.updateTable("device").set({ retired: true }).execute();
  const { id } = await makeDevice(keeper.call, { ...near, name: "told" });
  await write(id, { kind: "cleaned", done_on: ago(10), due_on: daysAfter(today(), 1) });
  const told = async (on: string) => {
    await server.db.sql.transaction().execute((trx) => notifyDue(trx, on, new Date()));
    const rows = await server.db.sql
      .selectFrom("notice")
      .where("kind", "=", "service_overdue")
      .where("user_id", "in", [keeper.id, viewer.id])
      .select(["user_id", "subject_id"])
      .execute();
    return rows.map((row) => [row.user_id, row.subject_id]);
  };
  expect(await told(daysAfter(today(), 1))).toEqual([]);
  expect(await told(daysAfter(today(), 2))).toEqual([[keeper.id, id]]);
  expect(await told(daysAfter(today(), 3))).toEqual([[keeper.id, id]]);
});
