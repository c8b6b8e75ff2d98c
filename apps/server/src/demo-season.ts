/**
 * What the demonstration's people do once the images of its season are read, in the way in which people would: last
 * year's reports are approved, and the reviewer finds a report of planting contradicted and opens a case from it.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Connection } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import type { Database } from "@nihol/db/tables";
import type { FileStore } from "@nihol/store/files/file-store";
import type { Kysely } from "kysely";
import { findFact } from "./commands/first-data.ts";
import { approveDemoPeriod } from "./features/reports/periods/demo.ts";
import { storedPermissions } from "./features/sign-in/queries.ts";
import { decideVerdict } from "./features/verdicts/writes.ts";
import { createViolation } from "./features/violations/create.ts";
import type { Actor } from "./http/actor.ts";

type Db = Kysely<Database>;

const everyMs = 10_000;
const reviewer = "sysadmin@nihol.example";
const dayMs = 86_400_000;
const explanation =
  "Шумориши қитъаҳо ва акси нав нишон медиҳанд, ки ниҳолҳои ҳисоботшуда дар ин замин нестанд.";

interface Tools {
  db: Connection;
  files: FileStore;
}

async function findReviewer(db: Db): Promise<Actor | undefined> {
  const row = await db
    .selectFrom("user_account as u")
    .innerJoin("user_group as g", "g.id", "u.group_id")
    .where("u.email", "=", reviewer)
    .select(["u.id", "u.email", "u.language", "g.name as role", "g.built_in", "g.permissions"])
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    isMasterAdmin: false,
    permissions: storedPermissions(row.permissions, row.built_in),
    ministryId: null,
    regionIds: [],
    districtIds: [],
    language: row.language,
  };
}

/** Whether images are still to be drawn, read or compared. */
async function areImagesAwaited(db: Db): Promise<boolean> {
  if (await findFact(db, "demo_scenes")) return true;
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

/** Whether a task's verdict does not know the newest evidence yet. */
async function isStale(db: Db, task: number): Promise<boolean> {
  const verdict = await db
    .selectFrom("planting_verdict")
    .where("task_id", "=", task)
    .whereRef("known_revision", "<", "evidence_revision")
    .select("task_id")
    .executeTakeFirst();
  return verdict !== undefined;
}

const findTask = (db: Db, task: number) =>
  db
    .selectFrom("planting_verdict as v")
    .innerJoin("planting_task as t", "t.id", "v.task_id")
    .where("v.task_id", "=", task)
    .where("v.proposed", "=", "contradicts")
    .select(["v.known_revision", "v.state", "t.garden_id", "t.ministry_id"])
    .executeTakeFirst();

/** Opens it where the reports of the task are still contradicted; a reviewer who has decided is left alone. */
async function openCase({ db, files }: Tools, task: number): Promise<void> {
  const [actor, row] = [await findReviewer(db.sql), await findTask(db.sql, task)];
  if (!actor || row?.state !== "proposed") return;
  const seen = { revision: row.known_revision, state: row.state };
  await decideVerdict(db.sql, actor, task, { verdict: "contradicts", explanation, seen });
  const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
  const id = await createViolation(db.sql, files, actor, {
    kind: "other",
    title: "Ниҳолҳои ҳисоботшуда дар ҷойи худ нестанд",
    description: explanation,
    observed_on: day(0),
    due_date: day(14),
    point: null,
    garden: row.garden_id,
    region: null,
    district: null,
    ministry: row.ministry_id,
    responsible: null,
    reported_by: "",
    opened_from: { task },
  });
  await db.sql.updateTable("violation").set({ demo: true }).where("id", "=", id).execute();
}

/** One look. @returns whether there is nothing more to wait for */
async function look(tools: Tools): Promise<boolean> {
  const { sql } = tools.db;
  if (!(await findFact(sql, "demo"))) return true;
  if (await areImagesAwaited(sql)) return false;
  await approveDemoPeriod(sql);
  const task = await findFact<number>(sql, "demo_case");
  if (task === undefined) return true;
  if (await isStale(sql, task)) return false;
  // Taken off first: a case that cannot be opened is not tried for ever.
  const taken = sql.deleteFrom("installation").where("key", "=", "demo_case");
  if ((await taken.executeTakeFirst()).numDeletedRows > 0n) await openCase(tools, task);
  return true;
}

/** Begins to look, until all is done. @returns what ends it */
export function startDemoSeason(tools: Tools, log: (error: unknown) => void): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  async function run() {
    while (!signal.aborted) {
      const looked = look(tools).catch((error) => {
        if (!isDatabaseAway(error)) log(error);
        return false;
      });
      if (await looked) return;
      await wait(everyMs, undefined, { signal }).catch(() => {});
    }
  }
  const running = run();
  return async () => {
    ending.abort();
    await running;
  };
}
