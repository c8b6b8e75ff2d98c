/** Canopy and shrubs of an image, beside its trees. */
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertImage } from "../../../../../packages/store/test/tree-world.ts";
import { type Caller, type TestApp, testApp } from "../../support/test-app.ts";

let server: TestApp;
let call: Caller;
let id: number;
beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  id = await insertImage(server.db, "2026-05-01", [69, 38, 69.01, 38.01]);
});
afterAll(() => server.close());

const image = async () => (await call<WholeImage>("GET", `/whole-image/${id}`)).body;
const set = (values: object) =>
  server.db.sql.updateTable("whole_image").set(values).where("id", "=", id).execute();

test("an image says how much ground is under crowns, and where crowns cannot be counted", async () => {
  expect(await image()).toMatchObject({ canopy: null, trees: { total: 100 } });
  await set({ ground_ha: 4, crown_ha: 2, closed_canopy_ha: 1.5, closed_canopy_trees: 100 });
  const said = { ground_ha: 4, crown_ha: 2, closed_ha: 1.5, trees: 100, cover: null };
  await set({ familiarity: "known" });
  expect((await image()).canopy).toEqual({ ...said, countable: true });
  await set({ familiarity: "unlike" });
  expect((await image()).canopy).toEqual({ ...said, countable: false });
  // Less than half of the trees stand in it.
  await set({ closed_canopy_trees: 49 });
  expect((await image()).canopy).toEqual({ ...said, trees: 49, countable: true });
  // Plots that people counted there give a range of its own.
  await set({ closed_canopy_trees: 100, range_basis: "calibration" });
  expect((await image()).canopy).toEqual({ ...said, countable: true });
});

test("where pixels show a closed wood whose crowns were not found they cannot be counted, on known ground too", async () => {
  const cover = { open_canopy_ha: 0.5, low_plants_ha: 1.2, bare_ha: 0.8 };
  await set({ range_basis: "model", familiarity: "known", closed_canopy_trees: 3 });
  await set({ ...cover, missed_canopy_ha: 1.4 });
  expect((await image()).canopy).toMatchObject({ closed_ha: 1.5, countable: false, cover });
  // Most of the canopy stands elsewhere, or its crowns were found.
  await set({ missed_canopy_ha: 0.9 });
  expect((await image()).canopy).toMatchObject({ countable: true, cover });
});

test("an image says how many shrubs stand beside its trees, and null where nobody told them apart", async () => {
  expect((await image()).shrubs).toBeNull();
  await set({ shrub_count: 42 });
  expect(await image()).toMatchObject({ shrubs: 42, trees: { total: 100 } });
});
