/** Periods of reports: two people, figures that stand as approved, corrections, and whose they are. */
import type { PlantingVerdictDetail } from "@nihol/contract/planting/verdicts";
import type { ReportPeriod, ReportPeriodDetail } from "@nihol/contract/reports/report-periods";
import type { ApprovedReports, Report } from "@nihol/contract/reports/reports";
import { seedDemo } from "@nihol/seed/demo";
import { proposeVerdict } from "@nihol/store/verdicts/verdict-rows";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { approveDemoPeriod } from "../../src/features/reports/periods/demo.ts";
import { makeWorld, type ReportWorld } from "../support/reports-world.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let master: Caller;
let clerk: Caller;
let head: Caller;
let world: ReportWorld;
beforeAll(async () => {
  server = await testApp();
  ({ call: master } = await server.person("MasterAdmin"));
  world = await makeWorld(server, master);
  ({ call: clerk } = await server.person("clerk", { permissions: grants({ report: "va" }) }));
  ({ call: head } = await server.person("head", { permissions: grants({ report: "vac" }) }));
});
afterAll(() => server.close());

const path = "/report-period";
type Days = { from: string; to: string };
const may: Days = { from: "2026-05-01", to: "2026-05-31" };
const april: Days = { from: "2026-04-01", to: "2026-04-30" };

async function submitted(days: Days, as = clerk) {
  const answer = await as<ReportPeriodDetail>("POST", path, days);
  expect(answer.status).toBe(201);
  return answer.body;
}
const decide = (id: number, as: Caller, decision: string, comment = "") =>
  as<ReportPeriodDetail & { code?: string }>("POST", `${path}/${id}/${decision}`, { comment });
const report = async ({ from, to }: Days, as = head, more = "", kind = "region") =>
  (await as<Report>("GET", `/report/${kind}?from=${from}&to=${to}${more}`)).body;

/** Two more trees in the first report row of the north. */
async function correctReport(count: number) {
  const { sql: db } = server.db;
  const row = await db
    .selectFrom("planting_report as p")
    .innerJoin("planting_task as t", "t.id", "p.task_id")
    .where("t.status", "=", "in_progress")
    .select(["p.id", "p.task_id"])
    .executeTakeFirstOrThrow();
  const answer = await master("PATCH", `/plant-tree-task/${row.task_id}/report/${row.id}`, {
    count,
  });
  expect(answer.status).toBe(200);
}

test("a period is submitted by one person and approved by another, and then stands as approved", async () => {
  const live = await report(may);
  expect(live.approval).toBeNull();
  const { id, can, state } = await submitted(may);
  expect([state, can.approve]).toEqual(["submitted", false]);
  expect((await report(may)).approval).toMatchObject({ state: "submitted", version: 0 });
  const { status, body } = await decide(id, head, "approve");
  expect(status).toBe(200);
  expect(body).toMatchObject({ state: "approved", version: 1, corrections: [] });
  const locked = await report(may);
  expect(locked.approval).toMatchObject({
    ...{ state: "approved", version: 1, corrections: [] },
    submitted: { by: "Test clerk" },
    approved: { by: "Test head" },
  });
  expect(locked.rows).toEqual(live.rows);
  expect(locked.total).toEqual(live.total);
});

test("a later change is shown as a correction with when and why, and the approved figures stand", async () => {
  const before = await report(may);
  const was = before.total.tasks.submitted_plant_count;
  await correctReport(39);
  const locked = await report(may);
  expect(locked.total).toEqual(before.total);
  expect((await report(may, head, "&figures=now")).total.tasks.submitted_plant_count).toBe(was + 2);
  const corrections = locked.approval?.corrections ?? [];
  expect(corrections.map(({ line, title, approved, now }) => [line, title, approved, now])).toEqual(
    [
      ["row", "submitted", 37, 39],
      ["total", "submitted", was, was + 2],
      ["grand_total", "submitted", was, was + 2],
    ],
  );
  expect(corrections[0]).toMatchObject({
    ...{ kind: "region", section: "tasks", territory: world.regions[0] },
    since: expect.stringMatching(/^20/),
    causes: [{ action: "change", resource: "planttreetaskreport" }],
  });
});

test("corrections are approved by another person as a version of their own, and both are kept", async () => {
  const [{ id } = { id: 0 }] = (await head<{ results: ReportPeriod[] }>("GET", path)).body.results;
  expect((await decide(id, clerk, "submit")).status).toBe(400);
  const again = await decide(id, clerk, "submit", "Two trees were counted twice");
  expect(again.body).toMatchObject({ state: "submitted", version: 1 });
  // Until then what was approved stands.
  expect((await report(may)).approval).toMatchObject({ state: "submitted", version: 1 });
  const { body } = await decide(id, head, "approve");
  expect(body).toMatchObject({ state: "approved", version: 2, corrections: [] });
  expect(body.versions.map(({ version, note }) => [version, note])).toEqual([
    [2, "Two trees were counted twice"],
    [1, ""],
  ]);
  expect(body.versions[0]?.corrections).toContainEqual(
    expect.objectContaining({ title: "submitted", line: "row", approved: 37, now: 39 }),
  );
  expect((await report(may)).total.tasks.submitted_plant_count).toBe(
    (await report(may, head, "&figures=now")).total.tasks.submitted_plant_count,
  );
  const stored = await server.db.sql
    .selectFrom("report_version")
    .where("period_id", "=", id)
    .select(["version", sql<ApprovedReports>`reports`.as("reports")])
    .orderBy("version")
    .execute();
  expect(
    stored.map(({ reports }) => reports.region.total.tasks.submitted_plant_count),
  ).toHaveLength(2);
  const [first, second] = stored.map(
    ({ reports }) => reports.region.total.tasks.submitted_plant_count,
  );
  expect(second).toBe((first ?? 0) + 2);
});

test("an approved version cannot be changed, nor its period deleted, by whichever way", async () => {
  const { sql: db } = server.db;
  await expect(
    db.updateTable("report_version").set({ approver: "Somebody else" }).execute(),
  ).rejects.toThrow(/does not change/);
  await expect(db.deleteFrom("report_period").execute()).rejects.toThrow(/report_version/);
});

test("a period is not submitted again while the figures are as approved", async () => {
  const [{ id } = { id: 0 }] = (await head<{ results: ReportPeriod[] }>("GET", path)).body.results;
  const { status, body } = await decide(id, clerk, "submit", "Once more");
  expect([status, body.code]).toEqual([409, "nothing_to_correct"]);
});

test("whoever submitted a period cannot approve it, whatever their rights", async () => {
  const { id, can, own } = await submitted(april, head);
  expect([can.approve, own]).toEqual([false, true]);
  const refused = await decide(id, head, "approve");
  expect([refused.status, refused.body.code]).toEqual([403, "own_period"]);
  expect((await decide(id, master, "approve")).status).toBe(200);
  const steps = await server.db.sql
    .selectFrom("audit_log")
    .where("resource", "=", "report")
    .where("resource_id", "=", String(id))
    .select("action")
    .orderBy("id")
    .execute();
  expect(steps.map(({ action }) => action)).toEqual(["submit", "approve"]);
});

test("a period is given back with a reason, submitted again, and approved", async () => {
  const { id } = await submitted({ from: "2026-03-01", to: "2026-03-31" });
  expect((await decide(id, head, "return")).status).toBe(400);
  const back = await decide(id, head, "return", "The visits are missing");
  expect(back.body).toMatchObject({ state: "returned", comment: "The visits are missing" });
  expect((await decide(id, head, "approve")).status).toBe(409);
  expect((await decide(id, clerk, "submit", "They are there now")).body.state).toBe("submitted");
  expect((await decide(id, head, "approve")).body.version).toBe(1);
});

test("submitting and approving are rights of their own", async () => {
  const { call: reader } = await server.person("reader", { permissions: grants({ report: "v" }) });
  const february = { from: "2026-02-01", to: "2026-02-28" };
  expect((await reader("POST", path, february)).status).toBe(403);
  const { id } = await submitted(february);
  for (const as of [reader, clerk]) expect((await decide(id, as, "approve")).status).toBe(403);
  expect((await server.anonymous("GET", path)).status).toBe(401);
  expect((await reader("GET", path)).status).toBe(200);
});

test("a period is submitted once, when it is over", async () => {
  const twice = await clerk<{ code: string }>("POST", path, may);
  expect([twice.status, twice.body.code]).toEqual([409, "period_taken"]);
  const open = await clerk<{ to: string[] }>("POST", path, {
    from: "2026-01-01",
    to: "2999-12-31",
  });
  expect(open.status).toBe(400);
  expect(Object.keys(open.body)).toEqual(["to"]);
});

test("a ministry's periods are its own: nobody else sees them, nor it the others'", async () => {
  const person = (name: string, ministryId: number) =>
    server.person(name, { permissions: grants({ report: "vac" }), ministryId });
  const { call: own } = await person("own", world.ministry);
  const { call: second } = await person("second", world.ministry);
  const other = await server.db.sql
    .insertInto("ministry")
    .columns(["name"])
    .expression((eb) => eb.selectFrom("ministry").select("name").limit(1))
    .returning("id")
    .executeTakeFirstOrThrow();
  const { call: stranger } = await person("stranger", other.id);
  expect((await report(may, own)).approval).toBeNull();
  const { id, ministry } = await submitted(may, own);
  expect(ministry?.id).toBe(world.ministry);
  for (const as of [stranger, head, master]) {
    expect((await as("GET", `${path}/${id}`)).status).toBe(404);
    expect((await decide(id, as, "approve")).status).toBe(404);
  }
  expect((await decide(id, second, "approve")).status).toBe(200);
  const locked = await report(may, own);
  expect(locked.approval?.version).toBe(1);
  // The garden of the south belongs to no ministry.
  expect(locked.total.garden_count).toBe(1);
  expect((await report(may, stranger)).approval).toBeNull();
  expect((await stranger<{ count: number }>("GET", path)).body.count).toBe(0);
});

test("a ministry's corrections name no other's records", async () => {
  const { call: own } = await server.person("reads", {
    permissions: grants({ report: "v" }),
    ministryId: world.ministry,
  });
  await correctReport(38);
  const { sql: db } = server.db;
  const foreign = await db
    .selectFrom("planting_task as t")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .where("g.ministry_id", "is", null)
    .select("t.id")
    .executeTakeFirstOrThrow();
  const moved = await master("PATCH", `/plant-tree-task/${foreign.id}`, { dueDate: "2027-05-02" });
  expect(moved.status).toBe(200);
  const causes = ((await report(may, own)).approval?.corrections ?? []).flatMap(
    (one) => one.causes,
  );
  expect(causes.length).toBeGreaterThan(0);
  expect(causes.map(({ resource }) => resource)).not.toContain("planttreetask");
});

test("another decision on a planting report is a correction of the verified trees, with both verdicts", async () => {
  const { sql: db } = server.db;
  const { id: task } = await db
    .updateTable("planting_task")
    .set({ status: "submitted" })
    .where("status", "=", "in_progress")
    .returning("id")
    .executeTakeFirstOrThrow();
  await proposeVerdict(db, task, "2026-06-01");
  const judge = async (verdict: string) => {
    const { body } = await master<PlantingVerdictDetail>("GET", `/planting-verdict/${task}`);
    const seen = { revision: body.revision, state: body.state };
    const decision = { verdict, explanation: "Seen on the spot", seen };
    expect((await master("POST", `/planting-verdict/${task}/decision`, decision)).status).toBe(200);
  };
  await judge("unclear");
  const days: Days = { from: "2026-04-10", to: "2026-04-20" };
  const { id } = await submitted(days);
  expect((await decide(id, head, "approve")).status).toBe(200);
  await judge("agrees");
  const [row, ...sums] = (await report(days)).approval?.corrections ?? [];
  expect(sums.map(({ line, title }) => `${line} ${title}`)).toEqual([
    "total verified",
    "grand_total verified",
  ]);
  expect(row).toMatchObject({ title: "verified", approved: 0, territory: world.regions[0] });
  expect(row?.causes[0]).toMatchObject({
    ...{ action: "verdict", resource: "planttreetask", record: String(task) },
    ...{ verdict: "agrees", verdict_before: "unclear" },
  });
});

test("a person of a territory sees today's figures and submits none", async () => {
  const { call } = await server.person("inspector", {
    permissions: grants({ report: "vac" }),
    districts: [world.hill],
  });
  expect((await report(may, call)).approval).toBeNull();
  expect((await call("POST", path, { from: "2025-01-01", to: "2025-01-31" })).status).toBe(403);
});

test("the districts of one region of an approved period are its part", async () => {
  const [north] = world.regions;
  const part = await report(may, head, `&region=${north}`, "district");
  const whole = await report(may, head, "", "district");
  expect(part.rows).toEqual(whole.rows.filter(({ region }) => region?.id === north));
  expect(part.total.tasks).toEqual((await report(may)).rows.find(({ id }) => id === north)?.tasks);
});

test("corrections that an earlier version kept, without verdicts, are answered", async () => {
  const { id } = await submitted({ from: "2026-01-01", to: "2026-01-31" });
  expect((await decide(id, head, "approve")).status).toBe(200);
  const cause = { at: "2026-02-03T08:00:00Z", by: "Test clerk", action: "change", record: "7" };
  const old = {
    ...{ kind: "region", line: "total", territory: null, name: {}, section: "tasks" },
    ...{ title: "submitted", approved: 37, now: 39, since: cause.at },
    causes: [{ ...cause, resource: "planttreetaskreport" }],
  };
  await sql`
    insert into report_version (period_id, version, note, submitted_by, submitter, submitted_at,
      approved_by, approver, approved_at, reports, corrections)
    select period_id, 2, 'Of long ago', submitted_by, submitter, submitted_at,
      approved_by, approver, approved_at, reports, ${JSON.stringify([old])}::jsonb
    from report_version where period_id = ${id}`.execute(server.db.sql);
  const { status, body } = await head<ReportPeriodDetail>("GET", `${path}/${id}`);
  expect(status).toBe(200);
  expect(body.versions[0]?.corrections).toEqual([
    { ...old, causes: [{ ...old.causes[0], verdict: null, verdict_before: null }] },
  ]);
});

test("the demonstration has one approved period with one correction", async () => {
  const shown = await testApp();
  try {
    const { call } = await shown.person("MasterAdmin");
    await seedDemo(shown.db.sql, { passwordHash: "none", isSmall: true });
    await approveDemoPeriod(shown.db.sql);
    await approveDemoPeriod(shown.db.sql);
    const [period] = (await call<{ results: ReportPeriod[] }>("GET", path)).body.results;
    expect(period).toMatchObject({ state: "approved", version: 1 });
    const { approval } = (
      await call<Report>("GET", `/report/region?from=${period?.from}&to=${period?.to}`)
    ).body;
    const corrected = approval?.corrections.map(({ line, title }) => `${line} ${title}`);
    expect(corrected).toContain("total submitted");
    expect(new Set(corrected?.map((one) => one.split(" ")[1])).size).toBeLessThan(7);
    expect(approval?.corrections[0]?.causes).toMatchObject([{ resource: "planttreetaskreport" }]);
  } finally {
    await shown.close();
  }
});

test("more approvals at once than connections, and the same days submitted twice at once", async () => {
  const months = Array.from({ length: 12 }, (_, index) => {
    const month = String(index + 1).padStart(2, "0");
    return { from: `2019-${month}-01`, to: `2019-${month}-28` };
  });
  const periods = await Promise.all(months.map((days) => submitted(days)));
  const approved = await Promise.all(periods.map(({ id }) => decide(id, head, "approve")));
  expect(approved.map(({ status }) => status)).toEqual(months.map(() => 200));
  const same = { from: "2018-01-01", to: "2018-01-31" };
  const twice = await Promise.all([0, 1].map(() => clerk<{ code?: string }>("POST", path, same)));
  const codes = twice.map(({ status, body }) => [status, body.code]);
  expect(codes.sort()).toEqual([
    [201, undefined],
    [409, "period_taken"],
  ]);
});
