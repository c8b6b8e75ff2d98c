import { healthSchema } from "@nihol/contract/health";
import { paths } from "@nihol/contract/paths";
import type { Feature } from "../../http/app.ts";
import { databaseAnswers } from "./queries.ts";

export const healthRoutes: Feature = (app, { db, demo, workerAlive }) => {
  app.get(
    paths.health,
    { config: { access: "public" }, schema: { response: { 200: healthSchema } } },
    async () => {
      const database = await databaseAnswers(db.sql);
      const worker = workerAlive();
      return {
        status: database && worker ? "ok" : "degraded",
        version: "0.1.0",
        demo,
        database,
        worker,
      } as const;
    },
  );
};
