import { createFileRoute } from "@tanstack/react-router";
import { EmployeesScreen } from "../../features/ministries/employees-screen.tsx";
import { MinistriesScreen } from "../../features/ministries/ministries-screen.tsx";
import { listSearch } from "../../lib/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";

export const Route = createFileRoute("/admin/ministry")({
  validateSearch: listSearch(["organization_type", "view", "ministry"]),
  beforeLoad: requirePermission("ministry.view"),
  component: Ministry,
});

/** Organizations, or with `?view=employees` everybody who works at one. */
function Ministry() {
  const asked = Route.useSearch();
  const { view, ministry: _ministry, ...search } = asked;
  if (view === "employees") return <EmployeesScreen search={asked} />;
  return <MinistriesScreen search={search} />;
}
