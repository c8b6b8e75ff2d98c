import { createFileRoute } from "@tanstack/react-router";
import { TreeTypesScreen } from "../../features/tree-types/tree-types-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";
import { screenTexts } from "../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/tree_type")({
  validateSearch: listSearch(),
  beforeLoad: requirePermission("planttreetype.view"),
  loader: screenTexts("planting"),
  component: () => <TreeTypesScreen search={Route.useSearch()} />,
});
