import { idParamsSchema, listSchema } from "@nihol/contract/paging";
import {
  plantTreeTypeCreateSchema,
  plantTreeTypeOrderings,
  plantTreeTypePatchSchema,
  plantTreeTypeQuerySchema,
  plantTreeTypeSchema,
} from "@nihol/contract/plant-tree-types";
import { paths } from "@nihol/contract/values/paths";
import { z } from "@nihol/contract/z";
import { languageOf } from "@nihol/locales/text";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { listCan } from "../../policies/rights.ts";
import { findType, listTypes } from "./queries.ts";
import { createType, patchType, removeType } from "./writes.ts";

const one = `${paths.plantTreeType}/:id` as const;

/** What kinds of trees are planted. */
export const plantTreeTypeRoutes: Feature = (app, { db }) => {
  app.get(
    paths.plantTreeType,
    {
      config: { access: "planttreetype.view" },
      schema: {
        querystring: plantTreeTypeQuerySchema,
        response: { 200: listSchema(plantTreeTypeSchema) },
      },
    },
    async (request) => {
      const { query, actor } = request;
      const order = orderOf(query.ordering, plantTreeTypeOrderings, "name");
      const language = languageOf(request.headers["accept-language"]);
      const { count, rows } = await listTypes(db.sql, actor, query, order, language);
      return {
        ...pageOf(request, query, count, rows),
        can: listCan(request.actor, "planttreetype"),
      };
    },
  );
  app.post(
    paths.plantTreeType,
    {
      config: { access: "planttreetype.add" },
      schema: { body: plantTreeTypeCreateSchema, response: { 201: plantTreeTypeSchema } },
    },
    async (request, reply) =>
      reply.code(201).send(await createType(db.sql, request.actor, request.body)),
  );
  app.get(
    one,
    {
      config: { access: "planttreetype.view" },
      schema: { params: idParamsSchema, response: { 200: plantTreeTypeSchema } },
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
      config: { access: "planttreetype.change" },
      schema: {
        params: idParamsSchema,
        body: plantTreeTypePatchSchema,
        response: { 200: plantTreeTypeSchema },
      },
    },
    async (request) => patchType(db.sql, request.actor, request.params.id, request.body),
  );
  app.delete(
    one,
    {
      config: { access: "planttreetype.delete" },
      schema: { params: idParamsSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await removeType(db.sql, request.actor, request.params.id);
      return reply.code(204).send(null);
    },
  );
};
