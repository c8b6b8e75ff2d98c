import { createFileRoute } from "@tanstack/react-router";
import { VerdictsScreen } from "../../features/planting-tasks/verdicts/verdicts-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";
import { screenTexts } from "../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/verdicts")({
  validateSearch: listSearch(["verdict", "state", "region", "district", "garden", "ministry"]),
  beforeLoad: requirePermission("planttreetask.view"),
  loader: screenTexts("verdicts"),
  component: () => <VerdictsScreen search={Route.useSearch()} />,
});
