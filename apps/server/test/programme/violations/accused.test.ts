/** Cases through HTTP that accuse an organization: its people answer, and decide nothing. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { grants, type TestApp, testApp } from "../../support/test-app.ts";
import { box, names, violationBody } from "../../support/violation-fixture.ts";

type Row = { id: number; comments: { id: number; can: { delete: boolean } }[] };

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

describe("a case against an organization", () => {
  /** Somebody of the accused organization with every right to violations. */
  async function accused(more: object = {}) {
    const ministry = await organization();
    const id = await violation({ ministry, ...more });
    const { call } = await clerk({ ministryId: ministry });
    return { id, call, ministry };
  }

  test("is answered by its people with comments, and not changed, moved, handed on, dismissed or deleted", async () => {
    const { id, call } = await accused();
    const other = await organization();
    const path = `/violation/${id}`;
    const seen = await call<Row>("GET", path);
    expect(seen.body).toMatchObject({
      can: { change: false, delete: false, answer: true },
      next_states: [],
    });
    const tries = [
      ["PATCH", path, { title: "Ҳеҷ чиз нашуд" }],
      ["PATCH", path, { point: [70.5, 38.5] }],
      ["PATCH", path, { region: east }],
      ["PATCH", path, { ministry: other }],
      ["PATCH", path, { due_date: "2030-01-01" }],
      ["POST", `${path}/state`, { from: "new", to: "dismissed", comment: "бе асос" }],
      ["POST", `${path}/state`, { from: "new", to: "under_review" }],
      ["DELETE", path, undefined],
    ] as const;
    for (const [method, where, body] of tries) {
      const refused = await call<{ code: string }>(method, where, body);
      expect([refused.status, refused.body.code], JSON.stringify(body)).toEqual([
        403,
        "own_ministry_case",
      ]);
    }
    const foreign = await master.call<Row>("POST", `${path}/comment`, { body: "Аз нозир" });
    const theirs = await call<Row>("POST", `${path}/comment`, { body: "Аз мо" });
    expect(theirs.body.comments.map(({ can }) => can.delete)).toEqual([false, true]);
    const [first, second] = theirs.body.comments;
    expect((await call("DELETE", `${path}/comment/${first?.id}`)).status).toBe(403);
    expect((await call("DELETE", `${path}/comment/${second?.id}`)).status).toBe(204);
    expect(foreign.body.comments).toHaveLength(1);
    const left = await master.call<Row>("GET", path);
    expect(left.body).toMatchObject({ state: "new", region: { id: west } });
  });

  test("in its garden is theirs to change only where they reported it themselves", async () => {
    const ministry = await organization();
    const garden = await master.call<Row>("POST", "/garden", {
      name: names("Боғ"),
      district: westDistrict,
      ministry,
    });
    const inGarden = { point: null, garden: garden.body.id };
    const { call } = await clerk({ ministryId: ministry });
    const foreign = await violation(inGarden);
    const own = (await call<Row>("POST", "/violation", violationBody(inGarden))).body.id;
    const change = (id: number) => call("PATCH", `/violation/${id}`, { title: "Дигар" });
    expect([(await change(foreign)).status, (await change(own)).status]).toEqual([403, 200]);
  });

  test("lies where its garden lies, whatever district is sent", async () => {
    const garden = await master.call<Row>("POST", "/garden", {
      name: names("Боғ"),
      district: westDistrict,
    });
    const id = await violation({ point: null, garden: garden.body.id, region: east });
    const row = await master.call<Row>("GET", `/violation/${id}`);
    expect(row.body).toMatchObject({ region: { id: west }, district: { id: westDistrict } });
  });
});
