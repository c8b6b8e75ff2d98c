import { statistics } from "@nihol/contract/statistics";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { findStatistics } from "./figures.ts";

export const statisticsRoutes: Feature = (app, { db }) =>
  serve(app, statistics, ({ actor, query }) => findStatistics(db.sql, actor, query));
