import {
  deviceGroupAdd,
  deviceGroupDelete,
  deviceGroupList,
  deviceGroupMembers,
  deviceGroupPatch,
} from "@nihol/contract/sensors/device-groups";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { listGroups } from "./group-queries.ts";
import { addGroup, changeMembers, deleteGroup, renameGroup } from "./group-writes.ts";

/** Named groups of devices. */
export const deviceGroupRoutes: Feature = (app, { db: { sql: db } }) => {
  serve(app, deviceGroupList, async ({ actor }) => ({ results: await listGroups(db, actor) }));
  serve(app, deviceGroupAdd, ({ actor, body }) => addGroup(db, actor, body.name));
  serve(app, deviceGroupPatch, ({ actor, params, body }) =>
    renameGroup(db, actor, params.id, body.name),
  );
  serve(app, deviceGroupDelete, async ({ actor, params }) => {
    await deleteGroup(db, actor, params.id);
    return null;
  });
  serve(app, deviceGroupMembers, ({ actor, params, body }) =>
    changeMembers(db, actor, params.id, body),
  );
};
