import type { Report, ReportRow } from "@nihol/contract/reports/reports";
import type { ReportFormat, ReportKind } from "@nihol/contract/values/reports/reports";
import type { Shape } from "@nihol/geo/paper-map";
import type { TextLanguage } from "@nihol/locales/text";
import type { DocumentAuthor } from "../../shared/accounts/document-author.ts";
import type { Words } from "../../shared/files/words.ts";

/** The map of a report: of its rows, or of the regions around them where few of the rows have a border. */
export interface ReportMap {
  kind: ReportKind;
  rows: Pick<ReportRow, "id" | "name" | "trees">[];
  shapes: Shape[];
}

/** Request to the thread. */
export interface FileRequest {
  report: Report;
  format: Exclude<ReportFormat, "json">;
  language: TextLanguage;
  /** The reader's clock: "Asia/Dushanbe". */
  timeZone: string;
  maker: DocumentAuthor;
  /** Lines without data that the file does not show; its sums hold them. */
  leftOut: number;
  /** Outlines of territories and their trees, for the map. */
  map: ReportMap;
  /** The installation holds made-up gardens, and the file says so. */
  demo: boolean;
}

/** The same with the words of its language. */
export interface ReportFile extends Omit<FileRequest, "language"> {
  words: Words;
}
