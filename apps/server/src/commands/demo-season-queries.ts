/** Rows that the demonstration's people act on once its images are read, and the marks of what they have done. */
import type { Db } from "@nihol/db/connection";
import { readInstallationValue } from "./first-data.ts";

/** Reviewer of the demonstration: the account that checks reports. */
export const findDemoReviewer = (db: Db) =>
  db
    .selectFrom("user_account as u")
    .innerJoin("user_group as g", "g.id", "u.group_id")
    .where("u.email", "=", "sysadmin@nihol.example")
    .select(["u.id", "u.email", "u.language", "g.name as role", "g.built_in", "g.permissions"])
    .executeTakeFirst();

/** Says whether images are still to be drawn, read or compared. */
export async function areDemoImagesAwaited(db: Db): Promise<boolean> {
  if (await readInstallationValue(db, "demo_scenes")) return true;
  const image = await db
    .selectFrom("imagery_process")
    .where("demo", "=", true)
    .where("status", "in", ["pending", "in_progress"])
    .select("id")
    .executeTakeFirst();
  const comparison = await db
    .selectFrom("image_comparison")
    .where("status", "in", ["pending", "in_progress"])
    .select("id")
    .executeTakeFirst();
  return image !== undefined || comparison !== undefined;
}

/** Says whether a task's verdict does not know the newest evidence yet. */
export async function isVerdictStale(db: Db, task: number): Promise<boolean> {
  const verdict = await db
    .selectFrom("planting_verdict")
    .where("task_id", "=", task)
    .whereRef("known_revision", "<", "evidence_revision")
    .select("task_id")
    .executeTakeFirst();
  return verdict !== undefined;
}

/** Verdict and garden of a contradicted task, by which its reviewer decides. */
export const findContradicted = (db: Db, task: number) =>
  db
    .selectFrom("planting_verdict as v")
    .innerJoin("planting_task as t", "t.id", "v.task_id")
    .where("v.task_id", "=", task)
    .where("v.proposed", "=", "contradicts")
    .select(["v.known_revision", "v.state", "t.garden_id", "t.ministry_id"])
    .executeTakeFirst();

/** Claims a step that is done once, a case or checks of trees: its row goes. @returns true for the call that has it */
export async function claimDemoStep(db: Db, key: "demo_case" | "demo_checks"): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("installation")
    .where("key", "=", key)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Makes a case one of the demonstration, which goes with it. */
export const setDemoCase = (db: Db, id: number) =>
  db.updateTable("violation").set({ demo: true }).where("id", "=", id).execute();
