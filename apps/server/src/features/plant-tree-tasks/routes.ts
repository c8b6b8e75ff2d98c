import { idParamsSchema, listSchema } from "@nihol/contract/paging";
import {
  plantTreeTaskCountQuerySchema,
  plantTreeTaskCountSchema,
  plantTreeTaskCreateSchema,
  plantTreeTaskDetailSchema,
  plantTreeTaskOrderings,
  plantTreeTaskPatchSchema,
  plantTreeTaskQuerySchema,
  plantTreeTaskSchema,
  plantTreeTaskStatusSchema,
} from "@nihol/contract/plant-tree-tasks";
import { paths } from "@nihol/contract/values/paths";
import { taskTransitions } from "@nihol/contract/values/plant-tree-task-states";
import { z } from "@nihol/contract/z";
import { languageOf } from "@nihol/locales/text";
import type { FastifyRequest } from "fastify";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { listCan } from "../../policies/rights.ts";
import { deletePhoto } from "../../shared/attachments/photo.ts";
import { plantTreeReportRoutes } from "./report-routes.ts";
import { countTasks, findTaskDetail, listTasks } from "./task-queries.ts";
import { changeStatus, createTask, patchTask, removeTask } from "./task-writes.ts";

const movers = [...new Set(taskTransitions.flatMap(({ by }) => by))];
const one = `${paths.plantTreeTask}/:id` as const;

/** Planting tasks: who plants what where by when, and how far they are. */
export const plantTreeTaskRoutes: Feature = (app, services) => {
  const { db, files } = services;
  async function taskOr404(request: FastifyRequest, id: number) {
    const language = languageOf(request.headers["accept-language"]);
    const task = await findTaskDetail(db.sql, request.actor, id, language);
    if (!task) throw notFound();
    return task;
  }

  app.get(
    paths.plantTreeTask,
    {
      config: { access: "planttreetask.view" },
      schema: {
        querystring: plantTreeTaskQuerySchema,
        response: { 200: listSchema(plantTreeTaskSchema) },
      },
    },
    async (request) => {
      const { query, actor } = request;
      const order = orderOf(query.ordering, plantTreeTaskOrderings, "-assignedDate");
      const language = languageOf(request.headers["accept-language"]);
      const { count, rows } = await listTasks(db.sql, actor, query, order, language);
      return {
        ...pageOf(request, query, count, rows),
        can: listCan(request.actor, "planttreetask"),
      };
    },
  );
  app.get(
    `${paths.plantTreeTask}/count`,
    {
      config: { access: "planttreetask.view" },
      schema: {
        querystring: plantTreeTaskCountQuerySchema,
        response: { 200: plantTreeTaskCountSchema },
      },
    },
    async ({ actor, query }) => countTasks(db.sql, actor, query),
  );
  app.post(
    paths.plantTreeTask,
    {
      config: { access: "planttreetask.add" },
      schema: { body: plantTreeTaskCreateSchema, response: { 201: plantTreeTaskDetailSchema } },
    },
    async (request, reply) => {
      const id = await createTask(db.sql, request.actor, request.body);
      return reply.code(201).send(await taskOr404(request, id));
    },
  );
  app.get(
    one,
    {
      config: { access: "planttreetask.view" },
      schema: { params: idParamsSchema, response: { 200: plantTreeTaskDetailSchema } },
    },
    async (request) => taskOr404(request, request.params.id),
  );
  app.patch(
    one,
    {
      config: { access: "planttreetask.change" },
      schema: {
        params: idParamsSchema,
        body: plantTreeTaskPatchSchema,
        response: { 200: plantTreeTaskDetailSchema },
      },
    },
    async (request) => {
      await patchTask(db.sql, request.actor, request.params.id, request.body);
      return taskOr404(request, request.params.id);
    },
  );
  app.post(
    `${one}/status`,
    {
      // Whose move it is stands in the table of transitions; who has none is refused at once.
      config: { access: "planttreetask.view", andOneOf: movers },
      schema: {
        params: idParamsSchema,
        body: plantTreeTaskStatusSchema,
        response: { 200: plantTreeTaskDetailSchema },
      },
    },
    async (request) => {
      await changeStatus(db.sql, request.actor, request.params.id, request.body);
      return taskOr404(request, request.params.id);
    },
  );
  app.delete(
    one,
    {
      config: { access: "planttreetask.delete" },
      schema: { params: idParamsSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const photos = await removeTask(db.sql, request.actor, request.params.id);
      for (const key of photos) await deletePhoto(files, key);
      return reply.code(204).send(null);
    },
  );

  return plantTreeReportRoutes(app, services);
};
