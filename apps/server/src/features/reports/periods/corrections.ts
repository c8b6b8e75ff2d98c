/** The reports of a period as they are now, and what differs from those that were approved. */

import type { ReportCorrection } from "@nihol/contract/reports/report-periods";
import type { ApprovedReports } from "@nihol/contract/reports/reports";
import type { ReportKind } from "@nihol/contract/values/reports/reports";
import type { Db } from "@nihol/db/connection";
import type { TextLanguage } from "@nihol/locales/text";
import { reportMinistry } from "@nihol/policies/report-periods";
import type { Actor } from "../../../http/actor.ts";
import { makeReport } from "../figures/report.ts";
import { listCauses } from "./cause-queries.ts";
import { withCauses } from "./causes.ts";
import { allDifferences } from "./differences.ts";

type Days = { from: string; to: string };

/** The reports at one moment: between them nothing is written. */
export const reportsNow = <K extends ReportKind>(
  db: Db,
  actor: Actor,
  { from, to }: Days,
  { language, kinds }: { language: TextLanguage; kinds: readonly K[] },
): Promise<Pick<ApprovedReports, K>> =>
  db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      const made: Partial<ApprovedReports> = {};
      for (const kind of kinds)
        made[kind] = await makeReport(trx, actor, kind, { from, to }, language);
      return made as Pick<ApprovedReports, K>;
    });

/** @param approved_at writes after it are what may have changed them */
export async function correctionsOf(
  db: Db,
  actor: Actor,
  approved: { reports: ApprovedReports; approved_at: Date },
  now: Partial<ApprovedReports>,
  days: Days,
): Promise<ReportCorrection[]> {
  const differences = allDifferences(approved.reports, now);
  if (differences.length === 0) return [];
  return withCauses(
    differences,
    await listCauses(db, approved.approved_at, reportMinistry(actor) ?? null),
    days,
  );
}
