import { createFileRoute } from "@tanstack/react-router";
import { OrganizationTypesScreen } from "../../features/organization-types/organization-types-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";

export const Route = createFileRoute("/admin/organization_type")({
  validateSearch: listSearch(),
  beforeLoad: requirePermission("ministry.view"),
  component: () => <OrganizationTypesScreen search={Route.useSearch()} />,
});
