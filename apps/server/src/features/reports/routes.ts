import {
  reportPeriodApprove,
  reportPeriodReturn,
  reportPeriodSubmit,
  reportPeriods,
} from "@nihol/contract/reports/report-periods";
import {
  districtReport,
  type Report,
  type ReportQuery,
  regionReport,
} from "@nihol/contract/reports/reports";
import { withoutEmptyRows } from "@nihol/contract/values/reports/empty-rows";
import { reportDecisions } from "@nihol/contract/values/reports/report-periods";
import {
  type ReportFormat,
  type ReportKind,
  reportFormats,
  reportMediaTypes,
} from "@nihol/contract/values/reports/reports";
import { languageOf, type TextLanguage, text } from "@nihol/locales/text";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { findAuthor } from "../../shared/accounts/document-author.ts";
import { crud } from "../../shared/crud.ts";
import { threadPool } from "../../shared/threads/thread-pool.ts";
import { listShapes } from "./figures/figure-queries.ts";
import { findPeriod, findReport, listPeriods } from "./periods/answer.ts";
import { decidePeriod, submitPeriod } from "./periods/writes.ts";
import type { FileRequest, ReportMap } from "./report-file.ts";

const askThread = threadPool<FileRequest, Uint8Array>({
  module: new URL("./file-thread.ts", import.meta.url),
  timeoutMs: 60_000,
  memoryMb: 512,
  atOnce: 2,
  maxWaiting: 8,
});

/** The offered type that the caller prefers; JSON when any type is accepted. */
function formatOf(accept: string | undefined): ReportFormat {
  const wanted = (accept ?? "")
    .split(",")
    .map((part) => part.trim().toLowerCase().split(";"))
    .map(([type = "", ...rest]) => ({
      type: type.trim(),
      quality: Number(rest.find((one) => one.trim().startsWith("q="))?.split("=")[1] ?? 1),
    }))
    .sort((a, b) => b.quality - a.quality);
  for (const { type, quality } of wanted) {
    const format = reportFormats.find((one) => reportMediaTypes[one] === type);
    if (format && quality > 0) return format;
    if (type === "*/*" || type === "application/*") return "json";
  }
  return "json";
}

/** "Report by region 2026-05-14.pdf": the name in the reader's language, and one of plain letters for old programs. */
function disposition(report: Report, format: ReportFormat, language: TextLanguage): string {
  const day = report.made_at.slice(0, 10);
  const name = `${text(language, `reports.title_${report.kind}`)} ${day}.${format}`;
  return `attachment; filename="report-${report.kind}-${day}.${format}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

export const reportRoutes: Feature = (app, services) => {
  const { db, demo } = services;
  /** The map of a report's rows; where few of the districts have a border, of the regions. */
  async function mapOf(report: Report, byRegion: () => Promise<Report>): Promise<ReportMap> {
    const { kind, rows } = report;
    const shapes = await listShapes(db.sql, report);
    const few = shapes.length * 2 < rows.filter(({ id }) => id !== null).length;
    if (kind === "region" || !few) return { kind, rows, shapes };
    const regions = await byRegion();
    const outlines = await listShapes(db.sql, regions);
    return { kind: "region", rows: regions.rows, shapes: outlines };
  }

  async function answer(
    kind: ReportKind,
    { actor, query, headers }: FastifyRequest & { query: ReportQuery },
    reply: FastifyReply,
  ): Promise<Report | FastifyReply> {
    const language = languageOf(headers["accept-language"]);
    const format = query.format ?? formatOf(headers.accept);
    const report = await findReport(db.sql, actor, kind, query, language);
    reply.header("vary", "accept, accept-language");
    if (format === "json") return report;
    const maker = await findAuthor(db.sql, actor);
    const timeZone = query.time_zone;
    const lines = query.lines ?? (format === "pdf" && kind === "district" ? "filled" : "all");
    const shown = lines === "filled" ? withoutEmptyRows(report) : report;
    const file = await askThread({
      ...{ report: shown, format, language, timeZone, maker, demo },
      leftOut: report.rows.length - shown.rows.length,
      map:
        format === "pdf"
          ? await mapOf(report, () => findReport(db.sql, actor, "region", query, language))
          : { kind, rows: [], shapes: [] },
    });
    if (!file) throw new Error(`the thread that made a report as ${format} ended over it`);
    // A file is sent as it is; the schema of the answer is that of JSON.
    return reply
      .type(format === "csv" ? "text/csv; charset=utf-8" : reportMediaTypes[format])
      .header("content-disposition", disposition(report, format, language))
      .send(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  }

  serve(app, regionReport, (request, reply) => answer("region", request, reply));
  serve(app, districtReport, (request, reply) => answer("district", request, reply));
  crud(app, services, reportPeriods, {
    list: listPeriods,
    find: findPeriod,
    create: submitPeriod,
  });
  const steps = {
    approve: reportPeriodApprove,
    return: reportPeriodReturn,
    submit: reportPeriodSubmit,
  };
  for (const decision of reportDecisions)
    serve(app, steps[decision], async ({ actor, params, body }) => {
      await decidePeriod(db.sql, actor, params.id, { decision, ...body });
      const period = await findPeriod(db.sql, actor, params.id, actor.language);
      if (!period) throw notFound();
      return period;
    });
};
