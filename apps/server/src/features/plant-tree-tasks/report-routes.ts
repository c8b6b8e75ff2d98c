import { idParamsSchema, pageSchema } from "@nihol/contract/paging";
import {
  plantTreeReportCreateSchema,
  plantTreeReportOrderings,
  plantTreeReportPatchSchema,
  plantTreeReportQuerySchema,
  plantTreeReportSchema,
  reportParamsSchema,
} from "@nihol/contract/plant-tree-reports";
import { paths } from "@nihol/contract/values/paths";
import { z } from "@nihol/contract/z";
import { languageOf } from "@nihol/locales/text";
import type { Actor } from "../../http/actor.ts";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { deletePhoto, keepPhoto, sendPhoto } from "../../shared/attachments/photo.ts";
import { findReportRow, findReportTask, listReports } from "./report-queries.ts";
import { reportOf } from "./report-row.ts";
import {
  checkPhoto,
  createReport,
  patchReport,
  removeReport,
  updateReportPhoto,
} from "./report-writes.ts";

const all = `${paths.plantTreeTask}/:id/report` as const;
const one = `${all}/:row` as const;

/** What was planted on a task, row by row. */
export const plantTreeReportRoutes: Feature = (app, { db, files }) => {
  async function taskOr404(actor: Actor, id: number) {
    const task = await findReportTask(db.sql, actor, id);
    if (!task) throw notFound();
    return task;
  }
  async function storedRow(actor: Actor, taskId: number, id: number) {
    const task = await taskOr404(actor, taskId);
    const row = await findReportRow(db.sql, taskId, id);
    if (!row) throw notFound();
    return { task, row };
  }
  async function rowOr404(actor: Actor, taskId: number, id: number) {
    const { task, row } = await storedRow(actor, taskId, id);
    return reportOf(actor, task, row);
  }

  app.get(
    all,
    {
      config: { access: "planttreetaskreport.view" },
      schema: {
        params: idParamsSchema,
        querystring: plantTreeReportQuerySchema,
        response: { 200: pageSchema(plantTreeReportSchema) },
      },
    },
    async (request) => {
      const { query, actor } = request;
      const task = await taskOr404(actor, request.params.id);
      const order = orderOf(query.ordering, plantTreeReportOrderings, "plant_date");
      const language = languageOf(request.headers["accept-language"]);
      const { count, rows } = await listReports(db.sql, actor, task, query, order, language);
      return pageOf(request, query, count, rows);
    },
  );
  app.post(
    all,
    {
      config: { access: "planttreetaskreport.add" },
      schema: {
        params: idParamsSchema,
        body: plantTreeReportCreateSchema,
        response: { 201: plantTreeReportSchema },
      },
    },
    async (request, reply) => {
      const { actor, params, body } = request;
      const row = await createReport(db.sql, actor, params.id, body);
      return reply.code(201).send(await rowOr404(actor, params.id, row));
    },
  );
  app.get(
    one,
    {
      config: { access: "planttreetaskreport.view" },
      schema: { params: reportParamsSchema, response: { 200: plantTreeReportSchema } },
    },
    async ({ actor, params }) => rowOr404(actor, params.id, params.row),
  );
  app.patch(
    one,
    {
      config: { access: "planttreetaskreport.change" },
      schema: {
        params: reportParamsSchema,
        body: plantTreeReportPatchSchema,
        response: { 200: plantTreeReportSchema },
      },
    },
    async ({ actor, params, body }) => {
      await patchReport(db.sql, actor, params.id, params.row, body);
      return rowOr404(actor, params.id, params.row);
    },
  );
  app.delete(
    one,
    {
      config: { access: "planttreetaskreport.delete" },
      schema: { params: reportParamsSchema, response: { 204: z.null() } },
    },
    async ({ actor, params }, reply) => {
      await deletePhoto(files, await removeReport(db.sql, actor, params.id, params.row));
      return reply.code(204).send(null);
    },
  );
  app.post(
    `${one}/photo`,
    {
      // Who may add rows gives each its photo; who may change them, another one.
      config: {
        access: "planttreetaskreport.view",
        andOneOf: ["planttreetaskreport.add", "planttreetaskreport.change"],
      },
      schema: {
        params: reportParamsSchema,
        consumes: ["multipart/form-data"],
        response: { 200: plantTreeReportSchema },
      },
    },
    async (request) => {
      const { actor, params } = request;
      await checkPhoto(db.sql, actor, params.id, params.row);
      await keepPhoto(request, files, `photo/plant-tree-task/${params.id}`, (key, facts) =>
        updateReportPhoto(db.sql, actor, params.id, params.row, { key, facts }),
      );
      return rowOr404(actor, params.id, params.row);
    },
  );
  app.get(
    `${one}/photo`,
    {
      config: { access: "planttreetaskreport.view" },
      schema: { params: reportParamsSchema },
    },
    async ({ actor, params }, reply) => {
      const { row } = await storedRow(actor, params.id, params.row);
      return sendPhoto(reply, files, row.photo_key);
    },
  );
};
