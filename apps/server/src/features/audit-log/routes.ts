import { auditLog } from "@nihol/contract/audit-log";
import type { Feature } from "../../http/feature.ts";
import { crud } from "../../shared/crud.ts";
import { findAudit, listAudit } from "./audit-log-queries.ts";

/** Reads who did what; lines are written with each change, never here. */
export const auditLogRoutes: Feature = (app, services) =>
  crud(app, services, auditLog, { list: listAudit, find: findAudit });
