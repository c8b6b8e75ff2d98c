/** The demonstration has trees that people corrected, a second opinion and tokens, so that their screens show something. */
import type { SecondOpinions } from "@nihol/contract/imagery/second-opinions";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { json } from "@nihol/db/json";
import { insertPerson } from "@nihol/seed/accounts";
import { removeDemonstration } from "@nihol/seed/remove-demo";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDemoSeason } from "../../../src/demo-season.ts";
import { until } from "../../support/imagery-server.ts";
import { imageryWorld, insertPublished } from "../../support/imagery-world.ts";

let world: Awaited<ReturnType<typeof imageryWorld>>;
let image: number;
let ending: () => Promise<void>;
beforeAll(async () => {
  world = await imageryWorld();
  const { server, home } = world;
  const { sql } = server.db;
  const made = await insertPublished(server, home, "2026-05-01");
  image = made.id;
  await sql.updateTable("tree").set({ fragment: 1 }).where("whole_image_id", "=", image).execute();
  await sql
    .updateTable("imagery_process")
    .set({ demo: true })
    .where("id", "=", made.process)
    .execute();
  await insertPerson(sql, {
    ...{ email: "sysadmin@nihol.example", firstName: "Farhod", lastName: "Rahimov" },
    ...{ role: "SysAdmin", passwordHash: "x" },
  });
  await sql
    .insertInto("installation")
    .values([
      { key: "demo", value: json(true) },
      { key: "demo_checks", value: json(true) },
    ])
    .execute();
  const failed: unknown[] = [];
  ending = startDemoSeason({ db: server.db, files: server.files }, (error) => failed.push(error));
  await until(async () => {
    if (failed.length > 0) throw failed[0];
    return (await imageNow()).conflicts > 0;
  });
});
afterAll(async () => {
  await ending?.();
  await world.server.close();
});
const imageNow = async () => (await world.master<WholeImage>("GET", `/whole-image/${image}`)).body;

test("trees are corrected, and differ from a new run", async () => {
  const { trees, conflicts } = await imageNow();
  expect([trees.total, conflicts]).toEqual([8, 2]);
});

test("trees are counted again by another", async () => {
  const { body } = await world.master<SecondOpinions>(
    "GET",
    `/whole-image/${image}/second-opinion/agreement`,
  );
  // Of eight trees the fourth is passed over, and one is seen that nobody else sees.
  expect(body).toMatchObject({
    counted: 1,
    compared: { first: 8, second: 8, agreed: 7 },
    pairs: [{ first_by: "Farhod Rahimov", fragments: 1 }],
  });
});

test("tokens of the administrator open nothing, and go with the demonstration", async () => {
  const { sql } = world.server.db;
  const tokens = () => sql.selectFrom("access_token").select(["name"]).orderBy("id").execute();
  expect((await tokens()).map(({ name }) => name)).toEqual(["QGIS", "STAC · rsgislib", "GDAL"]);
  await removeDemonstration(sql);
  expect(await tokens()).toEqual([]);
});
