/** Views of lists through HTTP: one's own, shared ones, and whose they are. */
import type { SavedView } from "@nihol/contract/people/saved-views";
import { exportLists } from "@nihol/contract/values/exports";
import { limits } from "@nihol/contract/values/limits";
import { fillPermissions } from "@nihol/contract/values/permissions";
import { json } from "@nihol/db/json";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let ministries: [number, number];
const everything = fillPermissions(() => true);
const viewing = fillPermissions((_, action) => action === "view");

beforeAll(async () => {
  server = await testApp();
  const ministry = async (name: string) =>
    (
      await server.db.sql
        .insertInto("ministry")
        .values({ name: json({ tg: name, ru: name, en: name, az: name }) })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
  ministries = [await ministry("One"), await ministry("Two")];
});
afterAll(() => server.close());

let made = 0;
/** Somebody of an organization, or of the whole programme. */
const somebody = (ministryId?: number) =>
  server.person(`Reader ${++made}`, { permissions: viewing, ...(ministryId && { ministryId }) });
type Call = Awaited<ReturnType<typeof somebody>>["call"];

const overdue = { search: "ток", overdue: true, region: 3, ordering: "-area_m2" };
const view = (more: object = {}) => ({
  list: "garden",
  name: "Overdue in the south",
  query: overdue,
  columns: { region: true },
  is_shared: false,
  ...more,
});
const keep = async (call: Call, more?: object) => {
  const answer = await call<SavedView>("POST", "/saved-view", view(more));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const listed = async (call: Call, list = "garden") =>
  (await call<SavedView[]>("GET", `/saved-view?list=${list}`)).body;
const auditOf = (id: number) =>
  server.db.sql
    .selectFrom("audit_log")
    .where("resource", "=", "savedview")
    .where("resource_id", "=", String(id))
    .select(["action", "change"])
    .orderBy("id")
    .execute();

test("a view comes back as it was kept, with its list alone", async () => {
  const { call } = await somebody();
  const kept = await keep(call);
  expect(kept).toMatchObject({
    query: overdue,
    columns: { region: true },
    is_own: true,
    can: { change: true, delete: true },
  });
  expect(await listed(call)).toEqual([kept]);
  expect(await listed(call, "device")).toEqual([]);
  expect(await auditOf(kept.id), "what nobody else sees is nobody's business").toEqual([]);
});

test("others see what is shared within their organization, and what the programme's people share", async () => {
  const [one, two] = ministries;
  const author = await somebody(one);
  const colleague = await somebody(one);
  const stranger = await somebody(two);
  const programme = await somebody();
  const own = await keep(author.call);
  const shared = await keep(author.call, { name: "For all of us", is_shared: true });
  const fromCentre = await keep(programme.call, { name: "From the centre", is_shared: true });
  const names = async (who: { call: Call }) => (await listed(who.call)).map(({ name }) => name);
  expect(await names(author)).toEqual([shared.name, own.name, fromCentre.name]);
  expect(await names(colleague)).toEqual([shared.name, fromCentre.name]);
  expect(await names(stranger)).toEqual([fromCentre.name]);
  expect(await names(programme)).toEqual([fromCentre.name]);
  const [seen] = await listed(colleague.call);
  expect(seen).toMatchObject({ is_own: false, can: { change: false, delete: false } });

  const left = await author.call("PATCH", `/saved-view/${shared.id}`, { is_shared: false });
  expect(left.status).toBe(200);
  expect(await names(colleague), "taken back").toEqual([fromCentre.name]);
  expect((await auditOf(shared.id)).map(({ action }) => action)).toEqual(["add", "change"]);
});

test("nobody changes another's view; a shared one can be taken away by an administrator", async () => {
  const [one] = ministries;
  const author = await somebody(one);
  const colleague = await somebody(one);
  const master = await server.person("MasterAdmin");
  const own = await keep(author.call, { name: "Mine" });
  const shared = await keep(author.call, { name: "Ours", is_shared: true });
  const change = { name: "Changed" };
  for (const method of ["PATCH", "DELETE"] as const) {
    const hidden = await colleague.call(method, `/saved-view/${own.id}`, change);
    expect([method, hidden.status]).toEqual([method, 404]);
    const refused = await colleague.call(method, `/saved-view/${shared.id}`, change);
    expect([method, refused.status]).toEqual([method, 403]);
  }
  const ofProgramme = await keep((await somebody()).call, { name: "Everybody's", is_shared: true });
  expect((await master.call("PATCH", `/saved-view/${ofProgramme.id}`, change)).status).toBe(403);
  expect((await master.call("DELETE", `/saved-view/${ofProgramme.id}`)).status).toBe(204);
  expect((await auditOf(ofProgramme.id)).at(-1)).toMatchObject({
    action: "delete",
    change: { name: "Everybody's" },
  });
});

test("a name is taken once a list and person, whatever its capitals, and no view is kept of what is no view", async () => {
  const { call } = await somebody();
  const kept = await keep(call);
  const taken = await call("POST", "/saved-view", view({ name: "OVERDUE in the South" }));
  expect(taken.body).toEqual({ name: ["This name is taken"] });
  await keep(call, { list: "device" });
  const other = await keep(call, { name: "Other" });
  const renamed = await call("PATCH", `/saved-view/${other.id}`, { name: kept.name });
  expect(renamed.body).toEqual({ name: ["This name is taken"] });
  expect((await call("PATCH", `/saved-view/${kept.id}`, { name: kept.name })).status).toBe(200);
  const wrong = [
    { name: " " },
    { name: "x".repeat(61) },
    { list: "secrets" },
    { query: { "a b": "1" } },
    { query: { search: { deep: true } } },
    { query: { search: "x".repeat(401) } },
    { query: Object.fromEntries(Array.from({ length: 41 }, (_, i) => [`f${i}`, 1])) },
  ];
  for (const one of wrong)
    expect((await call("POST", "/saved-view", view(one))).status, JSON.stringify(one)).toBe(400);
});

test("a list has so many views of one person and no more, also when they come at once", async () => {
  const { call, id } = await somebody();
  const max = limits.savedViews;
  const rows = Array.from({ length: max - 1 }, (_, n) => ({
    user_id: id,
    list: "garden" as const,
    name: `View ${n}`,
    query: json({}),
  }));
  await server.db.sql.insertInto("saved_view").values(rows).execute();
  const last = await Promise.all(
    ["a", "b", "c"].map((name) => call("POST", "/saved-view", view({ name }))),
  );
  expect(last.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect((await listed(call)).filter(({ is_own: isOwn }) => isOwn)).toHaveLength(max);
});

test("views of a list are for those who may see the list", async () => {
  for (const list of exportLists) {
    const nobody = await server.person(`Nobody ${list}`, { permissions: grants({}) });
    const ofList = await nobody.call("GET", `/${list}?page_size=1`);
    const ofViews = await nobody.call("GET", `/saved-view?list=${list}`);
    expect([list, ofViews.status]).toEqual([list, ofList.status]);
    const writing = await nobody.call("POST", "/saved-view", view({ list }));
    expect([list, writing.status]).toEqual([list, ofList.status === 200 ? 201 : ofList.status]);
    const all = await server.person(`All ${list}`, { permissions: everything });
    expect((await all.call("GET", `/saved-view?list=${list}`)).status).toBe(200);
  }
});

test("views go with the account of their author", async () => {
  const author = await somebody();
  const kept = await keep(author.call, { name: "Of one who leaves", is_shared: true });
  await server.db.sql.deleteFrom("user_account").where("id", "=", author.id).execute();
  const reader = await somebody();
  expect((await listed(reader.call)).map(({ id }) => id)).not.toContain(kept.id);
});
