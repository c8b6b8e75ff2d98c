import { idParamsSchema, listSchema } from "@nihol/contract/paging";
import {
  groupCreateSchema,
  groupOrderings,
  groupPatchSchema,
  groupQuerySchema,
  groupSchema,
} from "@nihol/contract/people/groups";
import { permissionListSchema } from "@nihol/contract/permissions";
import { paths } from "@nihol/contract/values/paths";
import { actions, resources } from "@nihol/contract/values/permissions";
import { z } from "@nihol/contract/z";
import { languageOf, text } from "@nihol/locales/text";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { listCan } from "../../policies/rights.ts";
import { findGroup, listGroups } from "./queries.ts";
import { createGroup, patchGroup, removeGroup } from "./writes.ts";

const one = `${paths.group}/:id` as const;

export const groupRoutes: Feature = (app, { db }) => {
  app.get(
    paths.group,
    {
      config: { access: "group.view" },
      schema: { querystring: groupQuerySchema, response: { 200: listSchema(groupSchema) } },
    },
    async (request) => {
      const { direction } = orderOf(request.query.ordering, groupOrderings, "name");
      const { count, rows } = await listGroups(db.sql, request.actor, request.query, direction);
      return {
        ...pageOf(request, request.query, count, rows),
        can: listCan(request.actor, "group"),
      };
    },
  );
  app.post(
    paths.group,
    {
      config: { access: "group.add" },
      schema: { body: groupCreateSchema, response: { 201: groupSchema } },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(
          await createGroup(db.sql, request.actor, request.body.name, request.body.permissions),
        ),
  );
  app.get(
    one,
    {
      config: { access: "group.view" },
      schema: { params: idParamsSchema, response: { 200: groupSchema } },
    },
    async (request) => {
      const group = await findGroup(db.sql, request.actor, request.params.id);
      if (!group) throw notFound();
      return group;
    },
  );
  app.patch(
    one,
    {
      config: { access: "group.change" },
      schema: { params: idParamsSchema, body: groupPatchSchema, response: { 200: groupSchema } },
    },
    async (request) => patchGroup(db.sql, request.actor, request.params.id, request.body),
  );
  app.delete(
    one,
    {
      config: { access: "group.delete" },
      schema: { params: idParamsSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await removeGroup(db.sql, request.actor, request.params.id);
      return reply.code(204).send(null);
    },
  );
  app.get(
    paths.permission,
    { config: { access: "signedIn" }, schema: { response: { 200: permissionListSchema } } },
    async (request) => {
      const language = languageOf(request.headers["accept-language"]);
      return {
        resources: resources.map((resource) => ({
          resource,
          name: text(language, `roles.resources.${resource}`),
        })),
        actions: actions.map((action) => ({
          action,
          name: text(language, `roles.actions.${action}`),
        })),
      };
    },
  );
};
