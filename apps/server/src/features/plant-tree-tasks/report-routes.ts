import {
  plantTreeReport,
  plantTreeReportCreate,
  plantTreeReportDelete,
  plantTreeReportOrderings,
  plantTreeReportPatch,
  plantTreeReportPhoto,
  plantTreeReportPhotoSend,
  plantTreeReports,
} from "@nihol/contract/planting/plant-tree-reports";
import { languageOf } from "@nihol/locales/text";
import type { Actor } from "../../http/actor.ts";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { deletePhoto, keepPhoto, sendPhoto } from "../../shared/attachments/photo.ts";
import { listRowFlags } from "../../shared/planting/flag-queries.ts";
import { findReportRow, findReportTask, listReports } from "./report-queries.ts";
import { reportOf } from "./report-row.ts";
import {
  checkPhoto,
  createReport,
  patchReport,
  removeReport,
  updateReportPhoto,
} from "./report-writes.ts";

/** Rows of what was planted on a task. */
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
    const flags = await listRowFlags(db.sql, actor, [id]);
    return reportOf(actor, task, row, flags.get(id));
  }

  serve(app, plantTreeReports, async (request) => {
    const { query, actor } = request;
    const task = await taskOr404(actor, request.params.id);
    const order = orderOf(query.ordering, plantTreeReportOrderings, "plant_date");
    const language = languageOf(request.headers["accept-language"]);
    const { count, rows } = await listReports(db.sql, actor, task, query, order, language);
    return pageOf(request, query, count, rows);
  });
  serve(app, plantTreeReportCreate, async ({ actor, params, body }) => {
    const row = await createReport(db.sql, actor, params.id, body);
    return rowOr404(actor, params.id, row);
  });
  serve(app, plantTreeReport, ({ actor, params }) => rowOr404(actor, params.id, params.row));
  serve(app, plantTreeReportPatch, async ({ actor, params, body }) => {
    await patchReport(db.sql, actor, params.id, params.row, body);
    return rowOr404(actor, params.id, params.row);
  });
  serve(app, plantTreeReportDelete, async ({ actor, params }) => {
    await deletePhoto(files, await removeReport(db.sql, actor, params.id, params.row));
    return null;
  });
  serve(app, plantTreeReportPhotoSend, async (request) => {
    const { actor, params } = request;
    await checkPhoto(db.sql, actor, params.id, params.row);
    await keepPhoto(request, files, `photo/plant-tree-task/${params.id}`, (key, facts) =>
      updateReportPhoto(db.sql, actor, params.id, params.row, { key, facts }),
    );
    return rowOr404(actor, params.id, params.row);
  });
  serve(app, plantTreeReportPhoto, async ({ actor, params }, reply) => {
    const { row } = await storedRow(actor, params.id, params.row);
    return sendPhoto(reply, files, row.photo_key);
  });
};
