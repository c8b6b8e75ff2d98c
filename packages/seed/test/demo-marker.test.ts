import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { insertPerson, seedBuiltInRoles } from "@nihol/seed/accounts";
import { seedDemo } from "@nihol/seed/demo";
import { isDemonstration, removeDemonstration } from "@nihol/seed/remove-demo";
import { afterEach, beforeEach, expect, test } from "vitest";

let db: FreshDatabase;
beforeEach(async () => {
  db = await freshDatabase();
  await seedBuiltInRoles(db.sql);
  await insertPerson(db.sql, {
    email: "own@ministry.example",
    firstName: "Own",
    lastName: "Person",
    role: "MasterAdmin",
    passwordHash: "x",
  });
  await seedDemo(db.sql, { passwordHash: "x", isSmall: true });
});
afterEach(() => db.close());

const count = async (table: string) =>
  (await db.pool.query(`select count(*) as n from ${table}`)).rows[0].n;

test("the demonstration goes whole, and what was there before stays", async () => {
  expect(await isDemonstration(db.sql)).toBe(true);
  const { removed, kept } = await removeDemonstration(db.sql);
  expect(removed).toBeGreaterThan(20);
  expect(kept).toEqual({});
  expect(await isDemonstration(db.sql)).toBe(false);
  for (const table of [
    "alert_rule",
    "report_period",
    "garden",
    "planting_task",
    "tree_type",
    "device",
    "device_group",
    "region",
    "district",
  ])
    expect([table, await count(table)]).toEqual([table, 0]);
  for (const table of ["ministry", "organization_type"])
    expect([table, await count(table)]).toEqual([table, 0]);
  expect((await db.pool.query("select email from user_account")).rows).toEqual([
    { email: "own@ministry.example" },
  ]);
  expect(await count("user_group")).toBe(2);
});

test("rows that somebody's own work stands on are kept, and are theirs", async () => {
  await db.pool.query(
    `insert into planting_task (garden_id, status, assigned_date, due_date)
     select min(id), 'pending', '2026-01-01', '2026-02-01' from garden`,
  );
  const { kept } = await removeDemonstration(db.sql);
  expect(kept).toMatchObject({ garden: 1, district: 1, region: 1 });
  expect(await count("garden where demo")).toBe(0);
  expect(await count("garden")).toBe(1);
  expect(await count("planting_task")).toBe(1);
});

test("a garden that somebody has written about is kept with their note, without those of the demonstration", async () => {
  const [{ id: garden }] = (await db.pool.query("select min(id) as id from garden")).rows;
  const written = `insert into garden_note (garden_id, observed_on, kind, text, author)
    values ($1, '2026-05-14', 'care', 'Watered', 'Own Person')`;
  await db.pool.query(written, [garden]);
  const { kept } = await removeDemonstration(db.sql);
  expect(kept).toMatchObject({ garden: 1 });
  expect((await db.pool.query("select text from garden_note")).rows).toEqual([{ text: "Watered" }]);
});
