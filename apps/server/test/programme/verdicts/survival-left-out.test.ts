/** Survival in the task, its list, its garden and the list of gardens leaves out what the verdict leaves out. */
import type { Garden } from "@nihol/contract/gardens";
import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import type { GardenSurvival, TaskSurvival } from "@nihol/contract/planting/survival";
import { today } from "@nihol/contract/values/planting/programme-day";
import { proposeVerdict } from "@nihol/store/verdicts/verdict-rows";
import { afterAll, expect, test } from "vitest";
import { verdictWorld } from "./verdict-world.ts";

const { server, giver, ministry, squareAt, submittedTask, countPlots } = await verdictWorld();
const db = server.db.sql;
const brigade = await server.person("Reviewer", { ministryId: ministry });
afterAll(() => server.close());

/** A visit that counts every plot alive; by the ministry that reported where it is doubted. */
async function survivalShown(isDoubted: boolean) {
  const { id, west, garden } = await submittedTask(400, 500);
  const body = { status: "completed", comment: "seen" };
  expect((await giver("POST", `/plant-tree-task/${id}/status`, body)).status).toBe(200);
  // The visits that wait after planting: one that was made takes the place of the first.
  await db.deleteFrom("survival_visit").where("task_id", "=", id).execute();
  await countPlots(id, squareAt(west), 1, 0);
  if (isDoubted)
    await db
      .updateTable("survival_plot")
      .set({ measured_by: brigade.id })
      .where("draw_id", "in", (eb) =>
        eb
          .selectFrom("survival_draw as d")
          .innerJoin("survival_visit as v", "v.id", "d.visit_id")
          .where("v.task_id", "=", id)
          .select("d.id"),
      )
      .execute();
  await proposeVerdict(db, id, today());
  const at = `/plant-tree-task/${id}`;
  const { visits } = (await giver<TaskSurvival>("GET", `${at}/survival`)).body;
  const estimate = visits.find((visit) => visit.estimate.counted_plots > 0)?.estimate;
  expect(estimate).toMatchObject({
    ...{ counted_plots: 8, left_out: isDoubted ? 8 : 0 },
    no_estimate: isDoubted ? "left_out" : null,
  });
  const task = await giver<PlantTreeTask>("GET", at);
  const years = (await giver<GardenSurvival>("GET", `/garden/${garden}/survival`)).body.years;
  const list = await giver<{ results: Garden[] }>("GET", "/garden?limit=100");
  return [
    estimate?.survival ?? null,
    task.body.survival,
    years.find(({ survival }) => survival !== null)?.survival ?? null,
    list.body.results.find((one) => one.id === garden)?.survival ?? null,
  ];
}

test("counts that weigh nothing give no survival anywhere, those of others do", async () => {
  expect(await survivalShown(true)).toEqual([null, null, null, null]);
  expect(await survivalShown(false)).not.toContain(null);
});
