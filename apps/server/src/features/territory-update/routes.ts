import { territoryUpdate } from "@nihol/contract/territory";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { isAnyUpdating } from "./territory-update-queries.ts";

export const territoryUpdateRoutes: Feature = (app, { db }) =>
  serve(app, territoryUpdate, async () => ({ running: await isAnyUpdating(db.sql) }));
