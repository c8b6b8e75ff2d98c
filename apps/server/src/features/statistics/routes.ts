import { statistics } from "@nihol/contract/statistics";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { readFor } from "../../http/services.ts";
import { findStatistics } from "./figures.ts";

export const statisticsRoutes: Feature = (app, services) =>
  serve(app, statistics, ({ actor, query }) =>
    readFor(services, actor, (db) => findStatistics(db, actor, query)),
  );
