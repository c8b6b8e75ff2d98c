/** Advice before a flight over a planting task: by its plants, their day, and the place of its garden. */
import type { FlightAdvice } from "@nihol/contract/planting/flight-advice";
import { afterAll, expect, test } from "vitest";
import { day, makeTask, plantingFixture } from "../../support/planting-fixture.ts";
import { grants, testApp } from "../../support/test-app.ts";

const server = await testApp();
afterAll(() => server.close());
const fixture = plantingFixture(server);
const { call } = await server.person("MasterAdmin");
const region = await fixture.insert("region", { leaf_off: "never" });

const gardenAt = (center: [number, number] | null) =>
  fixture.insert("garden", { center, region_id: region });
const adviceOf = (id: number, as = call) =>
  as<FlightAdvice>("GET", `/plant-tree-task/${id}/flight`);

test("is reckoned from the due day until something is reported, then from the last planting day", async () => {
  const type = await fixture.treeType();
  const { id } = await makeTask(call, await gardenAt([68.8, 38.5]), type, {
    items: [{ tree_type: type, quantity: 100, stock_height_cm: 60 }],
  });
  const planned = (await adviceOf(id)).body;
  expect(planned).toMatchObject({ is_planned: true, planted_on: day(10), width_m: 0.2 });
  expect(planned.weeks[0]).toMatchObject({ from: day(10), to: day(23), pixel_m: 0.01 });
  const basis = { tree_types: [{ id: type }], region: { id: region }, leafless: null };
  expect(planned).toMatchObject(basis);
  expect(planned).toMatchObject({ height_m: 0.6, is_too_close: false, sun_min_deg: 30 });
  const planter = (await server.person("SysAdmin")).call;
  const row = { tree_type: type, count: 50, plant_date: day(-4) };
  await planter("POST", `/plant-tree-task/${id}/report`, row);
  const { body } = await adviceOf(id);
  expect(body).toMatchObject({ is_planned: false, planted_on: day(-4) });
  expect(body.weeks).toHaveLength(26);
  const [first] = body.weeks;
  // A few days after digging there are no weeds, whatever the season.
  expect(first).toMatchObject({ from: day(0), weeds: "few", leaves_off: "none" });
  for (const week of body.weeks) {
    expect(week.noon_deg).toBeGreaterThan(27);
    expect(week.noon_deg).toBeLessThan(76);
    expect(week.fly_from < "12:30" && week.fly_to > "12:30").toBe(true);
    if (week.noon_deg !== 30) expect(week.low_sun).toBe(week.noon_deg < 30);
  }
});

test("says no weeks where the garden's place is not known, and nothing to who may not see the task", async () => {
  const type = await fixture.treeType();
  const { id } = await makeTask(call, await gardenAt(null), type, { spacing_m: 0.7 });
  expect((await adviceOf(id)).body).toMatchObject({
    weeks: [],
    height_m: null,
    is_too_close: true,
  });
  const elsewhere = await fixture.insert("region");
  const stranger = await server.person("Watcher", {
    ...{ permissions: grants({ planttreetask: "v" }), regions: [elsewhere] },
  });
  expect((await adviceOf(id, stranger.call)).status).toBe(404);
});
