/** Planting tasks with verdicts: who gives, plants, reviews and answers, and tasks that are handed in and contradicted. */

import type { PlantingVerdictDetail } from "@nihol/contract/planting/verdicts";
import { today } from "@nihol/contract/values/planting/programme-day";
import { json } from "@nihol/db/json";
import { drawPlots } from "@nihol/geo/draw-plots";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { geodesicAreaM2 } from "@nihol/geo/polygon";
import { proposeVerdict, staleVerdicts } from "@nihol/store/verdicts/verdict-rows";
import { expect } from "vitest";
import { day, makeTask, plantingFixture } from "../../support/planting-fixture.ts";
import { type Caller, grants, testApp } from "../../support/test-app.ts";

const rights = grants({ planttreetask: "vc", wholeimage: "v" });
/** A verdict, or why there is none. */
export type Answer = PlantingVerdictDetail & { code: string };

/** Makes a server with its people; `reviewer` and `second` decide for the whole programme, `abroad` in another region. */
export async function verdictWorld() {
  let made = 0;
  const server = await testApp();
  const fixture = plantingFixture(server);
  const ministry = await fixture.insert("ministry");
  const counter = await server.person("MasterAdmin");
  const giver = counter.call;
  const planter = (await server.person("SysAdmin")).call;
  const reviewer = (await server.person("Reviewer", { permissions: rights })).call;
  const second = (await server.person("Reviewer")).call;
  const abroadRegion = await fixture.insert("region");
  const abroad = (await server.person("Reviewer", { regions: [abroadRegion] })).call;
  const own = grants({ planttreetask: "vc", planttreetaskreport: "va" });
  const answerer = (await server.person("Ministry", { permissions: own, ministryId: ministry }))
    .call;
  const type = await fixture.treeType();

  const squareAt = (west: number): MultiPolygon => ({
    type: "MultiPolygon",
    coordinates: [
      [
        [
          [west, 38.5],
          [west + 0.002, 38.5],
          [west + 0.002, 38.502],
          [west, 38.502],
          [west, 38.5],
        ],
      ],
    ],
  });

  /** A task in a garden of its own, planted so many days ago and handed in. */
  async function submittedTask(plantedAgo = 400, count = 1000) {
    const west = 68 + made++ / 100;
    const boundary = squareAt(west);
    const garden = await plantingFixture(server).insert("garden", {
      boundary: json(boundary),
      bbox: [west, 38.5, west + 0.002, 38.502],
      center: [west + 0.001, 38.501],
      area_m2: geodesicAreaM2(boundary),
      ministry_id: ministry,
    });
    const { id } = await makeTask(giver, garden, type, {
      assignedDate: day(-plantedAgo - 5),
      items: [{ tree_type: type, quantity: count }],
    });
    const row = { tree_type: type, count, plant_date: day(-plantedAgo) };
    await planter("POST", `/plant-tree-task/${id}/report`, row);
    const body = { status: "submitted", comment: "done" };
    expect((await planter("POST", `/plant-tree-task/${id}/status`, body)).status).toBe(200);
    return { id, garden, west };
  }

  /** Does the jobs that the worker would be sent. */
  async function workOut() {
    for (const { data } of await staleVerdicts(server.db.sql))
      await proposeVerdict(server.db.sql, (data as { task: number }).task, today());
  }
  const verdictOf = async (id: number, call = reviewer) =>
    call<Answer>("GET", `/planting-verdict/${id}`);

  /** Every plot of a done visit holds so many living and dead trees. */
  async function countPlots(task: number, ground: MultiPolygon, living: number, dead: number) {
    const { sql } = server.db;
    const visit = await sql
      .insertInto("survival_visit")
      .values({ task_id: task, year: 1, due_date: day(-10), state: "done" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const area = geodesicAreaM2(ground);
    const { id } = await sql
      .insertInto("survival_draw")
      .values({
        ...{ visit_id: visit.id, number: 1, algorithm: "test", seed: 1, plot_count: 8 },
        ...{ radius_m: 5.64, ground: json(ground), ground_m2: area },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const plots = drawPlots({ ground, seed: 1, count: 8, radiusM: 5.64 });
    const rows = plots.map(({ areaM2, ...plot }) => ({ ...plot, draw_id: id, area_m2: areaM2 }));
    await sql.insertInto("survival_plot").values(rows).execute();
    await sql
      .updateTable("survival_plot")
      .set({ living, dead, missing: 0, measured_at: new Date(), measured_by: counter.id })
      .where("draw_id", "=", id)
      .execute();
  }

  /** A task that its plots contradict. */
  async function contradicted() {
    const task = await submittedTask();
    await countPlots(task.id, squareAt(task.west), 0, 1);
    await workOut();
    return task;
  }

  const decide = async (call: Caller, id: number, verdict: string, more: object = {}) => {
    const { body } = await verdictOf(id, giver);
    const seen = { revision: body.revision, state: body.state };
    return call<Answer>("POST", `/planting-verdict/${id}/decision`, {
      ...{ verdict, explanation: "Seen on the spot", seen },
      ...more,
    });
  };
  const appeal = (call: Caller, id: number) =>
    call<Answer>("POST", `/planting-verdict/${id}/appeal`, { explanation: "The plots lie wrong" });
  return {
    ...{
      server,
      giver,
      counter,
      planter,
      reviewer,
      second,
      abroad,
      answerer,
      ministry,
      abroadRegion,
      type,
    },
    ...{ squareAt, submittedTask, workOut, verdictOf, countPlots, contradicted, decide, appeal },
  };
}
