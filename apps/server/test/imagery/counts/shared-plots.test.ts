/** A range that rests on the sample plots of other images says whose they are. */
import type { Calibration } from "@nihol/contract/imagery/calibration";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everything, imageryWorld, insertPublished } from "../../support/imagery-world.ts";

let world: Awaited<ReturnType<typeof imageryWorld>>;
let image: number;
let others: number[];

beforeAll(async () => {
  world = await imageryWorld();
  const { server, home, images } = world;
  image = (await insertPublished(server, home, "2025-05-20")).id;
  others = images.map(({ id }) => id);
  const { sql } = server.db;
  await sql
    .updateTable("calibration_window")
    .set({ marks: [150, 50] })
    .where("whole_image_id", "in", others)
    .execute();
  await sql
    .updateTable("whole_image")
    .set({
      ...{ range_basis: "shared", range_images: others, familiarity: "unfamiliar" },
      ...{ range_low: 0.8, range_high: 1.6, tree_count: 10, model: "m" },
    })
    .where("id", "=", image)
    .execute();
});
afterAll(() => world.server.close());

test("names the images whose plots they are, to those who may see them", async () => {
  const { server, master, ministry, elsewhere } = world;
  const ask = async (call: typeof master) =>
    (await call<Calibration>("GET", `/whole-image/${image}/calibration`)).body;
  const seen = await ask(master);
  expect(seen).toMatchObject({ low: 8, high: 16, from_windows: false });
  expect(seen.from_kind).toEqual({
    images: 2,
    windows: 2,
    listed: [
      { id: others[1], file_name: expect.any(String), date: "2025-05-01", windows: 1 },
      { id: others[0], file_name: expect.any(String), date: "2024-05-01", windows: 1 },
    ],
  });
  // An image of them now lies in another region, where this person has nothing to do.
  const [moved] = world.images;
  const elsewhereOnly = { region_id: elsewhere, district_id: null };
  await server.db.sql
    .updateTable("whole_image")
    .set(elsewhereOnly)
    .where("id", "=", moved?.id ?? 0)
    .execute();
  await server.db.sql
    .updateTable("imagery_process")
    .set(elsewhereOnly)
    .where("id", "=", moved?.process ?? 0)
    .execute();
  const { call } = await server.person("Officer", {
    permissions: everything,
    ministryId: ministry.other,
    regions: [world.home.region],
  });
  const own = await ask(call);
  expect(own.from_kind).toMatchObject({ images: 2, windows: 2 });
  expect(own.from_kind?.listed.map(({ id }) => id)).toEqual([others[1]]);
});

test("the image's page says how many, and its count that it is stated though the ground is unfamiliar", async () => {
  const { body } = await world.master<WholeImage>("GET", `/whole-image/${image}`);
  expect(body.plots_of).toEqual({ images: 2, windows: 2 });
  expect(body.trees).toMatchObject({ range_basis: "shared", ground: null });
  const other = (await world.master<WholeImage>("GET", `/whole-image/${others[1]}`)).body;
  expect(other.plots_of).toBeNull();
});
