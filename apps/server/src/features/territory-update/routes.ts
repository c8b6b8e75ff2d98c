import { territoryUpdateSchema } from "@nihol/contract/territory";
import { paths } from "@nihol/contract/values/paths";
import type { Feature } from "../../http/feature.ts";
import { isAnyUpdating } from "./queries.ts";

/** Says to everybody, and no more than that, when figures by place are about to change. */
export const territoryUpdateRoutes: Feature = (app, { db }) => {
  app.get(
    paths.territoryUpdate,
    {
      config: { access: "signedIn" },
      schema: {
        summary: "Whether trees are being given new places after borders moved",
        response: { 200: territoryUpdateSchema },
      },
    },
    async () => ({ running: await isAnyUpdating(db.sql) }),
  );
};
