import { idParamsSchema } from "@nihol/contract/paging";
import { users } from "@nihol/contract/people/users";
import { paths } from "@nihol/contract/values/paths";
import { z } from "@nihol/contract/z";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { deletePhoto, keepPhoto, removePhoto, sendPhoto } from "../../shared/attachments/photo.ts";
import { crud } from "../../shared/crud.ts";
import { findPhotoKey, findUser, listUsers } from "./queries.ts";
import { changePhoto, createUser, patchUser, removeUser } from "./writes.ts";

const one = `${paths.user}/:id` as const;

export const userRoutes: Feature = (app, services) => {
  const { db, files } = services;
  crud(app, services, users, {
    list: listUsers,
    find: findUser,
    create: (_, actor, body) => createUser(db.sql, actor, body),
    patch: (_, actor, id, body) => patchUser(db.sql, actor, id, body),
    remove: async (_, actor, id) => deletePhoto(files, await removeUser(db.sql, actor, id)),
  });

  app.post(
    `${one}/photo`,
    {
      config: { access: "user.change" },
      schema: {
        params: idParamsSchema,
        consumes: ["multipart/form-data"],
        response: { 200: users.row },
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
