import {
  organizationTypeCreateSchema,
  organizationTypeOrderings,
  organizationTypePatchSchema,
  organizationTypeQuerySchema,
  organizationTypeSchema,
} from "@nihol/contract/ministries";
import { idParamsSchema, listSchema } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/values/paths";
import { z } from "@nihol/contract/z";
import { languageOf } from "@nihol/locales/text";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { listCan } from "../../policies/rights.ts";
import { findType, listTypes } from "./queries.ts";
import { createType, patchType, removeType } from "./writes.ts";

const one = `${paths.organizationType}/:id` as const;

/** What kinds of organizations there are; the permissions are those of organizations. */
export const organizationTypeRoutes: Feature = (app, { db }) => {
  app.get(
    paths.organizationType,
    {
      config: { access: "ministry.view" },
      schema: {
        querystring: organizationTypeQuerySchema,
        response: { 200: listSchema(organizationTypeSchema) },
      },
    },
    async (request) => {
      const { query, actor } = request;
      const order = orderOf(query.ordering, organizationTypeOrderings, "name");
      const language = languageOf(request.headers["accept-language"]);
      const { count, rows } = await listTypes(db.sql, actor, query, order, language);
      return {
        ...pageOf(request, query, count, rows),
        can: listCan(request.actor, "organizationtype"),
      };
    },
  );
  app.post(
    paths.organizationType,
    {
      config: { access: "ministry.add" },
      schema: { body: organizationTypeCreateSchema, response: { 201: organizationTypeSchema } },
    },
    async (request, reply) =>
      reply.code(201).send(await createType(db.sql, request.actor, request.body.name)),
  );
  app.get(
    one,
    {
      config: { access: "ministry.view" },
      schema: { params: idParamsSchema, response: { 200: organizationTypeSchema } },
    },
    async (request) => {
      const type = await findType(db.sql, request.actor, request.params.id);
      if (!type) throw notFound();
      return type;
    },
  );
  app.patch(
    one,
    {
      config: { access: "ministry.change" },
      schema: {
        params: idParamsSchema,
        body: organizationTypePatchSchema,
        response: { 200: organizationTypeSchema },
      },
    },
    async (request) => patchType(db.sql, request.actor, request.params.id, request.body.name),
  );
  app.delete(
    one,
    {
      config: { access: "ministry.delete" },
      schema: { params: idParamsSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await removeType(db.sql, request.actor, request.params.id);
      return reply.code(204).send(null);
    },
  );
};
