/** A brigade that may see tasks and report on them tries to prove its own false report of 500 trees. */

import type { TaskSurvival } from "@nihol/contract/planting/survival";
import type { PlantingVerdictDetail } from "@nihol/contract/planting/verdicts";
import type { CountDoubt } from "@nihol/contract/values/planting/plausible-counts";
import { today } from "@nihol/contract/values/planting/programme-day";
import { json } from "@nihol/db/json";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { geodesicAreaM2 } from "@nihol/geo/polygon";
import { proposeVerdict } from "@nihol/store/verdicts/verdict-rows";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { day, makeTask, plantingFixture } from "../../support/planting-fixture.ts";
import { type Caller, grants, type TestApp, testApp } from "../../support/test-app.ts";

type Person = Awaited<ReturnType<TestApp["person"]>>;
type Refused = { code?: string };

let server: TestApp;
let giver: Person;
let brigade: Person;
let colleague: Person;
/** Of the ministry that ordered the planting, and of nobody. */
let orderer: Person;
let inspector: Person;
let ministry: number;
let contractor: number;
let type: number;
const permissions = grants({ planttreetask: "v", planttreetaskreport: "va" });
const ring: [number, number][] = [
  [68.5, 38.5],
  [68.502, 38.5],
  [68.502, 38.502],
  [68.5, 38.502],
  [68.5, 38.5],
];
const boundary: MultiPolygon = { type: "MultiPolygon", coordinates: [[ring]] };

beforeAll(async () => {
  server = await testApp();
  const fixture = plantingFixture(server);
  ministry = await fixture.insert("ministry");
  contractor = await fixture.insert("ministry", {
    organization_type_id: await contractorType(),
  });
  giver = await server.person("MasterAdmin");
  brigade = await server.person("Brigade", { permissions, ministryId: contractor });
  colleague = await server.person("Brigade", { ministryId: contractor });
  orderer = await server.person("Brigade", { ministryId: ministry });
  inspector = await server.person("SysAdmin");
  type = await fixture.treeType();
});
afterAll(() => server.close());

async function contractorType(): Promise<number> {
  const name = json({ tg: "Бригада", ru: "Бригада", en: "Brigade", az: "Briqada" });
  const { id } = await server.db.sql
    .insertInto("organization_type")
    .values({ name, contractor: true })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const move = (call: Caller, task: number, status: string) =>
  call("POST", `/plant-tree-task/${task}/status`, { status, comment: "as agreed" });
const report = (call: Caller, task: number) =>
  call("POST", `/plant-tree-task/${task}/report`, {
    ...{ tree_type: type, count: 500, plant_date: day(-400) },
  });

/** 500 trees without a photo, reported and handed in by the brigade, accepted in good faith. */
async function reportedTask(by = brigade, of: number | null = contractor): Promise<number> {
  const garden = await plantingFixture(server).insert("garden", {
    ...{ boundary: json(boundary), bbox: [68.5, 38.5, 68.502, 38.502], center: [68.501, 38.501] },
    ...{ area_m2: geodesicAreaM2(boundary), ministry_id: ministry },
  });
  const { id } = await makeTask(giver.call, garden, type, {
    ...{ ministry, contractor: of, assignedDate: day(-410), spacing_m: 6 },
    items: [{ tree_type: type, quantity: 500 }],
  });
  expect((await report(by.call, id)).status).toBe(201);
  expect((await move(by.call, id, "submitted")).status).toBe(200);
  expect((await move(giver.call, id, "completed")).status).toBe(200);
  return id;
}

const survivalOf = async (task: number, call = giver.call) =>
  (await call<TaskSurvival>("GET", `/plant-tree-task/${task}/survival`)).body;
const firstVisit = async (task: number) => (await survivalOf(task)).visits[0]?.id ?? 0;
const plotsOf = async (task: number) => (await survivalOf(task)).visits[0]?.draw?.plots ?? [];

/** Plots of 400 m², of which a whole planting of 500 trees puts five trees into each. */
const draw = async (task: number, { call }: Person, more: object = {}) =>
  call<Refused>("POST", `/plant-tree-task/${task}/survival/${await firstVisit(task)}/draw`, {
    ...{ plots: 24, radius_m: 11.28 },
    ...more,
  });
const count = async (task: number, plot: number, { call }: Person, more: object = {}) =>
  call<Refused>("PUT", `/plant-tree-task/${task}/survival/${await firstVisit(task)}/plot/${plot}`, {
    living: 5,
    dead: 0,
    missing: 0,
    ...more,
  });
const end = async (task: number, { call }: Person) =>
  call<Refused>("POST", `/plant-tree-task/${task}/survival/${await firstVisit(task)}/state`, {
    ...{ state: "done", reason: "The rest is flooded" },
  });

/** Counts every plot as one person, who has drawn them unless another is named. */
async function countAll(task: number, by: Person, more: object = {}, drawer = by) {
  expect((await draw(task, drawer)).status).toBe(201);
  for (const { id } of await plotsOf(task))
    expect((await count(task, id, by, more)).status).toBe(200);
}

/** As rows of before the rule stand in a database: every plot counted by whoever is named. */
async function countedBefore(task: number, person: Person, more: object = {}) {
  expect((await draw(task, inspector)).status).toBe(201);
  const ids = (await plotsOf(task)).map(({ id }) => id);
  await server.db.sql
    .updateTable("survival_plot")
    .set({ living: 5, dead: 0, missing: 0, measured_at: new Date(), measured_by: person.id })
    .set(more)
    .where("id", "in", ids)
    .execute();
}

async function verdictOf(task: number): Promise<PlantingVerdictDetail> {
  await proposeVerdict(server.db.sql, task, today());
  return (await giver.call<PlantingVerdictDetail>("GET", `/planting-verdict/${task}`)).body;
}
const reasonOf = ({ proposal }: PlantingVerdictDetail, code: string) =>
  proposal?.reasons.find((reason) => reason.code === code);

/** Expects that the counts are shown as doubted and do not speak for the report. */
async function expectNothingProved(task: number, doubt: CountDoubt) {
  const verdict = await verdictOf(task);
  expect(verdict.proposed).not.toBe("agrees");
  expect(verdict.standing).toBeNull();
  expect(reasonOf(verdict, "plots")).toBeUndefined();
  expect(reasonOf(verdict, "plots_not_independent")?.figures).toMatchObject({ [doubt]: 24 });
  expect((await plotsOf(task)).map((plot) => plot.doubt)).toEqual(Array(24).fill(doubt));
  return verdict;
}

describe("the side that reported", () => {
  test("may ask for a visit, but neither draws nor counts its plots, nor decides on a visit", async () => {
    const task = await reportedTask();
    const asked = { due_date: day(1), purpose: "To be sure" };
    const path = `/plant-tree-task/${task}/survival`;
    expect((await brigade.call("POST", path, asked)).status).toBe(201);
    for (const one of [brigade, colleague]) {
      const refused = await draw(task, one);
      expect([refused.status, refused.body.code]).toEqual([403, "own_report"]);
    }
    expect((await draw(task, inspector)).status).toBe(201);
    const [plot] = await plotsOf(task);
    const sent = {
      person: brigade.id,
      measured_at: `${day(-390)}T08:00:00Z`,
      counter: { latitude: plot?.latitude, longitude: plot?.longitude, accuracy_m: 3 },
    };
    for (const [one, more] of [
      [brigade, {}],
      [brigade, sent],
      [colleague, {}],
    ] as const) {
      const refused = await count(task, plot?.id ?? 0, one, more);
      expect([refused.status, refused.body.code]).toEqual([403, "own_report"]);
    }
    expect((await count(task, plot?.id ?? 0, inspector)).status).toBe(200);
    expect((await end(task, brigade)).body.code).toBe("own_report");
    expect((await draw(task, brigade, { reason: "Better ones" })).body.code).toBe("own_report");
    const { visits, can } = await survivalOf(task, colleague.call);
    expect(can).toEqual({ add: true, blocked: "own_report" });
    expect(visits[0]?.can).toMatchObject({ draw: false, finish: false });
    expect(visits[0]?.draw?.plots.some((one) => one.can.count)).toBe(false);
    expect((await survivalOf(task, inspector.call)).can.blocked).toBeNull();
  });

  test("is told why in each language", async () => {
    const task = await reportedTask();
    const texts = await Promise.all(
      ["en", "ru", "tg", "az"].map(async (language) => {
        const { body } = await brigade.call<{ detail: string }>(
          "POST",
          `/plant-tree-task/${task}/survival/${await firstVisit(task)}/draw`,
          { plots: 5, radius_m: 5.64 },
          { "accept-language": language },
        );
        return body.detail;
      }),
    );
    expect(new Set(texts).size).toBe(4);
    expect(texts[0]).toContain("somebody else draws and counts its plots");
  });

  test("is left by nobody who moves to another organization", async () => {
    const [reporter, other] = await Promise.all([
      server.person("Brigade", { ministryId: contractor }),
      server.person("Brigade", { ministryId: contractor }),
    ]);
    const task = await reportedTask(reporter);
    const moved = { ministry_id: ministry };
    const ids = [reporter.id, other.id];
    await server.db.sql.updateTable("user_account").set(moved).where("id", "in", ids).execute();
    for (const one of [reporter, other])
      expect((await draw(task, one)).body.code).toBe("own_report");
    // The organization that the reporter went to has not reported.
    expect((await draw(task, orderer)).status).toBe(201);
  });

  test("is also who has no organization, where such people reported", async () => {
    const alone = await server.person("Brigade");
    const other = await server.person("Brigade");
    const task = await reportedTask(alone, null);
    expect((await draw(task, alone)).body.code).toBe("own_report");
    expect((await draw(task, other)).body.code).toBe("own_report");
    expect((await draw(task, inspector)).status).toBe(201);
  });

  test("is the ministry where it plants for itself, not where a contractor plants for it", async () => {
    const own = await reportedTask(await server.person("Brigade", { ministryId: ministry }), null);
    expect((await draw(own, orderer)).body.code).toBe("own_report");
    await countAll(await reportedTask(), orderer);
  });
});

describe("counts that weigh nothing", () => {
  test("are the brigade's own of before the rule, and the reasons say who, of whom, and from where", async () => {
    const task = await reportedTask();
    const far = { counter_latitude: 40.2, counter_longitude: 69.6, accuracy_m: 5 };
    await countedBefore(task, brigade, far);
    const { counters } = await expectNothingProved(task, "own_side");
    expect(counters).toMatchObject([
      { name: "Test Brigade", plots: 24, own_side: true, no_position: 0, counted_on: today() },
    ]);
    expect(counters[0]?.organization?.en).toMatch(/en$/);
    expect(counters[0]?.distance_max_m).toBeGreaterThan(200_000);
    // Readers who may not open the list of users see the organization alone.
    const { body } = await orderer.call<PlantingVerdictDetail>("GET", `/planting-verdict/${task}`);
    expect(body.counters).toMatchObject([{ name: null, organization: counters[0]?.organization }]);
  });

  test("are those of plots that the brigade drew", async () => {
    const task = await reportedTask();
    await countAll(task, inspector);
    await server.db.sql
      .updateTable("survival_draw")
      .set({ drawn_by: brigade.id })
      .where("visit_id", "=", await firstVisit(task))
      .execute();
    const verdict = await verdictOf(task);
    expect(verdict.proposed).not.toBe("agrees");
    expect(reasonOf(verdict, "plots_drawn_by_own_side")).toBeDefined();
  });

  test("are those of a counter who reports on the task afterwards", async () => {
    const late = await server.person("Brigade", { ministryId: ministry });
    const task = await reportedTask();
    await countAll(task, late, {}, inspector);
    expect((await verdictOf(task)).proposed).toBe("agrees");
    await move(giver.call, task, "needs_changes");
    expect((await report(late.call, task)).status).toBe(201);
    await move(late.call, task, "submitted");
    await move(giver.call, task, "completed");
    await expectNothingProved(task, "own_side");
  });

  test("are made from far away, or of more trees than a plot can hold", async () => {
    const far = await reportedTask();
    const counter = { latitude: 40.2, longitude: 69.6, accuracy_m: 100_000 };
    await countAll(far, inspector, { counter });
    await expectNothingProved(far, "far");
    const dense = await reportedTask();
    await countAll(dense, inspector, { living: 900 });
    await expectNothingProved(dense, "impossible");
  });

  test("are of far more trees than were reported for the ground", async () => {
    const task = await reportedTask();
    await countAll(task, inspector, { living: 15 });
    const verdict = await verdictOf(task);
    expect([verdict.proposed, verdict.standing]).toEqual(["too_early", null]);
    expect(reasonOf(verdict, "plots_beyond_report")?.figures).toMatchObject({ reported: 500 });
  });

  test("are those of an account that is gone", async () => {
    const gone = await server.person("SysAdmin");
    const task = await reportedTask();
    await countAll(task, gone);
    await server.db.sql.deleteFrom("user_account").where("id", "=", gone.id).execute();
    await expectNothingProved(task, "unknown");
  });

  test("take the rest along where they are more than one in five: those may be the empty plots", async () => {
    const task = await reportedTask();
    await countAll(task, inspector);
    const ids = (await plotsOf(task)).map(({ id }) => id);
    const owned = async (n: number) =>
      server.db.sql
        .updateTable("survival_plot")
        .set({ measured_by: brigade.id })
        .where("id", "in", ids.slice(0, n))
        .execute();
    await owned(4);
    const some = await verdictOf(task);
    expect(some.proposed).toBe("agrees");
    expect(reasonOf(some, "plots")?.figures).toMatchObject({ plots: 20, living: 100 });
    expect(reasonOf(some, "plots_left_out")?.figures).toMatchObject({ plots: 24, own_side: 4 });
    await owned(5);
    const many = await verdictOf(task);
    expect(many.proposed).not.toBe("agrees");
    expect(reasonOf(many, "plots_not_independent")?.figures).toMatchObject({ own_side: 5 });
  });
});

describe("a chosen part of the evidence", () => {
  test("proves nothing where fewer than four in five of the drawn plots were counted", async () => {
    const task = await reportedTask();
    expect((await draw(task, inspector)).status).toBe(201);
    const ids = (await plotsOf(task)).map(({ id }) => id);
    for (const id of ids.slice(5))
      expect((await count(task, id, inspector, { living: 5 })).status).toBe(200);
    expect((await end(task, inspector)).status).toBe(200);
    const some = await verdictOf(task);
    expect([some.proposed, some.standing]).toEqual(["too_early", null]);
    expect(reasonOf(some, "plots_uncounted")?.figures).toMatchObject({ plots: 19, drawn: 24 });
    const open = { state: "drawn", reason: "The water is gone" };
    const at = `/plant-tree-task/${task}/survival/${await firstVisit(task)}`;
    expect((await inspector.call("POST", `${at}/state`, open)).status).toBe(200);
    expect((await count(task, ids[0] ?? 0, inspector, { living: 5 })).status).toBe(200);
    expect((await end(task, inspector)).status).toBe(200);
    const enough = await verdictOf(task);
    expect(enough.proposed).toBe("agrees");
    expect(reasonOf(enough, "plots_uncounted")).toBeUndefined();
  });

  test("is told of where plots were drawn until they suited", async () => {
    const task = await reportedTask();
    expect((await draw(task, inspector)).status).toBe(201);
    expect((await draw(task, inspector, { reason: "They lie in the water" })).status).toBe(201);
    for (const { id } of await plotsOf(task))
      expect((await count(task, id, inspector)).status).toBe(200);
    expect(reasonOf(await verdictOf(task), "plots_redrawn")?.figures).toMatchObject({ draws: 2 });
  });

  test("is not hidden behind a report of another task that nobody handed in", async () => {
    const task = await reportedTask();
    await countAll(task, inspector, { living: 0 });
    expect((await verdictOf(task)).proposed).toBe("contradicts");
    const { garden_id } = await server.db.sql
      .selectFrom("planting_task")
      .where("id", "=", task)
      .select("garden_id")
      .executeTakeFirstOrThrow();
    const dummy = await makeTask(giver.call, garden_id, type, {
      ...{ ministry, contractor, assignedDate: day(-410), spacing_m: 6 },
      items: [{ tree_type: type, quantity: 10 }],
    });
    const row = { tree_type: type, count: 900_000, plant_date: day(-400) };
    expect((await brigade.call("POST", `/plant-tree-task/${dummy.id}/report`, row)).status).toBe(
      201,
    );
    const verdict = await verdictOf(task);
    expect(verdict.proposed).toBe("contradicts");
    expect(reasonOf(verdict, "shared_ground")?.figures).toMatchObject({ trees: 10 });
  });

  test("is decided on by nobody who was of the organization that reported", async () => {
    const rights = grants({ planttreetask: "vc", planttreetaskreport: "va" });
    const chief = await server.person("Chief", { permissions: rights, ministryId: contractor });
    const task = await reportedTask();
    await verdictOf(task);
    const left = { ministry_id: null };
    await server.db.sql.updateTable("user_account").set(left).where("id", "=", chief.id).execute();
    const { body } = await chief.call<PlantingVerdictDetail>("GET", `/planting-verdict/${task}`);
    expect(body.can).toMatchObject({ decide: false, blocked: "own_submission" });
  });
});

test("plots that somebody else counted on the spot prove a true report", async () => {
  const task = await reportedTask();
  await countAll(task, inspector);
  const verdict = await verdictOf(task);
  expect(verdict.proposed).toBe("agrees");
  expect((await plotsOf(task)).every(({ doubt }) => doubt === null)).toBe(true);
  expect(verdict.counters).toMatchObject([
    { name: "Test SysAdmin", organization: null, plots: 24, own_side: false, no_position: 24 },
  ]);
});
