import { auditLog } from "@nihol/contract/audit-log";
import { auditActionOf, auditResourceOf } from "@nihol/contract/values/audit";
import { resourceExport } from "../../shared/files/list-export.ts";
import { listAudit } from "./audit-log-queries.ts";

export const auditLogExport = resourceExport(auditLog, {
  title: "audit.title",
  rows: listAudit,
  columns: [
    { title: "audit.at", kind: "moment", value: (row) => row.at },
    { title: "audit.actor", value: (row) => row.actor?.email },
    {
      title: "audit.action",
      value: (row, words) => {
        const known = auditActionOf(row.action);
        return known ? words.text(`audit.action_${known}`) : row.action;
      },
    },
    {
      title: "audit.resource",
      value: (row, words) => {
        const known = auditResourceOf(row.resource);
        return known ? words.text(`audit.resource_${known}`) : row.resource;
      },
    },
    { title: "audit.resource_id", value: (row) => row.resource_id },
    { title: "audit.sent", value: (row) => row.change && JSON.stringify(row.change) },
  ],
});
