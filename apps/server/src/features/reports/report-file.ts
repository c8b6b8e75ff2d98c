import type { Report } from "@nihol/contract/reports/reports";
import type { ReportFormat } from "@nihol/contract/values/reports/reports";
import type { Shape } from "@nihol/geo/paper-map";
import type { TextLanguage } from "@nihol/locales/text";
import type { DocumentMaker } from "../../shared/accounts/document-maker.ts";
import type { Words } from "../../shared/files/words.ts";

/** What the thread is asked. */
export interface FileRequest {
  report: Report;
  format: Exclude<ReportFormat, "json">;
  language: TextLanguage;
  /** The reader's clock: "Asia/Dushanbe". */
  timeZone: string;
  maker: DocumentMaker;
  /** Lines without data that the file does not show; its sums hold them. */
  leftOut: number;
  /** Outlines of the rows' territories, for the map. */
  shapes: Shape[];
  /** The installation holds made-up gardens, and the file says so. */
  demo: boolean;
}

/** The same with the words of its language. */
export interface ReportFile extends Omit<FileRequest, "language"> {
  words: Words;
}
