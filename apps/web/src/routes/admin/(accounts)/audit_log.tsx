import { createFileRoute } from "@tanstack/react-router";
import { AuditLogScreen } from "../../../features/audit-log/audit-log-screen.tsx";
import { listSearch } from "../../../lib/list/list-search.ts";
import { requirePermission } from "../../../lib/permissions.ts";
import { screenTexts } from "../../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/(accounts)/audit_log")({
  validateSearch: listSearch(["action", "resource", "resource_id", "from", "to"]),
  beforeLoad: requirePermission("group.view"),
  loader: screenTexts("audit"),
  component: () => <AuditLogScreen search={Route.useSearch()} />,
});
