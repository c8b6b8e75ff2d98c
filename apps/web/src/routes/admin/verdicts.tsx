import { createFileRoute } from "@tanstack/react-router";
import { VerdictsScreen } from "../../features/planting-tasks/verdicts/verdicts-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";

export const Route = createFileRoute("/admin/verdicts")({
  validateSearch: listSearch(["verdict", "state", "region", "district", "garden", "ministry"]),
  beforeLoad: requirePermission("planttreetask.view"),
  component: () => <VerdictsScreen search={Route.useSearch()} />,
});
