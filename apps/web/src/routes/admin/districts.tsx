import { createFileRoute } from "@tanstack/react-router";
import { DistrictsScreen } from "../../features/districts/districts-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";

export const Route = createFileRoute("/admin/districts")({
  validateSearch: listSearch(["region"]),
  beforeLoad: requirePermission("district.view"),
  component: () => <DistrictsScreen search={Route.useSearch()} />,
});
