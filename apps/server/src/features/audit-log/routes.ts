import { auditLog } from "@nihol/contract/audit-log";
import type { Feature } from "../../http/feature.ts";
import { crud } from "../../shared/crud.ts";
import { findAudit, listAudit } from "./audit-log-queries.ts";

/** Who did what; it is written with each change and only read here. */
export const auditLogRoutes: Feature = (app, services) =>
  crud(app, services, auditLog, { list: listAudit, find: findAudit });
