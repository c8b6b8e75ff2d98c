/** Runs in a worker thread: makes files of reports, so that the server goes on answering meanwhile. */
import { parentPort } from "node:worker_threads";
import type { Report } from "@nihol/contract/reports";
import type { ReportFormat } from "@nihol/contract/values/reports";
import type { TextLanguage } from "@nihol/locales/text";
import { type Words, wordsOf } from "../../exports/words.ts";
import type { Maker } from "./queries.ts";
import { reportCsv } from "./report-csv.ts";
import { reportPdf } from "./report-pdf.ts";
import { reportXlsx } from "./report-xlsx.ts";

/** What the thread is asked. */
export interface FileRequest {
  report: Report;
  format: Exclude<ReportFormat, "json">;
  language: TextLanguage;
  /** The reader's clock: "Asia/Dushanbe". */
  timeZone: string;
  maker: Maker;
  /** The installation holds made-up gardens, and the file says so. */
  demo: boolean;
}

/** The same with the words of its language. */
export interface ReportFile extends Omit<FileRequest, "language"> {
  words: Words;
}

const makers: Record<FileRequest["format"], (file: ReportFile) => Promise<Uint8Array>> = {
  csv: async ({ report, words }) => reportCsv(report, words),
  xlsx: reportXlsx,
  pdf: reportPdf,
};

/** The bytes of a report's file. */
export const makeReportFile = ({ language, ...request }: FileRequest): Promise<Uint8Array> =>
  makers[request.format]({ ...request, words: wordsOf(language, request.timeZone) });

parentPort?.on("message", async (request: FileRequest) =>
  parentPort?.postMessage(await makeReportFile(request)),
);
