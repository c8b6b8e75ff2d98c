import { isDeepStrictEqual } from "node:util";
import {
  exportCreate,
  exportDelete,
  exportFile,
  exportList,
  exportOne,
} from "@nihol/contract/exports";
import { type ExportFormat, exportEndings } from "@nihol/contract/values/exports";
import { languageOf } from "@nihol/locales/text";
import { deleteExport, type ExportRow } from "@nihol/store/exports/export-rows";
import type { FastifyRequest } from "fastify";
import type { Feature } from "../http/feature.ts";
import { pageOf } from "../http/paging.ts";
import { denied, notFound, Problem } from "../http/problem.ts";
import { serve } from "../http/serve.ts";
import { redirectToFile } from "../http/stored-link.ts";
import { scopeOf } from "../policies/scope.ts";
import { findExport, listExportsOf } from "./export-queries.ts";
import { toExport } from "./export-row.ts";
import { listFor, orderExport } from "./order.ts";

const mediaTypes: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  geojson: "application/geo+json",
  kml: "application/vnd.google-earth.kml+xml",
  gpkg: "application/geopackage+sqlite3",
  shp: "application/zip",
  coco: "application/zip",
};

/** Lists as files, made by a job of the worker: asked for, followed, fetched. Everybody has only their own. */
export const exportRoutes: Feature = (app, { db, files, jobs }) => {
  const lang = (request: FastifyRequest) => languageOf(request.headers["accept-language"]);
  async function own(request: FastifyRequest, id: number): Promise<ExportRow> {
    const row = await findExport(db.sql, request.actor.id, id);
    if (!row) throw notFound();
    return row;
  }

  serve(app, exportList, async (request) => {
    const { count, rows } = await listExportsOf(db.sql, request.actor.id, request.query);
    const shown = rows.map((row) => toExport(row, lang(request)));
    return pageOf(request, request.query, count, shown);
  });

  serve(app, exportCreate, async (request) => {
    const language = lang(request);
    const id = await orderExport({ db, jobs }, request.actor, request.body, language);
    return toExport(await own(request, id), language);
  });

  serve(app, exportOne, async (request) =>
    toExport(await own(request, request.params.id), lang(request)),
  );

  serve(app, exportFile, async (request, reply) => {
    const row = await own(request, request.params.id);
    listFor(request.actor, row);
    // A scope that has become narrower since must not give out what it showed before.
    if (!isDeepStrictEqual(row.reach, scopeOf(request.actor))) throw denied();
    if (!row.file_key) throw new Problem(409, "export_not_ready");
    const name = encodeURIComponent(row.file_name);
    const type = mediaTypes[row.format];
    const disposition = `attachment; filename="${row.list}.${exportEndings[row.format]}"; filename*=UTF-8''${name}`;
    const key = row.file_key;
    const elsewhere = await redirectToFile(request, reply, files, { key, type, disposition });
    if (elsewhere) return elsewhere;
    return reply
      .type(type)
      .header("cache-control", "no-store")
      .header("content-disposition", disposition)
      .send(await files.get(row.file_key));
  });

  serve(app, exportDelete, async (request) => {
    const row = await own(request, request.params.id);
    await deleteExport(db.sql, row.id);
    if (row.file_key) await files.delete(row.file_key);
    return null;
  });
};
