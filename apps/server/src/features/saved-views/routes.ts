import {
  savedViewCreate,
  savedViewDelete,
  savedViewList,
  savedViewPatch,
} from "@nihol/contract/people/saved-views";
import { languageOf } from "@nihol/locales/text";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { requireList } from "../../policies/saved-views.ts";
import { listViews } from "./saved-view-queries.ts";
import { createView, patchView, removeView } from "./writes.ts";

/** Lists as people keep them, for themselves and for others. */
export const savedViewRoutes: Feature = (app, { db }) => {
  serve(app, savedViewList, async ({ actor, query, headers }) => {
    requireList(actor, query.list);
    return listViews(db.sql, actor, query.list, languageOf(headers["accept-language"]));
  });
  serve(app, savedViewCreate, ({ actor, body }) => createView(db.sql, actor, body));
  serve(app, savedViewPatch, ({ actor, params, body }) =>
    patchView(db.sql, actor, params.id, body),
  );
  serve(app, savedViewDelete, async ({ actor, params }) => {
    await removeView(db.sql, actor, params.id);
    return null;
  });
};
