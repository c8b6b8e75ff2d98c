import { createFileRoute } from "@tanstack/react-router";
import { EmployeesScreen } from "../../features/ministries/employees-screen.tsx";
import { MinistriesScreen } from "../../features/ministries/ministries-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { type Guarded, requirePermission } from "../../lib/permissions.ts";
import { screenTexts } from "../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/ministry")({
  validateSearch: listSearch(["organization_type", "view", "ministry"]),
  beforeLoad: requireList,
  loader: screenTexts("organizations"),
  component: Ministry,
});

function requireList({ context, location }: Guarded & { location: { searchStr: string } }): void {
  requirePermission("ministry.view")({ context });
  if (new URLSearchParams(location.searchStr).get("view") === "employees")
    requirePermission("ministryemployee.view")({ context });
}

/** Organizations, or with `?view=employees` everybody who works at one. */
function Ministry() {
  const asked = Route.useSearch();
  const { view, ministry: _ministry, ...search } = asked;
  if (view === "employees") return <EmployeesScreen search={asked} />;
  return <MinistriesScreen search={search} />;
}
