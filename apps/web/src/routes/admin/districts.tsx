import { createFileRoute } from "@tanstack/react-router";
import { DistrictsScreen } from "../../features/districts/districts-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";
import { screenTexts } from "../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/districts")({
  validateSearch: listSearch(["region"]),
  beforeLoad: requirePermission("district.view"),
  loader: screenTexts("territory"),
  component: () => <DistrictsScreen search={Route.useSearch()} />,
});
