/** Violations through HTTP: written, found, moved through their states, within the actor's scope. */
import { violationStates, violationTransitions } from "@nihol/contract/values/violations";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { grants, type TestApp, testApp } from "../../support/test-app.ts";
import { box, names, violationBody } from "../../support/violation-fixture.ts";

type Row = {
  id: number;
  state: string;
  can: { change: boolean; delete: boolean };
  next_states: string[];
  comments: { id: number; body: string; author: string; can: { delete: boolean } }[];
  history: { from: string | null; to: string; comment: string; author: string }[];
  region: { id: number } | null;
  district: { id: number } | null;
};
type Rows = { count: number; results: Row[] };

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
/** Two regions side by side: west of 70° and east of it; only the western one has a district with borders. */
let west: number;
let east: number;
let westDistrict: number;
let made = 0;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
  const place = async (path: string, body: object) =>
    (await master.call<Row>("POST", path, body)).body.id;
  west = await place("/region", { name: names("Ғарб"), boundary: box(69, 70) });
  east = await place("/region", { name: names("Шарқ"), boundary: box(70, 71) });
  westDistrict = await place("/district", {
    name: names("Ноҳия"),
    region: west,
    boundary: box(69, 69.5),
  });
});
afterAll(() => server.close());

const violation = async (more: object = {}) =>
  (await master.call<Row>("POST", "/violation", violationBody(more))).body.id;
const organization = async () => {
  const name = names(`Созмон ${++made}`);
  return (await master.call<Row>("POST", "/ministry", { name })).body.id;
};
const everything = grants({ violation: "vacd" });
const clerk = (options: Parameters<TestApp["person"]>[1] = {}) =>
  server.person(`Inspector ${++made}`, { permissions: everything, ...options });
const idsOf = (rows: Rows) => rows.results.map(({ id }) => id).sort((a, b) => a - b);

describe("a violation", () => {
  test("is made, read, changed and deleted, and each step is in the log", async () => {
    const { call } = master;
    const created = await call<Row>(
      "POST",
      "/violation",
      violationBody({ reported_by: "Сокинон" }),
    );
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      state: "new",
      point: [69.2, 38.5],
      region: { id: west },
      district: { id: westDistrict },
      reported_by: "Сокинон",
      created_by: "Test MasterAdmin",
      can: { change: true, delete: true },
      history: [{ from: null, to: "new", author: "Test MasterAdmin" }],
    });
    const path = `/violation/${created.body.id}`;
    const changed = await call<Row>("PATCH", path, { title: "Дигар", point: [70.5, 38.5] });
    expect(changed.body).toMatchObject({ title: "Дигар", region: { id: east }, district: null });
    expect((await call("DELETE", path)).status).toBe(204);
    expect((await call("GET", path)).status).toBe(404);
    const lines = await server.db.sql
      .selectFrom("audit_log")
      .where("resource", "=", "violation")
      .where("resource_id", "=", String(created.body.id))
      .select("action")
      .orderBy("id")
      .execute();
    expect(lines.map(({ action }) => action)).toEqual(["add", "change", "delete"]);
  });

  test("needs a kind, a title, a day that has come, and a place", async () => {
    const refused = async (more: object) =>
      Object.keys((await master.call("POST", "/violation", violationBody(more))).body);
    expect(await refused({ kind: undefined })).toEqual(["kind"]);
    expect(await refused({ title: " " })).toEqual(["title"]);
    expect(await refused({ observed_on: "2999-01-01" })).toEqual(["observed_on"]);
    expect(await refused({ point: null })).toEqual(["point"]);
    expect(await refused({ garden: 999_999 })).toEqual(["garden"]);
    expect(await refused({ ministry: 999_999 })).toEqual(["ministry"]);
    expect(await refused({ point: [200, 10] })).toEqual(["point.0"]);
    const id = await violation();
    const placeless = await master.call("PATCH", `/violation/${id}`, { point: null });
    expect([placeless.status, Object.keys(placeless.body)]).toEqual([400, ["point"]]);
  });

  test("in a garden without a point lies where the garden lies", async () => {
    const garden = await master.call<Row>("POST", "/garden", {
      name: names("Боғ"),
      district: westDistrict,
    });
    const made = await master.call<Row>(
      "POST",
      "/violation",
      violationBody({ point: null, garden: garden.body.id }),
    );
    expect(made.body).toMatchObject({
      garden: { id: garden.body.id },
      district: { id: westDistrict },
    });
    await master.call("DELETE", `/garden/${garden.body.id}`);
    expect((await master.call("GET", `/violation/${made.body.id}`)).body).toMatchObject({
      garden: null,
      region: { id: west },
    });
  });

  test("where borders are not known takes the district that was given", async () => {
    const farAway = { point: [75, 45], district: westDistrict };
    const { body: row } = await master.call<Row>("POST", "/violation", violationBody(farAway));
    expect(row).toMatchObject({ region: { id: west }, district: { id: westDistrict } });
  });

  test("is found by state, kind, place, days and words, and counted by state", async () => {
    const word = `Калима${++made}`;
    const first = await violation({ kind: "fire", title: word, observed_on: "2025-01-10" });
    const second = await violation({
      description: word,
      point: [70.5, 38.5],
      observed_on: "2025-02-10",
    });
    await master.call("POST", `/violation/${second}/state`, { from: "new", to: "under_review" });
    const ask = async (query: string) =>
      idsOf(
        (await master.call<Rows>("GET", `/violation?search=${encodeURIComponent(word)}&${query}`))
          .body,
      );
    expect(await ask("")).toEqual([first, second]);
    expect(await ask("state=under_review")).toEqual([second]);
    expect(await ask("kind=fire")).toEqual([first]);
    expect(await ask(`region=${east}`)).toEqual([second]);
    expect(await ask(`district=${westDistrict}`)).toEqual([first]);
    expect(await ask("from=2025-02-01&to=2025-02-10")).toEqual([second]);
    expect(await ask("from=2025-03-01")).toEqual([]);
    const counted = await master.call(
      "GET",
      `/violation/count?state=new&search=${encodeURIComponent(word.toLowerCase())}`,
    );
    expect(counted.body).toEqual({
      count: 2,
      overdue: 0,
      states: { new: 1, under_review: 1, confirmed: 0, referred: 0, closed: 0, dismissed: 0 },
    });
  });

  test("is listed in the order asked for", async () => {
    const word = `Тартиб${++made}`;
    const b = await violation({ title: `${word} ҷ`, observed_on: "2025-01-02" });
    const a = await violation({ title: `${word} а`, observed_on: "2025-01-01" });
    await master.call("POST", `/violation/${b}/state`, { from: "new", to: "under_review" });
    const ask = async (ordering: string) =>
      (
        await master.call<Rows>(
          "GET",
          `/violation?search=${encodeURIComponent(word)}&ordering=${ordering}`,
        )
      ).body.results.map(({ id }) => id);
    expect(await ask("title")).toEqual([a, b]);
    expect(await ask("-observed_on")).toEqual([b, a]);
    expect(await ask("state")).toEqual([a, b]);
    expect((await master.call("GET", "/violation?ordering=secret")).status).toBe(400);
  });
});

describe("a state", () => {
  /** A new violation, led to a state by a way that the table allows. */
  async function inState(state: string): Promise<number> {
    const ways: Record<string, string[]> = {
      new: [],
      under_review: ["under_review"],
      confirmed: ["under_review", "confirmed"],
      referred: ["under_review", "confirmed", "referred"],
      closed: ["under_review", "confirmed", "closed"],
      dismissed: ["dismissed"],
    };
    const id = await violation({ ministry: await organization() });
    let from = "new";
    for (const to of ways[state] ?? []) {
      await master.call("POST", `/violation/${id}/state`, { from, to, comment: "сабаб" });
      from = to;
    }
    return id;
  }

  for (const from of violationStates) {
    test(`${from} is followed by what the table names, and by nothing else`, async () => {
      for (const to of violationStates) {
        const id = await inState(from);
        const may = violationTransitions[from].includes(to);
        const before = await master.call<Row>("GET", `/violation/${id}`);
        expect(before.body.state).toBe(from);
        expect(before.body.next_states).toEqual(violationTransitions[from]);
        const answer = await master.call<Row>("POST", `/violation/${id}/state`, {
          from,
          to,
          comment: "сабаб",
        });
        expect(answer.status, `${from} → ${to}`).toBe(may ? 200 : 400);
        if (may) expect(answer.body.history.at(-1)).toMatchObject({ from, to, comment: "сабаб" });
      }
    });
  }

  test("is referred to an organization only, and keeps one while it is referred", async () => {
    const id = await violation();
    const step = (from: string, to: string, more: object = {}) =>
      master.call<Row>("POST", `/violation/${id}/state`, { from, to, comment: "сабаб", ...more });
    await step("new", "under_review");
    await step("under_review", "confirmed");
    const nobody = await step("confirmed", "referred");
    expect([nobody.status, Object.keys(nobody.body)]).toEqual([400, ["ministry"]]);
    const unknown = await step("confirmed", "referred", { ministry: 999_999 });
    expect([unknown.status, Object.keys(unknown.body)]).toEqual([400, ["ministry"]]);
    const ministry = await organization();
    const { body: row } = await step("confirmed", "referred", { ministry });
    expect(row).toMatchObject({ state: "referred", ministry: { id: ministry } });
    const without = await master.call("PATCH", `/violation/${id}`, { ministry: null });
    expect([without.status, Object.keys(without.body)]).toEqual([400, ["ministry"]]);
    const another = await organization();
    expect((await master.call("PATCH", `/violation/${id}`, { ministry: another })).status).toBe(
      200,
    );
  });

  test("that ends a case needs a reason", async () => {
    const id = await violation();
    const silent = await master.call("POST", `/violation/${id}/state`, {
      from: "new",
      to: "dismissed",
      comment: " ",
    });
    expect([silent.status, Object.keys(silent.body)]).toEqual([400, ["comment"]]);
  });

  test("changed by two people at once is changed by one; the other is refused", async () => {
    const id = await violation();
    const both = await Promise.all([
      master.call("POST", `/violation/${id}/state`, { from: "new", to: "under_review" }),
      master.call("POST", `/violation/${id}/state`, {
        from: "new",
        to: "dismissed",
        comment: "не",
      }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: "conflict" });
    const { body: row } = await master.call<Row>("GET", `/violation/${id}`);
    expect(row.history).toHaveLength(2);
  });
});

describe("a comment", () => {
  test("is added with its author, and taken back by them or by who may delete the case", async () => {
    const { call, id: me } = await server.person("Writer", {
      permissions: grants({ violation: "vc" }),
    });
    const id = await violation();
    await master.call("POST", `/violation/${id}/comment`, { body: "Аввал" });
    const { body: row, status } = await call<Row>("POST", `/violation/${id}/comment`, {
      body: " Дуюм ",
    });
    expect(status).toBe(201);
    expect(row.comments.map(({ body, author, can }) => [body, author, can.delete])).toEqual([
      ["Аввал", "Test MasterAdmin", false],
      ["Дуюм", "Test Writer", true],
    ]);
    const [first, second] = row.comments.map((one) => one.id);
    expect((await call("DELETE", `/violation/${id}/comment/${first}`)).status).toBe(403);
    expect((await call("DELETE", `/violation/${id}/comment/${second}`)).status).toBe(204);
    expect((await master.call("DELETE", `/violation/${id}/comment/${first}`)).status).toBe(204);
    expect((await master.call("POST", `/violation/${id}/comment`, { body: " " })).status).toBe(400);
    await server.db.sql.deleteFrom("user_account").where("id", "=", me).execute();
  });
});

describe("scope", () => {
  test("shows people of a territory what lies there, and 404 for all else", async () => {
    const [mine, other] = [await violation(), await violation({ point: [70.5, 38.5] })];
    const { call } = await clerk({ regions: [west] });
    const listed = idsOf((await call<Rows>("GET", "/violation?page_size=200")).body);
    expect(listed).toContain(mine);
    expect(listed).not.toContain(other);
    const count = (await call<{ count: number }>("GET", "/violation/count")).body.count;
    expect(count).toBe(listed.length);
    for (const [method, path, sent] of [
      ["GET", "", undefined],
      ["PATCH", "", { title: "x" }],
      ["DELETE", "", undefined],
      ["POST", "/state", { from: "new", to: "under_review" }],
      ["POST", "/comment", { body: "x" }],
    ] as const)
      expect((await call(method, `/violation/${other}${path}`, sent)).status, path).toBe(404);
  });

  test("lets nobody write or move a violation beyond it", async () => {
    const { call } = await clerk({ districts: [westDistrict] });
    expect((await call("POST", "/violation", violationBody())).status).toBe(201);
    const beyond = await call("POST", "/violation", violationBody({ point: [70.5, 38.5] }));
    expect([beyond.status, beyond.body.code]).toEqual([403, "out_of_reach"]);
    const mine = await violation();
    expect((await call("PATCH", `/violation/${mine}`, { point: [70.5, 38.5] })).status).toBe(403);
    expect((await call("GET", `/violation/${mine}`)).body).toMatchObject({ region: { id: west } });
  });

  test("of an organization holds what it is to act on, what lies in its gardens and what its people reported", async () => {
    const organization = async () =>
      (await master.call<Row>("POST", "/ministry", { name: names(`М ${++made}`) })).body.id;
    const [own, foreign] = [await organization(), await organization()];
    const garden = await master.call<Row>("POST", "/garden", {
      name: names("Боғ"),
      district: westDistrict,
      ministry: own,
    });
    const assigned = await violation({ ministry: own });
    const inGarden = await violation({ point: null, garden: garden.body.id });
    await violation({ ministry: foreign });
    const { call } = await clerk({ ministryId: own });
    const reported = (await call<Row>("POST", "/violation", violationBody({ ministry: foreign })))
      .body.id;
    expect(idsOf((await call<Rows>("GET", "/violation")).body)).toEqual([
      assigned,
      inGarden,
      reported,
    ]);
  });
});

test("everybody signed in reads, and writes only with the permission for it", async () => {
  const id = await violation();
  const reader = await server.person("Nobody", { permissions: grants({}) });
  const seen = await reader.call<Row>("GET", `/violation/${id}`);
  expect(seen.status).toBe(200);
  expect(seen.body).toMatchObject({ can: { change: false, delete: false }, next_states: [] });
  const tries = [
    ["add", "POST", "/violation", violationBody()],
    ["change", "PATCH", `/violation/${id}`, { title: "x" }],
    ["change", "POST", `/violation/${id}/state`, { from: "new", to: "under_review" }],
    ["change", "POST", `/violation/${id}/comment`, { body: "x" }],
    ["delete", "DELETE", `/violation/${id}`, undefined],
  ] as const;
  for (const [action, method, path, sent] of tries) {
    expect((await reader.call(method, path, sent)).status, path).toBe(403);
    const { call } = await server.person(`Holder ${++made}`, {
      permissions: grants({ violation: action.charAt(0) }),
    });
    expect((await call(method, path, sent)).status, path).toBeLessThan(300);
  }
});
