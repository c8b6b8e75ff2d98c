import { paths } from "@nihol/contract/values/paths";
import type { ReportKind } from "@nihol/contract/values/reports/reports";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { periodRange } from "../../map/data/period.ts";
import type { ReportSearch } from "./report-search.ts";

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
