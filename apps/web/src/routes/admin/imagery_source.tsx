import { createFileRoute } from "@tanstack/react-router";
import { SourcesScreen } from "../../features/imagery-sources/sources-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";
import { screenTexts } from "../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/imagery_source")({
  validateSearch: listSearch(["kind"]),
  beforeLoad: requirePermission("satelliteimagery.view"),
  loader: screenTexts("sources"),
  component: () => <SourcesScreen search={Route.useSearch()} />,
});
