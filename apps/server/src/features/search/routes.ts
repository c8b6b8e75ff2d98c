import { search } from "@nihol/contract/search";
import { languageOf } from "@nihol/locales/text";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { findRows } from "./find-rows.ts";

/** Searches everything that the caller's lists show. */
export const searchRoutes: Feature = (app, { db }) =>
  serve(app, search, ({ actor, query, headers }) =>
    findRows(db.sql, actor, query, languageOf(headers["accept-language"])),
  );
