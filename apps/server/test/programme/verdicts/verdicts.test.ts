/** Verdicts of planting tasks, through HTTP: proposed from images and plots, decided, appealed against. */
import type { PlantingVerdict } from "@nihol/contract/planting/verdicts";
import type { TaskEvidence } from "@nihol/contract/values/violations";
import { afterAll, describe, expect, test } from "vitest";
import { noticesOf } from "../../support/notice-world.ts";
import { day, plantingFixture } from "../../support/planting-fixture.ts";
import { type Caller, grants } from "../../support/test-app.ts";
import { insertImage, plant } from "../../support/tree-fixture.ts";
import { verdictWorld } from "./verdict-world.ts";

const {
  server,
  giver,
  planter,
  reviewer,
  second,
  abroad,
  answerer,
  ministry,
  abroadRegion,
  counter,
  type,
  squareAt,
  submittedTask,
  workOut,
  verdictOf,
  countPlots,
  contradicted,
  decide,
  appeal,
} = await verdictWorld();
afterAll(() => server.close());

describe("proposals of the machine", () => {
  test("is asked for once by each statement that writes rows, and for what waits for changes too", async () => {
    const { id } = await submittedTask();
    const { sql } = server.db;
    const revision = async () =>
      (
        await sql
          .selectFrom("planting_verdict")
          .where("task_id", "=", id)
          .select("evidence_revision")
          .executeTakeFirstOrThrow()
      ).evidence_revision;
    const first = await revision();
    const row = { task_id: id, tree_type_id: type, count: 7, plant_date: day(-30) };
    await sql.insertInto("planting_report").values([row, row, row]).execute();
    expect(await revision()).toBe(first + 1);
    await sql.updateTable("planting_report").set({ count: 8 }).where("task_id", "=", id).execute();
    expect(await revision()).toBe(first + 2);
    await sql.deleteFrom("planting_report").where("task_id", "=", id).execute();
    expect(await revision()).toBe(first + 3);
    // As the demonstration writes one: it was handed in before, and nobody saw that.
    await sql.deleteFrom("planting_verdict").where("task_id", "=", id).execute();
    await sql
      .updateTable("planting_task")
      .set({ status: "needs_changes" })
      .where("id", "=", id)
      .execute();
    expect((await verdictOf(id)).status).toBe(200);
  });

  test("is there once a task is handed in, and follows plots that are counted", async () => {
    const { id, west } = await submittedTask();
    expect((await verdictOf(id)).body).toMatchObject({ proposed: null, stale: true });
    await workOut();
    const first = (await verdictOf(id)).body;
    expect([first.proposed, first.stale, first.standing]).toEqual(["too_early", false, null]);
    expect(first.proposal?.next_look?.on).toMatch(/^20\d\d-/);
    await countPlots(id, squareAt(west), 0, 1);
    expect((await verdictOf(id)).body.stale).toBe(true);
    await workOut();
    const { body } = await verdictOf(id);
    expect([body.proposed, body.verdict]).toEqual(["contradicts", "contradicts"]);
    expect(body.standing?.high).toBeLessThan(500);
    expect(body.proposal?.reasons.map(({ code }) => code)).toContain("plots");
    expect(body.history.map(({ kind, verdict }) => `${kind} ${verdict}`)).toEqual([
      "proposed contradicts",
      "proposed too_early",
    ]);
  });

  test("is worked out anew after an image of the garden is published, and names the images", async () => {
    const { id, west, garden } = await submittedTask(2600);
    await workOut();
    expect((await verdictOf(id)).body.proposed).toBe("unclear");
    const area = { west: west - 0.001, south: 38.499, side: 0.004, by: counter.id };
    const before = { ...area, date: day(-2700) };
    const after = { ...area, date: `${Number(day(0).slice(0, 4)) - 1}-07-01` };
    const spots = (n: number) =>
      Array.from({ length: n }, (_, i) => ({
        ...{
          lon: west + 0.00001 * (1 + (i % 40) * 4.8),
          lat: 38.5 + 0.00005 * (1 + Math.floor(i / 40)),
        },
        ...{ garden, area: 5 },
      }));
    const early = await insertImage(server.db, before);
    await plant(server.db, early, before, spots(4));
    const late = await insertImage(server.db, after);
    await plant(server.db, late, after, spots(1000));
    expect((await verdictOf(id)).body.stale).toBe(true);
    await workOut();
    const { body } = await verdictOf(id);
    expect(body.proposed).toBe("agrees");
    expect([body.before?.id, body.after?.id]).toEqual([early, late]);
    expect(body.proposal?.reasons[0]).toMatchObject({
      code: "image_count",
      says: "for",
      figures: { image: late, captured_on: after.date, counted: 1000, before_image: early },
    });
    expect((await verdictOf(id, answerer)).body.before).toBeNull();
  });
});

test("crowns follow from the height of the stock, as reported or else as ordered", async () => {
  const { id } = await submittedTask(90);
  const stock = async () => {
    await workOut();
    const { proposal } = (await verdictOf(id)).body;
    return proposal?.reasons.find(({ code }) => code === "stock_height")?.figures;
  };
  expect(await stock()).toBeUndefined();
  const items = [{ tree_type: type, quantity: 1000, stock_height_cm: 400 }];
  expect((await giver("PATCH", `/plant-tree-task/${id}`, { items })).status).toBe(200);
  expect(await stock()).toMatchObject({ trees: 1000, height_high_m: 4, crown_high_m: 1.33 });
  await server.db.sql
    .updateTable("planting_report")
    .set({ stock_height_cm: 150 })
    .where("task_id", "=", id)
    .execute();
  expect(await stock()).toMatchObject({ height_high_m: 1.5, crown_high_m: 0.5 });
});

describe("a decision", () => {
  test("counts instead of the proposal, is explained, and stands in history and log", async () => {
    const { id } = await contradicted();
    expect((await decide(reviewer, id, "agrees", { explanation: " " })).status).toBe(400);
    expect((await decide(reviewer, id, "too_early")).status).toBe(400);
    const { status, body } = await decide(reviewer, id, "agrees");
    expect(status).toBe(200);
    expect([body.verdict, body.proposed, body.state]).toEqual(["agrees", "contradicts", "decided"]);
    expect(body.history[0]).toMatchObject({ kind: "decided", explanation: "Seen on the spot" });
    const logged = await server.db.sql
      .selectFrom("audit_log")
      .where("action", "=", "verdict")
      .where("resource_id", "=", String(id))
      .select("change")
      .executeTakeFirstOrThrow();
    expect(logged.change).toMatchObject({ verdict: "agrees", proposed: "contradicts" });
  });

  test("is not taken on what has changed since it was looked at", async () => {
    const { id } = await contradicted();
    const { body } = await verdictOf(id);
    await decide(reviewer, id, "unclear");
    const seen = { revision: body.revision, state: body.state };
    const late = await decide(second, id, "agrees", { seen });
    expect([late.status, late.body.code]).toEqual([409, "verdict_changed"]);
  });

  test("is not for who handed the task in, its ministry, who lacks the right, or another region", async () => {
    const { id } = await contradicted();
    expect((await decide(planter, id, "agrees")).body.code).toBe("own_submission");
    expect((await decide(answerer, id, "agrees")).body.code).toBe("own_ministry_task");
    const viewer = await server.person("Looker", { permissions: grants({ planttreetask: "v" }) });
    expect((await decide(viewer.call, id, "agrees")).status).toBe(403);
    expect((await decide(abroad, id, "agrees")).status).toBe(404);
    const of = async (call: Caller) => (await verdictOf(id, call)).body.can;
    expect(await of(planter)).toMatchObject({ decide: false, blocked: "own_submission" });
    expect(await of(answerer)).toMatchObject({ decide: false, blocked: "own_ministry" });
    expect(await of(viewer.call)).toEqual({ decide: false, appeal: false, blocked: null });
    expect(await of(reviewer)).toEqual({ decide: true, appeal: false, blocked: null });
  });
});

describe("an appeal", () => {
  test("is the ministry's, and somebody else decides after it", async () => {
    const { id } = await contradicted();
    expect((await appeal(answerer, id)).body.code).toBe("nothing_to_appeal");
    await decide(reviewer, id, "contradicts");
    expect((await verdictOf(id, answerer)).body.can.appeal).toBe(true);
    expect((await appeal(second, id)).status).toBe(403);
    expect((await appeal(answerer, id)).body.state).toBe("appealed");
    expect((await decide(reviewer, id, "contradicts")).body.code).toBe("own_decision");
    const { body } = await decide(second, id, "unclear");
    expect([body.state, body.verdict]).toEqual(["final", "unclear"]);
    expect(body.history.map(({ kind }) => kind)).toEqual([
      "decided",
      "appealed",
      "decided",
      "proposed",
    ]);
    expect((await appeal(answerer, id)).body.code).toBe("nothing_to_appeal");
  });

  test("is the ministry's, and not used up by the contractor who planted", async () => {
    const { id } = await contradicted();
    const contractor = await plantingFixture(server).insert("ministry");
    await server.db.sql
      .updateTable("planting_task")
      .set({ contractor_id: contractor })
      .where("id", "=", id)
      .execute();
    const permissions = grants({ planttreetask: "v", planttreetaskreport: "va" });
    const { call: brigade } = await server.person("Brigade", {
      permissions,
      ministryId: contractor,
    });
    await decide(reviewer, id, "contradicts");
    expect((await verdictOf(id, brigade)).body.can.appeal).toBe(false);
    expect((await appeal(brigade, id)).status).toBe(403);
    expect((await appeal(answerer, id)).body.state).toBe("appealed");
    expect((await decide(second, id, "unclear")).body.state).toBe("final");
  });
});

describe("notices", () => {
  const toldOf = async (id: number, call: Caller) =>
    (await noticesOf({ call }, "?page_size=100"))
      .filter(({ subject, subject_id }) => subject === "verdict" && subject_id === id)
      .map(({ kind, facts }) => `${kind} ${facts.verdict ?? ""}`.trim());

  test("of a decision and of an appeal's answer go to the ministry, of an appeal to who may decide on it", async () => {
    const { id } = await contradicted();
    await decide(reviewer, id, "contradicts");
    expect(await toldOf(id, answerer)).toEqual(["verdict_decided contradicts"]);
    await appeal(answerer, id);
    const told = [reviewer, second, giver, planter, abroad].map((call) => toldOf(id, call));
    expect(await Promise.all(told)).toEqual([
      ...[[], ["verdict_appealed"], ["verdict_appealed"]],
      ...[[], []],
    ]);
    await decide(second, id, "unclear");
    expect(await toldOf(id, answerer)).toEqual([
      "appeal_answered unclear",
      "verdict_decided contradicts",
    ]);
  });

  test("of decisions do not come to who has chosen so", async () => {
    const off = { ways: { verdict_decided: "off" } };
    expect((await answerer("PATCH", "/notice/choice", off)).status).toBe(200);
    const { id } = await contradicted();
    await decide(reviewer, id, "contradicts");
    expect(await toldOf(id, answerer)).toEqual([]);
  });
});

describe("the queue", () => {
  test("begins with what needs a decision, and can be narrowed", async () => {
    const appealed = await contradicted();
    await decide(reviewer, appealed.id, "contradicts");
    await appeal(answerer, appealed.id);
    const waiting = await contradicted();
    const list = async (query: string) =>
      (await reviewer<{ results: PlantingVerdict[] }>("GET", `/planting-verdict?${query}`)).body
        .results;
    const ids = (await list("page_size=100")).map(({ id }) => id);
    expect(ids[0]).toBe(appealed.id);
    expect((await list("state=waiting")).every(({ state }) => state !== "decided")).toBe(true);
    const verdicts = (await list("verdict=contradicts")).map(({ verdict }) => verdict);
    expect(new Set(verdicts)).toEqual(new Set(["contradicts"]));
    expect((await list(`garden=${waiting.garden}`)).map(({ id }) => id)).toEqual([waiting.id]);
    expect((await abroad<{ count: number }>("GET", "/planting-verdict")).body.count).toBe(0);
    const tasks = await giver<{ results: { id: number }[] }>(
      "GET",
      `/plant-tree-task?verdict=contradicts&garden=${waiting.garden}`,
    );
    expect(tasks.body.results.map(({ id }) => id)).toEqual([waiting.id]);
  });
});

test("a report with warnings waits for a decision, before those of which nothing tells anything yet", async () => {
  const plain = await submittedTask(30);
  const warned = await submittedTask(30);
  const denser = await giver("PATCH", `/plant-tree-task/${warned.id}`, { spacing_m: 20 });
  expect(denser.status).toBe(200);
  await workOut();
  expect((await verdictOf(warned.id)).body.proposed).toBe("too_early");
  const ids = async (query: string) =>
    (
      await reviewer<{ results: PlantingVerdict[] }>("GET", `/planting-verdict?${query}`)
    ).body.results.map(({ id }) => id);
  const all = await ids("page_size=100");
  expect(all.indexOf(warned.id)).toBeLessThan(all.indexOf(plain.id));
  const waiting = await ids("page_size=100&state=waiting");
  expect([waiting.includes(warned.id), waiting.includes(plain.id)]).toEqual([true, false]);
});

describe("a case opened from a contradicted report", () => {
  test("holds the figures of the verdict, the place of the garden and the organization", async () => {
    const { id, garden } = await contradicted();
    await decide(reviewer, id, "contradicts");
    const path = `/violation/evidence?task=${id}`;
    const { body } = await giver<{ evidence: TaskEvidence; ministry: number }>("GET", path);
    expect(body).toMatchObject({ ministry, garden });
    const { kind, plots, standing, reported, explanation } = body.evidence;
    expect({ kind, reported, explanation }).toEqual({
      ...{ kind: "task", reported: 1000, explanation: "Seen on the spot" },
    });
    expect([plots?.plots, plots?.living]).toEqual([8, 0]);
    expect(standing?.high).toBeLessThan(500);
    const row = await giver<{ id: number; source: string; task: number; evidence: TaskEvidence }>(
      "POST",
      "/violation",
      {
        ...{ kind: "other", title: "Not planted", observed_on: day(-1), garden, ministry },
        opened_from: { task: id },
      },
    );
    expect(row.status).toBe(201);
    expect(row.body).toMatchObject({ source: "task", task: id, evidence: body.evidence });
    expect((await verdictOf(id, giver)).body.cases.map((one) => one.id)).toEqual([row.body.id]);
    const act = await giver("GET", `/violation/${row.body.id}/act?time_zone=Asia/Dushanbe`);
    expect([act.status, act.headers["content-type"]]).toEqual([200, "application/pdf"]);
  });

  test("is not opened where the report agrees, nor beyond the scope", async () => {
    const { id } = await contradicted();
    await decide(reviewer, id, "agrees");
    expect((await giver("GET", `/violation/evidence?task=${id}`)).status).toBe(400);
    const finder = await server.person("Finder", {
      permissions: grants({ planttreetask: "v", violation: "va" }),
      regions: [abroadRegion],
    });
    expect((await finder.call("GET", `/violation/evidence?task=${id}`)).status).toBe(404);
  });
});
