/** A garden with images of two years, and the end of their comparison. */
import type { Registration } from "@nihol/contract/values/imagery/image-compare";
import { json } from "@nihol/db/json";
import type { MultiPolygon } from "@nihol/geo/geometry";
import type { TestApp } from "../../support/test-app.ts";
import { insertImage, plant } from "../../support/tree-fixture.ts";

/** A square of degrees as a boundary. */
export const square = (west: number, south: number, side: number): MultiPolygon => ({
  type: "MultiPolygon",
  coordinates: [
    [
      [
        [west, south],
        [west + side, south],
        [west + side, south + side],
        [west, south + side],
        [west, south],
      ],
    ],
  ],
});

let places = 0;

/** A degree where no other garden of these tests lies. */
export const nextWest = () => 60 + places++;

/** A garden in a district of its own, with images of 2023 and 2025 over it. */
export async function makeCompareWorld(server: TestApp) {
  const [west, south, side] = [nextWest(), 38, 0.01];
  const sql = server.db.sql;
  const names = json({ tg: "Н", ru: "Н", en: `N${west}`, az: "" });
  const region = await sql
    .insertInto("region")
    .values({ name: names })
    .returning("id")
    .executeTakeFirstOrThrow();
  const district = await sql
    .insertInto("district")
    .values({ name: names, region_id: region.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  const garden = await sql
    .insertInto("garden")
    .values({
      name: names,
      region_id: region.id,
      district_id: district.id,
      boundary: json(square(west, south, side)),
      bbox: [west, south, west + side, south + side],
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const place = { region: region.id, district: district.id, garden: garden.id };
  const images: number[] = [];
  for (const date of ["2023-06-10", "2025-06-20"]) {
    const options = { west, south, side, date };
    const id = await insertImage(server.db, options);
    await sql
      .updateTable("whole_image")
      .set({ region_id: region.id, district_id: district.id })
      .where("id", "=", id)
      .execute();
    const spots = [0.2, 0.4, 0.6, 0.8].map((share, i) => ({
      lon: west + share * side,
      lat: south + 0.5 * side,
      // The last one stands outside every garden.
      ...(i === 3 ? { ...place, garden: null } : place),
    }));
    await plant(server.db, id, options, spots);
    images.push(id);
  }
  return { ...place, west, south, side, images: images as [number, number] };
}

/** Ends a comparison as a worker would: the first tree is lost, the second planted, the others kept. */
export async function completeComparison(
  server: TestApp,
  id: number,
  [before, after]: [number, number],
  method: Registration["method"] = "pixels",
) {
  const sql = server.db.sql;
  const treesOf = (image: number) =>
    sql.selectFrom("tree").where("whole_image_id", "=", image).orderBy("lon").selectAll().execute();
  const [old, late] = [await treesOf(before), await treesOf(after)];
  const row = (tree: (typeof old)[number] | undefined, more: object) => ({
    comparison_id: id,
    tree_id: tree?.id ?? 0,
    zc: tree?.zc ?? 0,
    state: 0,
    side: 2,
    chance: 0,
    ...more,
  });
  await sql
    .insertInto("tree_change")
    .values([
      row(old[0], { state: 2, side: 0, chance: 0.9, before_m2: 10 }),
      row(late[1], { state: 1, side: 1, chance: 0.8, after_m2: 4, unsure: true }),
      row(late[2], { before_tree_id: old[2]?.id, before_m2: 10, after_m2: 12 }),
      row(late[3], { before_tree_id: old[3]?.id, before_m2: 10, after_m2: 11 }),
    ])
    .execute();
  const registration = {
    method,
    east_m: 0.5,
    south_m: 0,
    error_m: 0.1,
    error_span_m: null,
    confidence: 1,
  };
  await sql
    .updateTable("image_comparison")
    .set({
      status: "completed",
      progress: 1,
      result: json({ registration, recall: { before: 0.9, after: 0.8 } }),
    })
    .where("id", "=", id)
    .execute();
}
