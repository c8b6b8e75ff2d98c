import { createFileRoute } from "@tanstack/react-router";
import { RegionsScreen } from "../../features/regions/regions-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";

export const Route = createFileRoute("/admin/regions")({
  validateSearch: listSearch(),
  beforeLoad: requirePermission("region.view"),
  component: () => <RegionsScreen search={Route.useSearch()} />,
});
