import { createFileRoute } from "@tanstack/react-router";
import { UsersScreen } from "../../../features/users/users-screen.tsx";
import { listSearch } from "../../../lib/list/list-search.ts";
import { requirePermission } from "../../../lib/permissions.ts";
import { screenTexts } from "../../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/(accounts)/users")({
  validateSearch: listSearch(["group", "is_active", "view"]),
  beforeLoad: requirePermission("user.view"),
  loader: screenTexts("users"),
  component: () => <UsersScreen search={Route.useSearch()} />,
});
