import { groups, permissionList } from "@nihol/contract/people/groups";
import { actions, resources } from "@nihol/contract/values/permissions";
import { languageOf, text } from "@nihol/locales/text";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { crud } from "../../shared/crud.ts";
import { findGroup, listGroups } from "./group-queries.ts";
import { createGroup, patchGroup, removeGroup } from "./writes.ts";

export const groupRoutes: Feature = (app, services) => {
  crud(app, services, groups, {
    list: (db, actor, query, { direction }, language) =>
      listGroups(db, actor, query, direction, language),
    find: findGroup,
    create: ({ db }, actor, body) => createGroup(db.sql, actor, body.name, body.permissions),
    patch: ({ db }, actor, id, body) => patchGroup(db.sql, actor, id, body),
    remove: ({ db }, actor, id) => removeGroup(db.sql, actor, id),
  });
  serve(app, permissionList, async ({ headers }) => {
    const language = languageOf(headers["accept-language"]);
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
  });
};
