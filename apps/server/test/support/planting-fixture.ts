/** Gardens, organizations, tree types and tasks for the tests of planting. */

import type { PlantTreeTaskDetail } from "@nihol/contract/planting/plant-tree-tasks";
import { daysAfter, today } from "@nihol/contract/values/planting/programme-day";
import { json } from "@nihol/db/json";
import type { Caller, TestApp } from "./test-app.ts";

let made = 0;
export const fresh = (text = "Ниҳол") => {
  const word = `${text} ${++made}`;
  return { tg: `${word} тҷ`, ru: `${word} ру`, en: `${word} en`, az: "" };
};

/** Inserts rows for one test server; every name is new. */
export function plantingFixture(server: TestApp) {
  const insert = async (table: "region" | "district" | "garden" | "ministry", more: object = {}) =>
    (
      await server.db.sql
        .insertInto(table)
        .values({ name: json(fresh()), ...more } as never)
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
  return {
    insert,
    /** A region with one district. */
    async territory() {
      const region = await insert("region");
      return { region, district: await insert("district", { region_id: region }) };
    },
    async treeType() {
      return (
        await server.db.sql
          .insertInto("tree_type")
          .values({ name: json(fresh("Дарахт")) })
          .returning("id")
          .executeTakeFirstOrThrow()
      ).id;
    },
  };
}

/** `2026-05-14`, so many days from today. */
export const day = (days: number) => daysAfter(today(), days);

/** Makes a task as `call` and returns it. */
export async function makeTask(
  call: Caller,
  garden: number,
  treeType: number,
  more: object = {},
): Promise<PlantTreeTaskDetail> {
  const { status, body } = await call<PlantTreeTaskDetail>("POST", "/plant-tree-task", {
    garden,
    assignedDate: day(-20),
    dueDate: day(10),
    items: [{ tree_type: treeType, quantity: 100 }],
    ...more,
  });
  if (status !== 201) throw new Error(`task not made: ${status} ${JSON.stringify(body)}`);
  return body;
}
