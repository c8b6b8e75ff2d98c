import { createFileRoute } from "@tanstack/react-router";
import { gardenFilterKeys } from "../../features/gardens/garden-filter-keys.ts";
import { GardensScreen } from "../../features/gardens/gardens-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";
import { screenTexts } from "../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/gardens")({
  validateSearch: listSearch([...gardenFilterKeys]),
  beforeLoad: requirePermission("garden.view"),
  loader: screenTexts("gardens"),
  component: () => <GardensScreen search={Route.useSearch()} />,
});
