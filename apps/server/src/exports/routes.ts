import { isDeepStrictEqual } from "node:util";
import { exportCreateSchema, exportQuerySchema, exportSchema } from "@nihol/contract/exports";
import { idParamsSchema, pageSchema } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/values/paths";
import { z } from "@nihol/contract/z";
import { languageOf } from "@nihol/locales/text";
import { deleteExport, type ExportRow } from "@nihol/store/exports/export-rows";
import type { FastifyRequest } from "fastify";
import type { Feature } from "../http/feature.ts";
import { pageOf } from "../http/paging.ts";
import { denied, notFound, Problem } from "../http/problem.ts";
import { scopeOf, toExport } from "./export-row.ts";
import { listFor, orderExport } from "./order.ts";
import { findExport, listExportsOf } from "./queries.ts";

const one = `${paths.export}/:id` as const;
const mediaTypes: Record<string, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  geojson: "application/geo+json",
  kml: "application/vnd.google-earth.kml+xml",
};

/** Lists as files, made by a job of the worker: asked for, followed, fetched. Everybody has only their own. */
export const exportRoutes: Feature = (app, { db, files, jobs }) => {
  const lang = (request: FastifyRequest) => languageOf(request.headers["accept-language"]);
  async function own(request: FastifyRequest, id: number): Promise<ExportRow> {
    const row = await findExport(db.sql, request.actor.id, id);
    if (!row) throw notFound();
    return row;
  }

  app.get(
    paths.export,
    {
      config: { access: "signedIn" },
      schema: { querystring: exportQuerySchema, response: { 200: pageSchema(exportSchema) } },
    },
    async (request) => {
      const { count, rows } = await listExportsOf(db.sql, request.actor.id, request.query);
      const shown = rows.map((row) => toExport(row, lang(request)));
      return pageOf(request, request.query, count, shown);
    },
  );

  app.post(
    paths.export,
    {
      config: { access: "signedIn" },
      schema: { body: exportCreateSchema, response: { 202: exportSchema } },
    },
    async (request, reply) => {
      const { actor, body } = request;
      const language = lang(request);
      const id = await orderExport({ db, jobs }, actor, body, language);
      return reply.code(202).send(toExport(await own(request, id), language));
    },
  );

  app.get(
    one,
    {
      config: { access: "signedIn" },
      schema: { params: idParamsSchema, response: { 200: exportSchema } },
    },
    async (request) => toExport(await own(request, request.params.id), lang(request)),
  );

  app.get(
    `${one}/file`,
    { config: { access: "signedIn" }, schema: { params: idParamsSchema } },
    async (request, reply) => {
      const row = await own(request, request.params.id);
      listFor(request.actor, row);
      // A scope that has become narrower since must not give out what it showed before.
      if (!isDeepStrictEqual(row.reach, scopeOf(request.actor))) throw denied();
      if (!row.file_key) throw new Problem(409, "export_not_ready");
      const name = encodeURIComponent(row.file_name);
      return reply
        .type(mediaTypes[row.format] ?? "application/octet-stream")
        .header("cache-control", "no-store")
        .header(
          "content-disposition",
          `attachment; filename="${row.list}.${row.format}"; filename*=UTF-8''${name}`,
        )
        .send(await files.get(row.file_key));
    },
  );

  app.delete(
    one,
    {
      config: { access: "signedIn" },
      schema: { params: idParamsSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const row = await own(request, request.params.id);
      await deleteExport(db.sql, row.id);
      if (row.file_key) await files.delete(row.file_key);
      return reply.code(204).send(null);
    },
  );
};
