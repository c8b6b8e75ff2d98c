import { freshDatabase } from "@nihol/db/test-database";
import { seedBuiltInRoles } from "@nihol/seed/accounts";
import { seedDemo } from "@nihol/seed/demo";
import { expect, test } from "vitest";

test("the engine says of the demonstration's tasks what is to be shown: one of every verdict", async () => {
  const db = await freshDatabase();
  await seedBuiltInRoles(db.sql);
  await seedDemo(db.sql, { passwordHash: "none", isSmall: true });
  const rows = await db.sql
    .selectFrom("planting_verdict")
    .select(["task_id", "proposed", "verdict", "state"])
    .orderBy("task_id")
    .execute();
  await db.close();
  const proposed = new Map(rows.map((row) => [row.task_id, row.proposed]));
  expect([8, 10, 11].map((task) => proposed.get(task))).toEqual([
    "agrees",
    "contradicts",
    "unclear",
  ]);
  expect(rows.filter((row) => row.proposed === "too_early").length).toBeGreaterThan(1);
  expect(rows.find((row) => row.task_id === 8)).toMatchObject({
    verdict: "agrees",
    state: "decided",
  });
});
