import {
  auditEntrySchema,
  auditLogOrderings,
  auditLogQuerySchema,
} from "@nihol/contract/audit-log";
import { pageSchema } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/values/paths";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { listAudit } from "./queries.ts";

/** Who did what; it is written with each change and only read here. */
export const auditLogRoutes: Feature = (app, { db }) => {
  app.get(
    paths.auditLog,
    {
      config: { access: "group.view" },
      schema: { querystring: auditLogQuerySchema, response: { 200: pageSchema(auditEntrySchema) } },
    },
    async (request) => {
      const { query, actor } = request;
      const order = orderOf(query.ordering, auditLogOrderings, "-at");
      const { count, rows } = await listAudit(db.sql, actor, query, order);
      return pageOf(request, query, count, rows);
    },
  );
};
