import {
  userProfile,
  userProfilePatch,
  userProfilePhoto,
  userProfilePhotoDelete,
  userProfilePhotoSend,
} from "@nihol/contract/people/sign-in";
import { insertAudit } from "../../http/audit.ts";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { checkPassword, hashPassword } from "../../shared/accounts/passwords.ts";
import { endSessions } from "../../shared/accounts/sessions.ts";
import { keepPhoto, removePhoto, sendPhoto } from "../../shared/attachments/photo.ts";
import { accessTokenRoutes } from "./access-token-routes.ts";
import { confirmPassword } from "./confirm-password.ts";
import { findSecrets, getProfile, updateProfile } from "./profile-queries.ts";

export const profileRoutes: Feature = async (app, services) => {
  const { db, files, demo } = services;
  await accessTokenRoutes(app, services);
  serve(app, userProfile, ({ actor }) => getProfile(db.sql, actor, demo));

  /** A new password needs the current one, and ends every session: whoever changed it signs in again. */
  async function newPasswordHash(
    id: number,
    password: string,
    current: string | undefined,
    address: string,
  ) {
    const email = await confirmPassword(db.sql, id, current, address);
    checkPassword(password, email);
    return hashPassword(password);
  }

  serve(app, userProfilePatch, async (request) => {
    const { password, current_password, ...columns } = request.body;
    const password_hash = password
      ? await newPasswordHash(request.actor.id, password, current_password, request.ip)
      : undefined;
    await db.sql.transaction().execute(async (trx) => {
      await updateProfile(trx, request.actor.id, { ...columns, password_hash });
      if (password_hash) await endSessions(trx, request.actor.id);
      const change = { ...columns, password: password ? "changed" : undefined };
      await insertAudit(trx, request.actor, {
        action: "change",
        resource: "profile",
        id: request.actor.id,
        change,
      });
    });
    return getProfile(db.sql, request.actor, demo);
  });

  serve(app, userProfilePhotoSend, async (request) => {
    const { id } = request.actor;
    await keepPhoto(request, files, `photo/user/${id}`, async (photo_key) => {
      const before = await findSecrets(db.sql, id);
      await updateProfile(db.sql, id, { photo_key });
      return before.photo_key;
    });
    return getProfile(db.sql, request.actor, demo);
  });

  serve(app, userProfilePhotoDelete, async (request) => {
    const { id } = request.actor;
    await removePhoto(files, async () => {
      const before = await findSecrets(db.sql, id);
      await updateProfile(db.sql, id, { photo_key: null });
      return before.photo_key;
    });
    return null;
  });

  serve(app, userProfilePhoto, async ({ actor }, reply) =>
    sendPhoto(reply, files, (await findSecrets(db.sql, actor.id)).photo_key),
  );
};
