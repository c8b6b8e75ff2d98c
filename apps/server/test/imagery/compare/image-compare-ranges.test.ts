/** Tests that what became of trees is never surer than how many stand on the images. */
import type { ImageCompare } from "@nihol/contract/imagery/image-compare";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import type { ComparisonEvidence } from "@nihol/contract/values/violations";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../support/test-app.ts";
import { completeComparison, makeCompareWorld } from "./compare-world.ts";

let server: TestApp;
let admin: Awaited<ReturnType<TestApp["person"]>>;
beforeAll(async () => {
  server = await testApp();
  admin = await server.person("MasterAdmin");
});
afterAll(() => server.close());

/** A finished comparison of images with these ranges, factors of their trees. */
async function compared(ranges: readonly [number, number][], familiarity = "known") {
  const { garden, images } = await makeCompareWorld(server);
  for (const [i, [low, high]] of ranges.entries())
    await server.db.sql
      .updateTable("whole_image")
      .set({ range_low: low, range_high: high, familiarity: sql`${familiarity}` })
      .where("id", "=", images[i] ?? 0)
      .execute();
  const [before, after] = images;
  const asked = await admin.call<ImageCompare>("POST", "/image-compare", { before, after });
  await completeComparison(server, asked.body.pairs[0]?.comparison ?? 0, images);
  return { garden, images };
}

test("the fate of trees is as open as how many the images hold", async () => {
  const { images, garden } = await compared([
    [0.5, 3.5],
    [0.25, 1.5],
  ]);
  const [before, after] = images;
  const both = `before=${before}&after=${after}`;
  const { totals } = (await admin.call<ImageCompare>("GET", `/image-compare?${both}`)).body;
  const treesOf = async (id: number) =>
    (await admin.call<WholeImage>("GET", `/whole-image/${id}`)).body.trees;
  const own = { before: await treesOf(before), after: await treesOf(after) };
  if (!totals) throw new Error("not compared");
  const { kept, planted, lost } = totals;
  const shareOf = (end: "low" | "high", image: keyof typeof own) =>
    (own[image][end] ?? Number.NaN) / own[image].total;
  // Two kept: the worse of both images at each end, and no more than that one holds which holds fewer.
  expect(kept.low).toBeLessThanOrEqual(Math.floor(2 * shareOf("low", "after")));
  expect(kept.high).toBe(Math.ceil(totals.found_after.total * shareOf("high", "after")));
  expect(lost.high).toBeGreaterThanOrEqual(Math.floor(shareOf("high", "before")));
  expect(lost.high).toBeLessThanOrEqual(own.before.high ?? 0);
  expect(planted.high).toBeLessThanOrEqual(own.after.high ?? 0);
  // Evidence of a case says the same of the same ground.
  const ofGarden = (
    await admin.call<ImageCompare>("GET", `/image-compare?${both}&garden=${garden}`)
  ).body;
  const { body } = await admin.call<{ evidence: ComparisonEvidence }>(
    "GET",
    `/violation/evidence?comparison=${ofGarden.pairs[0]?.comparison}&garden=${garden}`,
  );
  const { count, low, high } = ofGarden.totals?.lost ?? {};
  expect(body.evidence.lost).toMatchObject({ count, low, high });
});

test("where an image is of unfamiliar ground, nothing is said of what became of its trees", async () => {
  const { images } = await compared([[0.5, 3.5]], "unfamiliar");
  const [before, after] = images;
  const { body } = await admin.call<ImageCompare>(
    "GET",
    `/image-compare?before=${before}&after=${after}`,
  );
  const none = { low: null, high: null, withheld: true };
  expect(body.totals).toMatchObject({ kept: none, planted: none, lost: none });
  expect(body.totals?.unfamiliar_image).toBe(before);
  expect(body.totals?.not_visible.withheld).toBe(false);
});
