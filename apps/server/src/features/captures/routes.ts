import {
  captureOrderings,
  captureQuerySchema,
  captureReviewSchema,
  captureSchema,
} from "@nihol/contract/imagery/captures";
import { idParamsSchema, pageSchema } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/values/paths";
import type { FastifyRequest } from "fastify";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { findCapture, listCaptures } from "./queries.ts";
import { reviewCapture } from "./writes.ts";

/** "Dates to check": one area, one source, one date, which staff let count or reject. */
export const captureRoutes: Feature = (app, { db }) => {
  async function getCapture(request: FastifyRequest, id: number) {
    const capture = await findCapture(db.sql, request.actor, id);
    if (!capture) throw notFound();
    return capture;
  }

  app.get(
    paths.capture,
    {
      config: { access: "satelliteimagery.view" },
      schema: { querystring: captureQuerySchema, response: { 200: pageSchema(captureSchema) } },
    },
    async (request) => {
      const order = orderOf(request.query.ordering, captureOrderings, "-date");
      const { count, rows } = await listCaptures(db.sql, request.actor, request.query, order);
      return pageOf(request, request.query, count, rows);
    },
  );

  app.get(
    `${paths.capture}/:id`,
    {
      config: { access: "satelliteimagery.view" },
      schema: { params: idParamsSchema, response: { 200: captureSchema } },
    },
    (request) => getCapture(request, request.params.id),
  );

  app.post(
    `${paths.capture}/:id/review`,
    {
      config: { access: "satelliteimagery.change" },
      schema: {
        params: idParamsSchema,
        body: captureReviewSchema,
        response: { 200: captureSchema },
      },
    },
    async (request) => {
      await reviewCapture(db.sql, request.actor, request.params.id, request.body);
      return getCapture(request, request.params.id);
    },
  );
};
