import { isPeriodKind, type PeriodKind } from "../../map/data/period-kinds.ts";

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

function date(value: unknown): string | undefined {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}
