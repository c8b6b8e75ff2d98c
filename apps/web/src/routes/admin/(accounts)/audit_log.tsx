import { createFileRoute } from "@tanstack/react-router";
import { AuditLogScreen } from "../../../features/audit-log/audit-log-screen.tsx";
import { listSearch } from "../../../lib/list/list-search.ts";
import { requirePermission } from "../../../lib/permissions.ts";

export const Route = createFileRoute("/admin/(accounts)/audit_log")({
  validateSearch: listSearch(["action", "resource", "resource_id", "from", "to"]),
  beforeLoad: requirePermission("group.view"),
  component: () => <AuditLogScreen search={Route.useSearch()} />,
});
