import { deviceOrderings, deviceQuerySchema, deviceSchema } from "@nihol/contract/devices";
import { pageSchema } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/paths";
import type { Feature } from "../../http/app.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { listDevices } from "./queries.ts";

export const deviceRoutes: Feature = (app, { db }) => {
  app.get(
    paths.device,
    {
      config: { access: "device.view" },
      schema: { querystring: deviceQuerySchema, response: { 200: pageSchema(deviceSchema) } },
    },
    async (request) => {
      const order = orderOf(request.query.ordering, deviceOrderings, "name");
      const { count, rows } = await listDevices(db.sql, request.actor, request.query, order);
      return pageOf(request, request.query, count, rows);
    },
  );
};
