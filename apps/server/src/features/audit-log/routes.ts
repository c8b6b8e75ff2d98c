import { auditLog, auditLogOrderings } from "@nihol/contract/audit-log";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { serve } from "../../http/serve.ts";
import { listAudit } from "./queries.ts";

/** Who did what; it is written with each change and only read here. */
export const auditLogRoutes: Feature = (app, { db }) =>
  serve(app, auditLog, async (request) => {
    const { query, actor } = request;
    const order = orderOf(query.ordering, auditLogOrderings, "-at");
    const { count, rows } = await listAudit(db.sql, actor, query, order);
    return pageOf(request, query, count, rows);
  });
