import { createFileRoute } from "@tanstack/react-router";
import { RegionsScreen } from "../../features/regions/regions-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";
import { screenTexts } from "../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/regions")({
  validateSearch: listSearch(),
  beforeLoad: requirePermission("region.view"),
  loader: screenTexts("territory"),
  component: () => <RegionsScreen search={Route.useSearch()} />,
});
