import { flightAdvice } from "@nihol/contract/planting/flight-advice";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { adviceOf } from "./advice.ts";
import { findFlownTask, listPlants } from "./advice-queries.ts";

/** Advice before a flight over a planting task. */
export const flightAdviceRoutes: Feature = (app, { db }) => {
  serve(app, flightAdvice, async ({ actor, params }) => {
    const task = await findFlownTask(db.sql, actor, params.id);
    if (!task) throw notFound();
    return adviceOf(task, await listPlants(db.sql, task.id));
  });
};
