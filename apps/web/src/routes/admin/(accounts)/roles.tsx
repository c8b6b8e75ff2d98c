import { createFileRoute } from "@tanstack/react-router";
import { RolesScreen } from "../../../features/roles/roles-screen.tsx";
import { listSearch } from "../../../lib/list/list-search.ts";
import { requirePermission } from "../../../lib/permissions.ts";

export const Route = createFileRoute("/admin/(accounts)/roles")({
  validateSearch: listSearch(),
  beforeLoad: requirePermission("group.view"),
  component: () => <RolesScreen search={Route.useSearch()} />,
});
