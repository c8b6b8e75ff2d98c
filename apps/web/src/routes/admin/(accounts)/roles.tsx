import { createFileRoute } from "@tanstack/react-router";
import { RolesScreen } from "../../../features/roles/roles-screen.tsx";
import { listSearch } from "../../../lib/list/list-search.ts";
import { requirePermission } from "../../../lib/permissions.ts";
import { screenTexts } from "../../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/(accounts)/roles")({
  validateSearch: listSearch(),
  beforeLoad: requirePermission("group.view"),
  loader: screenTexts("roles"),
  component: () => <RolesScreen search={Route.useSearch()} />,
});
