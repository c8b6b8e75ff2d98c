import { paths } from "@nihol/contract/values/paths";
import type { ReportKind } from "@nihol/contract/values/reports/reports";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { isPeriodKind, type PeriodKind, periodRange } from "../../map/data/period.ts";

/** State of a report that its address keeps. */
export type ReportSearch = {
  period?: PeriodKind;
  from?: string;
  to?: string;
  /** Of a report by district. */
  region?: string;
  /** Of an approved period: as they are now. */
  figures?: "now";
};

/** Reads a report's part of an address; what makes no sense is left out. */
export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const region = Number(search.region);
  return {
    period: isPeriodKind(search.period) ? search.period : undefined,
    from: date(search.from),
    to: date(search.to),
    region: Number.isInteger(region) && region > 0 ? String(region) : undefined,
    figures: search.figures === "now" ? "now" : undefined,
  };
}

/** The report's call: its path and query. */
export function reportCall(kind: ReportKind, search: ReportSearch) {
  const { from, to } = periodRange(search);
  const params = { from, to, figures: search.figures };
  return kind === "region"
    ? { path: paths.reportRegion, params }
    : { path: paths.reportDistrict, params: { ...params, region: search.region } };
}

/** After a step of a period: both reports and the list of periods are asked again. */
export const refreshReports = () =>
  Promise.all(
    [paths.reportRegion, paths.reportDistrict, paths.reportPeriod].map((path) => refresh(path)),
  );

/** A report's figures. Throws ApiError. */
export function askReport(kind: ReportKind, search: ReportSearch, signal: AbortSignal) {
  const { params: query } = reportCall(kind, search);
  return kind === "region"
    ? ask("GET /report/region", { query, signal })
    : ask("GET /report/district", { query, signal });
}

function date(value: unknown): string | undefined {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}
