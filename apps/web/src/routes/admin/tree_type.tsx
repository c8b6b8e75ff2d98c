import { createFileRoute } from "@tanstack/react-router";
import { TreeTypesScreen } from "../../features/tree-types/tree-types-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";

export const Route = createFileRoute("/admin/tree_type")({
  validateSearch: listSearch(),
  beforeLoad: requirePermission("planttreetype.view"),
  component: () => <TreeTypesScreen search={Route.useSearch()} />,
});
