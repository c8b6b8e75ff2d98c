import { openData, openDataPut } from "@nihol/contract/open-data/open-data";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import {
  listOpenCollections,
  publishCollections,
} from "../../shared/open-data/open-collections.ts";

/** Lists and sets the collections that the programme publishes for everybody. */
export const openDataRoutes: Feature = (app, { db }) => {
  serve(app, openData, async () => ({ results: await listOpenCollections(db.sql) }));
  serve(app, openDataPut, async ({ actor, body }) => {
    await publishCollections(db.sql, actor, body.published, body.confirm_publish);
    return { results: await listOpenCollections(db.sql) };
  });
};
