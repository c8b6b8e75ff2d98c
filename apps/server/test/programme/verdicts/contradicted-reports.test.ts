import type { Report } from "@nihol/contract/reports/reports";
import { afterAll, describe, expect, test } from "vitest";
import { day } from "../../support/planting-fixture.ts";
import type { Caller } from "../../support/test-app.ts";
import { verdictWorld } from "./verdict-world.ts";

const { server, reviewer, contradicted, decide } = await verdictWorld();
afterAll(() => server.close());

describe("a report that was found not to stand", () => {
  interface Task {
    id: number;
    submitted_plant_count: number;
    contradicted_plant_count: number;
    verdict: string | null;
  }
  interface Tasks {
    results: Task[];
  }
  const statusOf = (call: Caller, id: number, body: object) =>
    call<Record<string, unknown>>("POST", `/plant-tree-task/${id}/status`, body);

  test("is accepted only by who says why, which stays in the history", async () => {
    const { id } = await contradicted();
    await decide(reviewer, id, "contradicts");
    const refused = await statusOf(reviewer, id, { status: "completed" });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["comment"]]);
    expect(JSON.stringify(refused.body)).toContain("verdict contradicts");
    const accepted = await statusOf(reviewer, id, { status: "completed", comment: "Судъя" });
    expect(accepted.status).toBe(200);
    const step = { to: "completed", comment: "Судъя" };
    expect(accepted.body.history).toContainEqual(expect.objectContaining(step));
  });

  test("counts as planted nowhere, and is told apart in list, counts, file and report", async () => {
    const { id, garden } = await contradicted();
    const of = `garden=${garden}`;
    /** The last line of the report by region. */
    const reported = async () => {
      const answer = await reviewer<Report>("GET", `/report/region?from=${day(-500)}&to=${day(0)}`);
      const { tasks } = answer.body.grand_total ?? answer.body.total;
      return {
        planted: tasks.submitted_plant_count,
        contradicted: tasks.contradicted_plant_count ?? 0,
      };
    };
    const figuresOf = async () => {
      const row = (await reviewer<Tasks>("GET", `/plant-tree-task?${of}`)).body.results[0];
      const counts = (await reviewer<Task>("GET", `/plant-tree-task/count?${of}`)).body;
      const shown = async (filter: string) =>
        (await reviewer<Tasks>("GET", `/plant-tree-task?${of}&${filter}`)).body.results.length;
      return {
        row: [row?.submitted_plant_count, row?.contradicted_plant_count, row?.verdict],
        counts: [counts.submitted_plant_count, counts.contradicted_plant_count],
        shown: [await shown("contradicted=true"), await shown("contradicted=false")],
      };
    };
    expect(await figuresOf()).toEqual({
      row: [1000, 0, "contradicts"],
      counts: [1000, 0],
      shown: [0, 1],
    });
    const before = await reported();
    await decide(reviewer, id, "contradicts");
    expect(await figuresOf()).toEqual({
      row: [1000, 1000, "contradicts"],
      counts: [0, 1000],
      shown: [1, 0],
    });
    const after = await reported();
    expect([after.planted - before.planted, after.contradicted - before.contradicted]).toEqual([
      -1000, 1000,
    ]);
  });
});
