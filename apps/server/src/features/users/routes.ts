import { idParamsSchema, listSchema } from "@nihol/contract/paging";
import {
  userCreateSchema,
  userOrderings,
  userPatchSchema,
  userQuerySchema,
  userSchema,
} from "@nihol/contract/people/users";
import { paths } from "@nihol/contract/values/paths";
import { z } from "@nihol/contract/z";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { listCan } from "../../policies/rights.ts";
import { deletePhoto, keepPhoto, removePhoto, sendPhoto } from "../../shared/attachments/photo.ts";
import { findPhotoKey, findUser, listUsers } from "./queries.ts";
import { changePhoto, createUser, patchUser, removeUser } from "./writes.ts";

const one = `${paths.user}/:id` as const;

export const userRoutes: Feature = (app, { db, files }) => {
  app.get(
    paths.user,
    {
      config: { access: "user.view" },
      schema: { querystring: userQuerySchema, response: { 200: listSchema(userSchema) } },
    },
    async (request) => {
      const order = orderOf(request.query.ordering, userOrderings, "last_name");
      const { count, rows } = await listUsers(db.sql, request.actor, request.query, order);
      return {
        ...pageOf(request, request.query, count, rows),
        can: listCan(request.actor, "user"),
      };
    },
  );

  app.post(
    paths.user,
    {
      config: { access: "user.add" },
      schema: { body: userCreateSchema, response: { 201: userSchema } },
    },
    async (request, reply) =>
      reply.code(201).send(await createUser(db.sql, request.actor, request.body)),
  );

  app.get(
    one,
    {
      config: { access: "user.view" },
      schema: { params: idParamsSchema, response: { 200: userSchema } },
    },
    async (request) => {
      const user = await findUser(db.sql, request.actor, request.params.id);
      if (!user) throw notFound();
      return user;
    },
  );

  app.patch(
    one,
    {
      config: { access: "user.change" },
      schema: { params: idParamsSchema, body: userPatchSchema, response: { 200: userSchema } },
    },
    async (request) => patchUser(db.sql, request.actor, request.params.id, request.body),
  );

  app.delete(
    one,
    {
      config: { access: "user.delete" },
      schema: { params: idParamsSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await deletePhoto(files, await removeUser(db.sql, request.actor, request.params.id));
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${one}/photo`,
    {
      config: { access: "user.change" },
      schema: {
        params: idParamsSchema,
        consumes: ["multipart/form-data"],
        response: { 200: userSchema },
      },
    },
    async (request) => {
      const user = await findUser(db.sql, request.actor, request.params.id);
      if (!user?.can.change) throw notFound();
      await keepPhoto(request, files, `photo/user/${user.id}`, (key) =>
        changePhoto(db.sql, request.actor, user.id, key),
      );
      return { ...user, photo: `${paths.user}/${user.id}/photo` };
    },
  );

  app.delete(
    `${one}/photo`,
    {
      config: { access: "user.change" },
      schema: { params: idParamsSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { id } = request.params;
      await removePhoto(files, () => changePhoto(db.sql, request.actor, id, null));
      return reply.code(204).send(null);
    },
  );

  app.get(
    `${one}/photo`,
    { config: { access: "user.view" }, schema: { params: idParamsSchema } },
    async (request, reply) =>
      sendPhoto(reply, files, await findPhotoKey(db.sql, request.actor, request.params.id)),
  );
};
