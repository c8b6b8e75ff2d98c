import { userPhoto, userPhotoDelete, userPhotoSend, users } from "@nihol/contract/people/users";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { deletePhoto, keepPhoto, removePhoto, sendPhoto } from "../../shared/attachments/photo.ts";
import { crud } from "../../shared/crud.ts";
import { findPhotoKey, findUser, listUsers } from "./user-queries.ts";
import { changePhoto, createUser, patchUser, removeUser } from "./writes.ts";

export const userRoutes: Feature = (app, services) => {
  const { db, files } = services;
  crud(app, services, users, {
    list: listUsers,
    find: findUser,
    create: (_, actor, body) => createUser(db.sql, actor, body),
    patch: (_, actor, id, body) => patchUser(db.sql, actor, id, body),
    remove: async (_, actor, id) => deletePhoto(files, await removeUser(db.sql, actor, id)),
  });

  serve(app, userPhotoSend, async (request) => {
    const user = await findUser(db.sql, request.actor, request.params.id);
    if (!user?.can.change) throw notFound();
    await keepPhoto(request, files, `photo/user/${user.id}`, (key) =>
      changePhoto(db.sql, request.actor, user.id, key),
    );
    return { ...user, photo: `${users.path}/${user.id}/photo` };
  });
  serve(app, userPhotoDelete, async ({ actor, params }) => {
    await removePhoto(files, () => changePhoto(db.sql, actor, params.id, null));
    return null;
  });
  serve(app, userPhoto, async ({ actor, params }, reply) =>
    sendPhoto(reply, files, await findPhotoKey(db.sql, actor, params.id)),
  );
};
