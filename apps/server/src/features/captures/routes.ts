import { captureReview, captures } from "@nihol/contract/imagery/captures";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { crud } from "../../shared/crud.ts";
import { findCapture, listCaptures } from "./capture-queries.ts";
import { reviewCapture } from "./writes.ts";

/** "Dates to check": one area, one source, one date, which staff let count or reject. */
export const captureRoutes: Feature = (app, services) => {
  const { db } = services;
  crud(app, services, captures, { list: listCaptures, find: findCapture });
  serve(app, captureReview, async ({ actor, params, body }) => {
    await reviewCapture(db.sql, actor, params.id, body);
    const capture = await findCapture(db.sql, actor, params.id);
    if (!capture) throw notFound();
    return capture;
  });
};
