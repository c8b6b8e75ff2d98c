/** Periods of reports as the contract shows them, and reports with the figures that were approved. */

import {
  type ReportApproval,
  type ReportPeriod,
  type ReportPeriodDetail,
  type ReportPeriodQuery,
  reportCorrectionsSchema,
} from "@nihol/contract/reports/report-periods";
import { type ApprovedReports, type Report, regionReport } from "@nihol/contract/reports/reports";
import type { TreeFilter } from "@nihol/contract/statistics";
import { today } from "@nihol/contract/values/planting/programme-day";
import { type ReportKind, reportKinds } from "@nihol/contract/values/reports/reports";
import type { Db } from "@nihol/db/connection";
import { languageOf, type TextLanguage } from "@nihol/locales/text";
import type { Actor } from "../../../http/actor.ts";
import type { Order } from "../../../http/paging.ts";
import { isOwnPeriod, reportCan, reportPeriodCan } from "../../../policies/reports.ts";
import { listDistrictRows, listRegionRows } from "../figures/figure-queries.ts";
import { makeReport } from "../figures/report.ts";
import { correctionsOf, reportsNow } from "./corrections.ts";
import {
  findApproved,
  findPeriodRow,
  listPeriodRows,
  listVersions,
  type PeriodRow,
  type VersionRow,
} from "./period-queries.ts";

const signature = (by: string, at: Date) => ({ by, at: at.toISOString() });
const approvalOf = ({ approver, approved_at }: Pick<PeriodRow, "approver" | "approved_at">) =>
  approver !== null && approved_at ? signature(approver, approved_at) : null;

const periodOf = (actor: Actor, row: PeriodRow): ReportPeriod => ({
  id: row.id,
  from: row.from_date,
  to: row.to_date,
  ministry:
    row.ministry_id !== null ? { id: row.ministry_id, name: row.ministry_name ?? {} } : null,
  state: row.state,
  version: row.version ?? 0,
  note: row.note,
  comment: row.comment,
  submitted: signature(row.submitter, row.submitted_at),
  approved: approvalOf(row),
  can: reportPeriodCan(actor, row),
  own: isOwnPeriod(actor, row),
});

export async function listPeriods(
  db: Db,
  actor: Actor,
  query: ReportPeriodQuery,
  order: Order<"from">,
) {
  const { count, page } = await listPeriodRows(db, actor, query, order);
  return { count, rows: page.map((row) => periodOf(actor, row)) };
}

const versionOf = (row: VersionRow) => ({
  version: row.version,
  note: row.note,
  submitted: signature(row.submitter, row.submitted_at),
  approved: signature(row.approver, row.approved_at),
  corrections: reportCorrectionsSchema.parse(row.corrections),
});

/** The figures approved last, and what differs from them now; undefined before the first approval. */
async function approvedWithCorrections(
  db: Db,
  actor: Actor,
  row: PeriodRow,
  asked: { language: TextLanguage; kinds: readonly ReportKind[] },
) {
  const approved = await findApproved(db, row.id);
  if (!approved) return undefined;
  const days = { from: row.from_date, to: row.to_date };
  const now = await reportsNow(db, actor, days, asked);
  return { approved, corrections: await correctionsOf(db, actor, approved, now, days) };
}

/** Undefined where it does not exist, or is another ministry's. */
export async function findPeriod(
  db: Db,
  actor: Actor,
  id: number,
  language: string,
): Promise<ReportPeriodDetail | undefined> {
  const row = await findPeriodRow(db, actor, { id });
  if (!row) return undefined;
  const asked = { language: languageOf(language), kinds: reportKinds };
  const found = await approvedWithCorrections(db, actor, row, asked);
  const versions = await listVersions(db, id);
  return {
    ...periodOf(actor, row),
    versions: versions.map(versionOf),
    corrections: found?.corrections ?? [],
  };
}

/** A region's part of the report by district, as it was approved for the whole country. */
function partOf({ district, region }: ApprovedReports, id: number): Report {
  const rows = district.rows.filter((row) => row.region?.id === id);
  const total = region.rows.find((row) => row.id === id);
  const name = total?.name ?? rows[0]?.region?.name ?? {};
  return {
    ...district,
    region: { id, name },
    rows,
    total: total ?? district.total,
    outside: null,
    grand_total: null,
  };
}

/** The rows of a version in the order in which the reader sees those of today; what is gone since stands last. */
async function inReadersOrder(db: Db, actor: Actor, report: Report, language: TextLanguage) {
  const listed =
    report.kind === "region"
      ? await listRegionRows(db, actor, language)
      : await listDistrictRows(db, actor, {}, language);
  const places = new Map(listed.map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: Report["rows"][number]) =>
    id === null ? Number.MAX_SAFE_INTEGER : (places.get(id) ?? listed.length);
  return { ...report, rows: report.rows.toSorted((a, b) => placeOf(a) - placeOf(b)) };
}

const isOver = ({ from, to }: TreeFilter) => from !== undefined && to !== undefined && to < today();

/** The report of an approved period holds what was approved; of any other, and where they are asked for, today's figures. */
export async function findReport(
  db: Db,
  actor: Actor,
  kind: ReportKind,
  filter: TreeFilter & { figures: "approved" | "now" },
  language: TextLanguage,
): Promise<Report> {
  const { from, to, region, figures } = filter;
  const row = from && to ? await findPeriodRow(db, actor, { from, to }) : undefined;
  const found = row && (await approvedWithCorrections(db, actor, row, { language, kinds: [kind] }));
  const approval: ReportApproval | null = row
    ? {
        period: row.id,
        state: row.state,
        version: row.version ?? 0,
        submitted: signature(row.submitter, row.submitted_at),
        approved: approvalOf(row),
        note: row.note,
        corrections: found?.corrections ?? [],
      }
    : null;
  const live = () => makeReport(db, actor, kind, filter, language);
  const can = reportCan(actor, !row && isOver(filter));
  if (!found || figures === "now") return { ...(await live()), approval, can };
  const { reports } = found.approved;
  if (kind === "district" && region && !reports.region.rows.some(({ id }) => id === region))
    return { ...(await live()), can };
  const shown = kind === "district" && region ? partOf(reports, region) : reports[kind];
  // A version from before a figure was kept takes its default from the contract.
  const version = regionReport.answer.parse(shown);
  return { ...(await inReadersOrder(db, actor, version, language)), approval, can };
}
