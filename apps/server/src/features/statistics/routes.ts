import { statisticsSchema, treeFilterSchema } from "@nihol/contract/statistics";
import { paths } from "@nihol/contract/values/paths";
import type { Feature } from "../../http/feature.ts";
import { findStatistics } from "./figures.ts";

export const statisticsRoutes: Feature = (app, { db }) => {
  app.get(
    paths.statistics,
    {
      config: { access: "signedIn" },
      schema: { querystring: treeFilterSchema, response: { 200: statisticsSchema } },
    },
    async (request) => findStatistics(db.sql, request.actor, request.query),
  );
};
