/** Borders that moved over many trees, followed by a running worker. */
import { setTimeout as wait } from "node:timers/promises";
import type { Bbox } from "@nihol/geo/geometry";
import { insertTerritoryChange, listTerritoryChanges } from "@nihol/store/trees/territory-change";
import { recountPyramid } from "@nihol/store/trees/tree-pyramid";
import { afterEach, beforeEach, expect, it } from "vitest";
import { addRegion, insertImage } from "../../../packages/store/test/tree-world.ts";
import { makeRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeEach(async () => {
  rig = await makeRig();
});
afterEach(() => rig.close());

it("gives the trees inside a moved border their place, also where the job was lost", async () => {
  const { sql, pool } = rig.db;
  const box: Bbox = [69, 38, 69.01, 38.01];
  await insertImage(rig.db, "2025-05-01", box);
  const region = await addRegion(rig.db, box);
  const move = { kind: "region", placeIds: [region], boxes: [box] } as const;
  await sql.transaction().execute((trx) => insertTerritoryChange(trx, move));

  rig.startWorker();
  while ((await listTerritoryChanges(sql)).length > 0) await wait(200);
  const { rows } = await pool.query("select distinct region_id from tree");
  expect(rows).toEqual([{ region_id: region }]);
  expect(await recountPyramid(sql)).toBe(0);
});
