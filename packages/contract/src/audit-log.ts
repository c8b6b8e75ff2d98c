import { idSchema, pageQuerySchema } from "./paging.ts";
import { resource } from "./resource.ts";
import { paths } from "./values/paths.ts";
import { z } from "./z.ts";

/** Entry of the audit log: the account, its action, the record, and what was sent. No call writes one. */
const auditEntrySchema = z
  .object({
    id: idSchema,
    at: z.iso.datetime(),
    /** Null once the account is gone. */
    actor: z.object({ id: idSchema, email: z.string() }).nullable(),
    action: z.string(),
    resource: z.string(),
    resource_id: z.string().nullable(),
    change: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.output<typeof auditEntrySchema>;
/** `search` covers the actor's e-mail; `from` and `to` are days of UTC, both included. */
const auditLogQuerySchema = pageQuerySchema.extend({
  action: z.string().max(60).optional(),
  /** Lines of orders of its list as a file are among them. */
  resource: z.string().max(60).optional(),
  resource_id: z.string().max(200).optional(),
  actor: z.coerce.number().int().optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export type AuditLogQuery = z.output<typeof auditLogQuerySchema>;
const auditLogOrderings = ["at"] as const;

export const auditLog = resource({
  rights: "group",
  path: paths.auditLog,
  row: auditEntrySchema,
  query: auditLogQuerySchema,
  orderings: auditLogOrderings,
  order: "-at",
});
