import { idParamsSchema } from "@nihol/contract/paging";
import {
  plantTreeTaskCountQuerySchema,
  plantTreeTaskCountSchema,
  plantTreeTaskDetailSchema,
  plantTreeTaskStatusSchema,
  plantTreeTasks,
} from "@nihol/contract/plant-tree-tasks";
import { paths } from "@nihol/contract/values/paths";
import { taskTransitions } from "@nihol/contract/values/plant-tree-task-states";
import { languageOf } from "@nihol/locales/text";
import type { FastifyRequest } from "fastify";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { deletePhoto } from "../../shared/attachments/photo.ts";
import { crud } from "../../shared/crud.ts";
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

  crud(app, services, plantTreeTasks, {
    list: listTasks,
    find: findTaskDetail,
    create: (_, actor, body) => createTask(db.sql, actor, body),
    patch: (_, actor, id, body) => patchTask(db.sql, actor, id, body),
    async remove(_, actor, id) {
      for (const key of await removeTask(db.sql, actor, id)) await deletePhoto(files, key);
    },
  });

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

  return plantTreeReportRoutes(app, services);
};
