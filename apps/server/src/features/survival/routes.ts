import {
  gardenSurvival,
  survivalCount,
  survivalDrawCreate,
  survivalVisitCreate,
  survivalVisitState,
  taskSurvival,
} from "@nihol/contract/planting/survival";
import type { Actor } from "../../http/actor.ts";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { answerSurvival } from "./answer.ts";
import { findGardenSurvival } from "./garden.ts";
import { findSurvivalTask, isGardenVisible } from "./survival-queries.ts";
import { countPlot, createVisit, drawVisit, moveVisit } from "./writes.ts";

/** Visits that tell whether what was planted lives: plots drawn at random, counts and what they say. */
export const survivalRoutes: Feature = (app, { db }) => {
  async function survivalOr404(actor: Actor, id: number) {
    const task = await findSurvivalTask(db.sql, actor, id);
    if (!task) throw notFound();
    return answerSurvival(db.sql, actor, task);
  }

  serve(app, taskSurvival, ({ actor, params }) => survivalOr404(actor, params.id));
  serve(app, survivalVisitCreate, async ({ actor, params, body }) => {
    await createVisit(db.sql, actor, params.id, body);
    return survivalOr404(actor, params.id);
  });
  serve(app, survivalDrawCreate, async ({ actor, params, body }) => {
    await drawVisit(db.sql, actor, params, body);
    return survivalOr404(actor, params.id);
  });
  serve(app, survivalVisitState, async ({ actor, params, body }) => {
    await moveVisit(db.sql, actor, params, body);
    return survivalOr404(actor, params.id);
  });
  serve(app, survivalCount, async ({ actor, params, body }) => {
    await countPlot(db.sql, actor, params, body);
    return survivalOr404(actor, params.id);
  });
  serve(app, gardenSurvival, async ({ actor, params }) => {
    if (!(await isGardenVisible(db.sql, actor, params.id))) throw notFound();
    return findGardenSurvival(db.sql, actor, params.id);
  });
};
