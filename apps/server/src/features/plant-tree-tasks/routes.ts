import { fieldTasks } from "@nihol/contract/planting/field-tasks";
import { plantTreeTaskGive } from "@nihol/contract/planting/give-tasks";
import {
  plantTreeTaskContractors,
  plantTreeTaskCount,
  plantTreeTaskStatus,
  plantTreeTasks,
} from "@nihol/contract/planting/plant-tree-tasks";
import { plantTreeTaskCalendar, plantTreeTaskPlaces } from "@nihol/contract/planting/task-views";
import { languageOf } from "@nihol/locales/text";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { deletePhoto } from "../../shared/attachments/photo.ts";
import { crud } from "../../shared/crud.ts";
import { listContractors } from "./contractor-queries.ts";
import { listFieldTasks } from "./field-queries.ts";
import { giveTasks } from "./give-many.ts";
import { plantTreeReportRoutes } from "./report-routes.ts";
import { countTasks, findTaskDetail, listTasks } from "./task-queries.ts";
import { listDueDays, listTaskPlaces } from "./task-view-queries.ts";
import { changeStatus, createTask, patchTask, removeTask } from "./task-writes.ts";

/** Planting tasks: who plants what where by when, and their progress. */
export const plantTreeTaskRoutes: Feature = (app, services) => {
  const { db, files } = services;

  crud(app, services, plantTreeTasks, {
    list: listTasks,
    find: findTaskDetail,
    create: (_, actor, body) => createTask(db.sql, actor, body),
    patch: (_, actor, id, body) => patchTask(db.sql, actor, id, body),
    async remove(_, actor, id) {
      for (const key of await removeTask(db.sql, actor, id)) await deletePhoto(files, key);
    },
  });

  serve(app, plantTreeTaskCount, ({ actor, query }) => countTasks(db.sql, actor, query));
  serve(app, plantTreeTaskContractors, async ({ actor }) => ({
    results: await listContractors(db.sql, actor),
  }));
  serve(app, plantTreeTaskGive, async ({ actor, body, headers }) => ({
    rows: await giveTasks(db.sql, actor, body, languageOf(headers["accept-language"])),
  }));
  serve(app, plantTreeTaskCalendar, async ({ actor, query }) => {
    const days = await listDueDays(db.sql, actor, query);
    return { month: query.month, count: days.reduce((sum, day) => sum + day.count, 0), days };
  });
  serve(app, plantTreeTaskPlaces, ({ actor, query }) => listTaskPlaces(db.sql, actor, query));
  serve(app, fieldTasks, ({ actor, headers }) =>
    listFieldTasks(db.sql, actor, languageOf(headers["accept-language"])),
  );
  serve(app, plantTreeTaskStatus, async ({ actor, params, body, headers }) => {
    await changeStatus(db.sql, actor, params.id, body);
    const language = languageOf(headers["accept-language"]);
    const task = await findTaskDetail(db.sql, actor, params.id, language);
    if (!task) throw notFound();
    return task;
  });

  return plantTreeReportRoutes(app, services);
};
