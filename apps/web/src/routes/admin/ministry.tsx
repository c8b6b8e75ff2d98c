import { createFileRoute } from "@tanstack/react-router";
import { MinistriesScreen } from "../../features/ministries/ministries-screen.tsx";
import { listSearch } from "../../lib/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";

export const Route = createFileRoute("/admin/ministry")({
  validateSearch: listSearch(["organization_type"]),
  beforeLoad: requirePermission("ministry.view"),
  component: () => <MinistriesScreen search={Route.useSearch()} />,
});
