/** A violation as a case: its number, its deadline, and the person who answers for it. */
import { today } from "@nihol/contract/values/planting/programme-day";
import type { ViolationRegister } from "@nihol/contract/violations/violation-register";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { grants, type TestApp, testApp } from "../../support/test-app.ts";
import { box, names, violationBody } from "../../support/violation-fixture.ts";

type Row = {
  id: number;
  number: string;
  due_date: string | null;
  overdue: boolean;
  responsible: { id: number | null; name: string } | null;
  source: string;
  history: { field: string; from_value: string | null; to_value: string | null; to: string }[];
};
type Rows = { count: number; results: Row[] };

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
let west: number;
let made = 0;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
  const region = { name: names("Ғарб"), boundary: box(69, 70) };
  west = (await master.call<Row>("POST", "/region", region)).body.id;
});
afterAll(() => server.close());

const write = async (more: object = {}, call = master.call) =>
  (await call<Row>("POST", "/violation", violationBody(more))).body;
const inRegion = (more: object = {}) =>
  server.person(`Inspector ${++made}`, {
    permissions: grants({ violation: "vacd" }),
    regions: [west],
    ...more,
  });
/** The numbers given so far, as places in their year. */
const places = async () =>
  (await server.db.sql.selectFrom("violation").select("number").execute())
    .map(({ number }) => Number(number.split("-")[1]))
    .sort((a, b) => a - b);

describe("the number", () => {
  test("is given once and without a gap, whoever writes at the same time and whoever is refused", async () => {
    const { call } = await inRegion();
    const beyond = { point: [75, 45] };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => write(i % 3 === 0 ? beyond : {}, call)),
    );
    expect(answers.filter(({ number }) => number).length).toBe(8);
    const given = await places();
    expect(given).toEqual(given.map((_, i) => i + 1));
    expect(answers[1]?.number).toMatch(/^20\d\d-00\d\d$/);
  });

  test("of a deleted case is not given again, and stays in the register with its day", async () => {
    const gone = await write();
    expect((await master.call("DELETE", `/violation/${gone.id}`)).status).toBe(204);
    expect((await write()).number).not.toBe(gone.number);
    const { body } = await master.call<ViolationRegister>("GET", "/violation/register");
    expect(body.deleted).toEqual([{ number: gone.number, deleted_on: today() }]);
    const { body: past } = await master.call<ViolationRegister>(
      "GET",
      "/violation/register?to=2001-01-01",
    );
    expect(past.deleted).toEqual([]);
  });

  test("finds its case, and orders the list by year and place", async () => {
    const first = await write();
    const second = await write();
    const found = await master.call<Rows>("GET", `/violation?search=${second.number}`);
    expect(found.body.results.map(({ id }) => id)).toEqual([second.id]);
    await server.db.sql
      .updateTable("violation")
      .set({ number: `${second.number.slice(0, 5)}10001` })
      .where("id", "=", second.id)
      .execute();
    const { body: rows } = await master.call<Rows>(
      "GET",
      "/violation?ordering=-number&page_size=200",
    );
    const ids = rows.results.map(({ id }) => id);
    expect(ids.indexOf(second.id)).toBeLessThan(ids.indexOf(first.id));
    await server.db.sql.deleteFrom("violation").where("id", "=", second.id).execute();
  });
});

describe("the deadline", () => {
  test("that has passed makes an open case overdue, and a closed one not", async () => {
    const late = await write({ due_date: "2026-06-01" });
    const open = await write({ due_date: "2999-01-01" });
    expect([late.overdue, open.overdue]).toEqual([true, false]);
    const listed = async () =>
      (await master.call<Rows>("GET", "/violation?overdue=1&page_size=200")).body;
    const before = await listed();
    expect(before.results.map(({ id }) => id)).toContain(late.id);
    expect(before.results.map(({ id }) => id)).not.toContain(open.id);
    const counted = await master.call<{ overdue: number }>("GET", "/violation/count?overdue=1");
    expect(counted.body.overdue).toBe(before.count);
    const end = { from: "new", to: "dismissed", comment: "Санҷида шуд" };
    const ended = await master.call<Row>("POST", `/violation/${late.id}/state`, end);
    expect(ended.body).toMatchObject({ overdue: false, due_date: "2026-06-01" });
    expect((await listed()).count).toBe(before.count - 1);
  });

  test("that is changed stands in the history with the day before", async () => {
    const { id } = await write({ due_date: "2026-06-01" });
    await master.call("PATCH", `/violation/${id}`, { due_date: "2026-07-01", title: "Дигар" });
    await master.call("PATCH", `/violation/${id}`, { due_date: "2026-07-01" });
    const { body: row } = await master.call<Row>("PATCH", `/violation/${id}`, { due_date: null });
    expect(
      row.history.map(({ field, from_value, to_value, to }) => [field, from_value, to_value, to]),
    ).toEqual([
      ["state", null, null, "new"],
      ["due_date", null, "2026-06-01", "new"],
      ["due_date", "2026-06-01", "2026-07-01", "new"],
      ["due_date", "2026-07-01", null, "new"],
    ]);
  });
});

describe("the responsible person", () => {
  test("is an account that sees the case, and those alone are offered", async () => {
    const { id } = await write();
    const inside = await inRegion();
    const district = await inRegion({ regions: [], districts: [] });
    const east = (await master.call<Row>("POST", "/region", { name: names("Шарқ") })).body.id;
    const outside = await inRegion({ regions: [east] });
    const ministry = (await master.call<Row>("POST", "/ministry", { name: names("М") })).body.id;
    const foreign = await inRegion({ regions: [], ministryId: ministry });
    const offered = await master.call<{ id: number }[]>("GET", `/violation/${id}/people`);
    const ids = offered.body.map((one) => one.id);
    for (const person of [inside, district, outside, foreign, master]) {
      const sees = (await person.call("GET", `/violation/${id}`)).status === 200;
      expect(ids.includes(person.id), person.email).toBe(sees);
      const answer = await master.call("PATCH", `/violation/${id}`, { responsible: person.id });
      expect(answer.status, person.email).toBe(sees ? 200 : 400);
    }
    expect((await outside.call("GET", `/violation/${id}/people`)).status).toBe(404);
  });

  test("is nobody whom the list of users hides from whoever asks, unless they took part", async () => {
    const [person, colleague] = [await inRegion(), await inRegion()];
    const { id } = await write();
    const other = await server.person("SysAdmin");
    const offered = await person.call<{ id: number }[]>("GET", `/violation/${id}/people`);
    const ids = offered.body.map((one) => one.id);
    // The administrator who opened the case stands in its history, the other one does not.
    expect([person, colleague, master, other].map((one) => ids.includes(one.id))).toEqual([
      ...[true, true, true, false],
    ]);
    const assign = (responsible: number) =>
      person.call("PATCH", `/violation/${id}`, { responsible });
    expect((await assign(other.id)).status).toBe(400);
    expect((await assign(colleague.id)).status).toBe(200);
  });

  test("finds their own cases", async () => {
    const { id: person, call } = await inRegion();
    const mine = await write({ responsible: person });
    await write();
    const { body: rows } = await call<Rows>("GET", "/violation?mine=1");
    expect(rows.results.map(({ id }) => id)).toEqual([mine.id]);
    expect(rows.results[0]?.responsible).toEqual({ id: person, name: expect.any(String) });
  });

  test("stays by name when the account goes, and can be taken off", async () => {
    const { id: person } = await inRegion();
    const { id, responsible } = await write({ responsible: person });
    await server.db.sql.deleteFrom("user_account").where("id", "=", person).execute();
    const { body: row } = await master.call<Row>("GET", `/violation/${id}`);
    expect(row.responsible).toEqual({ id: null, name: responsible?.name });
    const off = await master.call<Row>("PATCH", `/violation/${id}`, { responsible: null });
    expect(off.body.responsible).toBeNull();
    expect(off.body.history.at(-1)).toMatchObject({
      field: "responsible",
      from_value: responsible?.name,
      to_value: null,
    });
  });

  test("is chosen for a case that is not opened yet, among those who would see it there", async () => {
    const near = await inRegion();
    const far = await inRegion({ regions: [], districts: [] });
    const body = { name: names("Шарқ"), boundary: box(72, 73) };
    const east = (await master.call<Row>("POST", "/region", body)).body.id;
    const beyond = await inRegion({ regions: [east] });
    const at = "longitude=69.2&latitude=38.5";
    const offered = await master.call<{ id: number }[]>("GET", `/violation/people?${at}`);
    const ids = offered.body.map(({ id }) => id);
    expect([near, far, beyond].map(({ id }) => ids.includes(id))).toEqual([true, true, false]);
    const made = await write({ responsible: near.id });
    expect(made.responsible?.id).toBe(near.id);
    expect((await master.call("GET", "/violation/people")).status).toBe(400);
    const reader = await server.person("Reads cases", { permissions: grants({ violation: "v" }) });
    expect((await reader.call("GET", `/violation/people?${at}`)).status).toBe(403);
  });

  test("is taken off, with a line in the history, when the case goes beyond their sight", async () => {
    const mine = (await master.call<Row>("POST", "/ministry", { name: names("Аввал") })).body.id;
    const other = (await master.call<Row>("POST", "/ministry", { name: names("Дуюм") })).body.id;
    const person = await server.person(`Answers ${++made}`, {
      permissions: grants({ violation: "vac" }),
      ministryId: mine,
    });
    const { id } = await write({ ministry: mine, responsible: person.id });
    const move = (from: string, to: string, more: object = {}) =>
      master.call<Row>("POST", `/violation/${id}/state`, { from, to, comment: "why", ...more });
    await move("new", "under_review");
    const stays = await move("under_review", "confirmed");
    expect(stays.body.responsible?.id).toBe(person.id);
    const { body } = await move("confirmed", "referred", { ministry: other });
    expect(body.responsible).toBeNull();
    expect(body.history.at(-1)).toMatchObject({
      field: "responsible",
      from_value: `Test Answers ${made}`,
      to_value: null,
    });
  });
});

describe("the register", () => {
  type Figures = {
    count: number;
    open: number;
    overdue: number;
    states: Record<string, number>;
    median_days: number | null;
  };
  type Register = { rows: (Figures & { ministry: { id: number } | null })[]; total: Figures };
  const period = "from=2024-01-01&to=2024-12-31";
  const seen = { observed_on: "2024-05-05" };

  test("counts by organization; its parts add up, and each figure is its list's", async () => {
    const organization = async () =>
      (await master.call<Row>("POST", "/ministry", { name: names(`Р${++made}`) })).body.id;
    const [one, other] = [await organization(), await organization()];
    await write({ ...seen, ministry: one, due_date: "2024-06-01" });
    const closed = await write({ ...seen, ministry: one, due_date: "2024-06-01" });
    await write({ ...seen, ministry: other });
    await write(seen);
    for (const [from, to] of [
      ["new", "under_review"],
      ["under_review", "confirmed"],
      ["confirmed", "closed"],
    ])
      await master.call("POST", `/violation/${closed.id}/state`, { from, to, comment: "сабаб" });
    await server.db.sql
      .updateTable("violation")
      .set({ created_at: new Date(Date.now() - 10 * 86_400_000) })
      .where("id", "=", closed.id)
      .execute();
    const { body } = await master.call<Register>("GET", `/violation/register?${period}`);
    expect(body.rows.map(({ ministry, count }) => [ministry?.id ?? null, count])).toEqual([
      [one, 2],
      [other, 1],
      [null, 1],
    ]);
    expect(body.rows[0]).toMatchObject({ open: 1, overdue: 1, states: { new: 1, closed: 1 } });
    expect(body.rows[0]?.median_days).toBeCloseTo(10, 1);
    expect(body.rows[1]?.median_days).toBeNull();
    const sum = (of: (row: Figures) => number) => body.rows.reduce((n, row) => n + of(row), 0);
    expect(sum(({ count }) => count)).toBe(body.total.count);
    expect(sum(({ open }) => open)).toBe(body.total.open);
    for (const row of [...body.rows, body.total])
      expect(Object.values(row.states).reduce((n, count) => n + count, 0)).toBe(row.count);
    for (const { ministry, ...row } of body.rows) {
      const whose = ministry ? `ministry=${ministry.id}` : "unassigned=1";
      const count = async (filter: string) =>
        (await master.call<Rows>("GET", `/violation?${period}&${whose}&${filter}`)).body.count;
      expect(await count("")).toBe(row.count);
      expect(await count("state=open")).toBe(row.open);
      expect(await count("overdue=1")).toBe(row.overdue);
      expect(await count("state=closed")).toBe(row.states.closed);
    }
  });

  test("holds what lies within the reader's scope alone", async () => {
    await write({ ...seen, point: [75, 45] });
    const { call } = await inRegion();
    const all = await master.call<Register>("GET", `/violation/register?${period}`);
    const own = await call<Register>("GET", `/violation/register?${period}`);
    expect(own.body.total.count).toBe(all.body.total.count - 1);
    const nothing = await call<Register>("GET", "/violation/register?to=1999-01-01");
    expect(nothing.body).toMatchObject({ rows: [], total: { count: 0, median_days: null } });
  });
});
