import { importProfileDelete, importProfilePatch } from "@nihol/contract/sensors/readings";
import type { Feature } from "../../../http/feature.ts";
import { serve } from "../../../http/serve.ts";
import { deleteProfile, renameProfile } from "./profile-writes.ts";

/** Profiles of loggers' files; they are made with the import of one. */
export const importProfileRoutes: Feature = (app, { db: { sql: db } }) => {
  serve(app, importProfilePatch, ({ actor, params, body }) =>
    renameProfile(db, actor, params.id, body.name),
  );
  serve(app, importProfileDelete, async ({ actor, params }) => {
    await deleteProfile(db, actor, params.id);
    return null;
  });
};
