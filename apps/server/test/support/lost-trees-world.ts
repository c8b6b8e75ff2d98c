/** Two drawn images of one garden, as real files, and a completed comparison that shows lost trees. */
import {
  type ComparisonResult,
  compareVersion,
} from "@nihol/contract/values/imagery/image-compare";
import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { json } from "@nihol/db/json";
import { pixelToLonLat } from "@nihol/vision/coordinates/projection";
import { inspectInChild } from "@nihol/vision/render/render-pool";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";
import type { TestApp } from "./test-app.ts";
import { insertImage, plant } from "./tree-fixture.ts";

interface Place {
  lon: number;
  lat: number;
}

const site = { lon: 68.78, lat: 38.56 };
const half = 0.002;
const box = { west: site.lon - half, south: site.lat - half, side: 2 * half };
const names = (text: string) => ({ tg: text, ru: text, en: text, az: "" });

/** Stores a drawn scene and makes it the file of a new image. */
async function insertScene(server: TestApp, date: 0 | 1, day: string) {
  const scene = drawScene({ seed: 5, size: 512, date, ...site });
  const id = await insertImage(server.db, { ...box, date: day });
  const key = `scene/${id}.tif`;
  await server.files.put(key, encodeScene(scene));
  const facts: ImageMetadata = {
    ...(await inspectInChild(server.files.path(key))),
    stretch: null,
  };
  await server.db.sql
    .updateTable("whole_image")
    .set({ cog_key: key, facts: json(facts), width: 512, height: 512, gsd_m: 0.25 })
    .where("id", "=", id)
    .execute();
  return { id, scene };
}

export type LostTrees = Awaited<ReturnType<typeof lostTrees>>;

/** A region with a garden in it; `lost` are the positions of the trees that the later image lacks. */
export async function lostTrees(server: TestApp, master: { call: TestApp["anonymous"] }) {
  const { west, south, side } = box;
  const ring = [
    [west, south],
    [west + side, south],
    [west + side, south + side],
    [west, south + side],
    [west, south],
  ];
  const boundary = { type: "Polygon", coordinates: [ring] };
  const idOf = async (path: string, body: object) =>
    (await master.call<{ id: number }>("POST", path, body)).body.id;
  const region = await idOf("/region", { name: names("Хатлон"), boundary });
  const district = await idOf("/district", { name: names("Ноҳия"), region, boundary });
  const garden = await idOf("/garden", { name: names("Боғи Дилором"), district, boundary });
  const before = await insertScene(server, 0, "2024-05-01");
  const after = await insertScene(server, 1, "2025-05-01");
  const place = { region, district, garden };
  const spots = ({ scene }: typeof before) =>
    scene.trees.map(({ id, x, y }) => {
      const [lon, lat] = pixelToLonLat(scene, x, y);
      return { id, spot: { lon, lat, ...place } };
    });
  const [early, late] = [spots(before), spots(after)];
  for (const [image, trees] of [
    [before, early],
    [after, late],
  ] as const)
    await plant(
      server.db,
      image.id,
      { ...box },
      trees.map(({ spot }) => spot),
    );
  const stays = new Set(late.map(({ id }) => id));
  const lost = early.filter(({ id }) => !stays.has(id)).map(({ spot }) => spot);
  const comparison = await insertComparison(server, before.id, after.id, lost);
  return { ...place, before: before.id, after: after.id, comparison, lost };
}

/** Ends a comparison as a worker would: these are lost, whatever else the earlier image has is kept. */
async function insertComparison(server: TestApp, before: number, after: number, lost: Place[]) {
  const sql = server.db.sql;
  const trees = await sql
    .selectFrom("tree")
    .where("whole_image_id", "=", before)
    .select(["id", "zc", "lon", "lat"])
    .orderBy("id")
    .execute();
  const shift = { east_m: 0, south_m: 0, error_m: 0.1, error_span_m: null, confidence: 1 };
  const { id } = await sql
    .insertInto("image_comparison")
    .values({
      before_id: before,
      after_id: after,
      method: compareVersion,
      status: "completed",
      progress: 1,
      result: json<ComparisonResult>({
        registration: { method: "pixels", ...shift },
        recall: { before: 0.9, after: 0.9 },
      }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const isLost = (tree: Place) =>
    lost.some(({ lon, lat }) => Math.abs(lon - tree.lon) + Math.abs(lat - tree.lat) < 1e-9);
  await sql
    .insertInto("tree_change")
    .values(
      trees.map((tree) => ({
        comparison_id: id,
        tree_id: tree.id,
        zc: tree.zc,
        ...(isLost(tree) ? { state: 2, side: 0, chance: 0.9 } : { state: 0, side: 2, chance: 0 }),
        before_m2: 10,
      })),
    )
    .execute();
  return id;
}
