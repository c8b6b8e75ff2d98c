import type { ReportFigures } from "@nihol/contract/reports/reports";
import type { CoverageWords } from "@nihol/locales/coverage-text";
import type { Format } from "../../lib/text/format.ts";

/** Context that a figure's cell needs beside the figures themselves: made once for a table of thousands. */
export type Scale = {
  /** Texts by their full keys: `reports:was`. */
  t: (key: string, values?: Record<string, string>) => string;
  format: Format;
  /** Trees of the fullest row: the length of a whole bar. */
  maxTrees: number;
  /** "14 May 2026 · 0.3 m · model 2" */
  basis: (trees: ReportFigures["trees"]) => string;
  coverage: CoverageWords;
  /** The report is of a chosen period. */
  inPeriod: boolean;
};
