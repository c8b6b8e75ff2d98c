import {
  ministryCreateSchema,
  ministryOrderings,
  ministryPatchSchema,
  ministryQuerySchema,
  ministrySchema,
} from "@nihol/contract/ministries";
import { idParamsSchema, listSchema } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/values/paths";
import { z } from "@nihol/contract/z";
import { languageOf } from "@nihol/locales/text";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { listCan } from "../../policies/rights.ts";
import { findMinistry, listMinistries } from "./queries.ts";
import { createMinistry, patchMinistry, removeMinistry } from "./writes.ts";

const one = `${paths.ministry}/:id` as const;

/** Organizations: the ministries and others whose people, gardens and tasks these are. */
export const ministryRoutes: Feature = (app, { db }) => {
  app.get(
    paths.ministry,
    {
      config: { access: "ministry.view" },
      schema: { querystring: ministryQuerySchema, response: { 200: listSchema(ministrySchema) } },
    },
    async (request) => {
      const { query, actor } = request;
      const order = orderOf(query.ordering, ministryOrderings, "name");
      const language = languageOf(request.headers["accept-language"]);
      const { count, rows } = await listMinistries(db.sql, actor, query, order, language);
      return { ...pageOf(request, query, count, rows), can: listCan(request.actor, "ministry") };
    },
  );
  app.post(
    paths.ministry,
    {
      config: { access: "ministry.add" },
      schema: { body: ministryCreateSchema, response: { 201: ministrySchema } },
    },
    async (request, reply) =>
      reply.code(201).send(await createMinistry(db.sql, request.actor, request.body)),
  );
  app.get(
    one,
    {
      config: { access: "ministry.view" },
      schema: { params: idParamsSchema, response: { 200: ministrySchema } },
    },
    async (request) => {
      const ministry = await findMinistry(db.sql, request.actor, request.params.id);
      if (!ministry) throw notFound();
      return ministry;
    },
  );
  app.patch(
    one,
    {
      config: { access: "ministry.change" },
      schema: {
        params: idParamsSchema,
        body: ministryPatchSchema,
        response: { 200: ministrySchema },
      },
    },
    async (request) => patchMinistry(db.sql, request.actor, request.params.id, request.body),
  );
  app.delete(
    one,
    {
      config: { access: "ministry.delete" },
      schema: { params: idParamsSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await removeMinistry(db.sql, request.actor, request.params.id);
      return reply.code(204).send(null);
    },
  );
};
