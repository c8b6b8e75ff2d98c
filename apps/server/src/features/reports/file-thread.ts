/** Runs in a worker thread: makes files of reports, so that the server goes on answering meanwhile. */
import { wordsOf } from "../../shared/files/words.ts";
import { reportCsv } from "./report-csv.ts";
import type { FileRequest, ReportFile } from "./report-file.ts";
import { reportPdf } from "./report-pdf.ts";
import { reportXlsx } from "./report-xlsx.ts";

const makers: Record<FileRequest["format"], (file: ReportFile) => Promise<Uint8Array>> = {
  csv: async ({ report, words }) => reportCsv(report, words),
  xlsx: reportXlsx,
  pdf: reportPdf,
};

/** The bytes of a report's file. */
export const makeReportFile = ({ language, ...request }: FileRequest): Promise<Uint8Array> =>
  makers[request.format]({ ...request, words: wordsOf(language, request.timeZone) });

export default makeReportFile;
