import { createFileRoute } from "@tanstack/react-router";
import { OrganizationTypesScreen } from "../../features/organization-types/organization-types-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";
import { screenTexts } from "../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/organization_type")({
  validateSearch: listSearch(),
  beforeLoad: requirePermission("ministry.view"),
  loader: screenTexts("organizations"),
  component: () => <OrganizationTypesScreen search={Route.useSearch()} />,
});
