import { paths } from "@nihol/contract/values/paths";
import type { ReportKind } from "@nihol/contract/values/reports";
import { ask } from "../../lib/api/ask.ts";
import { isPeriodKind, type PeriodKind, periodRange } from "../../map/data/period.ts";

/** What a report keeps in its address. */
export type ReportSearch = {
  period?: PeriodKind;
  from?: string;
  to?: string;
  /** Of a report by district. */
  region?: string;
};

/** Reads a report's part of an address; what makes no sense is left out. */
export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const region = Number(search.region);
  return {
    period: isPeriodKind(search.period) ? search.period : undefined,
    from: date(search.from),
    to: date(search.to),
    region: Number.isInteger(region) && region > 0 ? String(region) : undefined,
  };
}

/** The report's call: its path and query. */
export function reportCall(kind: ReportKind, search: ReportSearch) {
  const { from, to } = periodRange(search);
  return kind === "region"
    ? { path: paths.reportRegion, params: { from, to } }
    : { path: paths.reportDistrict, params: { from, to, region: search.region } };
}

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
