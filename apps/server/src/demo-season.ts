/**
 * Work that the demonstration's people do once the images of its season are read, through the same calls as people: last
 * year's reports are approved, trees are corrected and counted again, and the reviewer finds a report of planting
 * contradicted and opens a case from it.
 */

import { setTimeout as wait } from "node:timers/promises";
import { daysAfter, today } from "@nihol/contract/values/planting/programme-day";
import type { Connection } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import type { FileStore } from "@nihol/store/files/file-store";
import { findFirstAdmin, insertDemoTokens } from "./commands/demo-checks-queries.ts";
import {
  areDemoImagesAwaited,
  claimDemoStep,
  findContradicted,
  findDemoReviewer,
  isVerdictStale,
  setDemoCase,
} from "./commands/demo-season-queries.ts";
import { readInstallationValue } from "./commands/first-data.ts";
import { checkDemoTrees } from "./demo-checks.ts";
import { approveDemoPeriod } from "./features/reports/periods/demo.ts";
import { storedPermissions } from "./features/sign-in/sign-in-queries.ts";
import { decideVerdict } from "./features/verdicts/writes.ts";
import { createViolation } from "./features/violations/create.ts";
import type { Actor } from "./http/actor.ts";

const pollIntervalMs = 10_000;
/** Says that the counts of the plots and the new image show: the reported seedlings do not stand on this land. */
const explanation =
  "Шумориши қитъаҳо ва акси нав нишон медиҳанд, ки ниҳолҳои ҳисоботшуда дар ин замин нестанд.";

interface Tools {
  db: Connection;
  files: FileStore;
}

type Reviewer = NonNullable<Awaited<ReturnType<typeof findDemoReviewer>>>;

const actorOf = (
  { built_in, permissions, ...account }: Reviewer,
  isMasterAdmin = false,
): Actor => ({
  ...account,
  isMasterAdmin,
  permissions: storedPermissions(permissions, built_in),
  ministryId: null,
  regionIds: [],
  districtIds: [],
});

/** Opens the demonstration's case where the task's report is still contradicted; not where a reviewer has decided. */
async function openCase({ db, files }: Tools, task: number): Promise<void> {
  const [reviewer, row] = [await findDemoReviewer(db.sql), await findContradicted(db.sql, task)];
  if (!reviewer || row?.state !== "proposed") return;
  const actor = actorOf(reviewer);
  const seen = { revision: row.known_revision, state: row.state };
  await decideVerdict(db.sql, actor, task, { verdict: "contradicts", explanation, seen });
  const day = (days: number) => daysAfter(today(), days);
  const id = await createViolation(db.sql, files, actor, {
    kind: "other",
    // In English: reported seedlings are not at their place.
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
  await setDemoCase(db.sql, id);
}

/** The reviewer looks trees through, the administrator counts them again and has tokens for map programs. */
async function checkTrees(tools: Tools): Promise<void> {
  const { sql } = tools.db;
  const [reviewer, admin] = [await findDemoReviewer(sql), await findFirstAdmin(sql)];
  if (!reviewer || !admin) return;
  await insertDemoTokens(sql, admin.id);
  await checkDemoTrees(tools, actorOf(reviewer), actorOf(admin, true));
}

/** Does what can be done by now. @returns true where nothing more is to come */
async function runOnce(tools: Tools): Promise<boolean> {
  const { sql } = tools.db;
  if (!(await readInstallationValue(sql, "demo"))) return true;
  if (await areDemoImagesAwaited(sql)) return false;
  await approveDemoPeriod(sql);
  if (await claimDemoStep(sql, "demo_checks")) await checkTrees(tools);
  const task = await readInstallationValue<number>(sql, "demo_case");
  if (task === undefined) return true;
  if (await isVerdictStale(sql, task)) return false;
  // Claimed before it is opened: a case that cannot be opened is not tried for ever.
  if (await claimDemoStep(sql, "demo_case")) await openCase(tools, task);
  return true;
}

/** Tries every few seconds until all is done. @returns a function that ends it */
export function startDemoSeason(tools: Tools, log: (error: unknown) => void): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  async function run() {
    while (!signal.aborted) {
      const ended = runOnce(tools).catch((error) => {
        if (!isDatabaseAway(error)) log(error);
        return false;
      });
      if (await ended) return;
      await wait(pollIntervalMs, undefined, { signal }).catch(() => {});
    }
  }
  const running = run();
  return async () => {
    ending.abort();
    await running;
  };
}
