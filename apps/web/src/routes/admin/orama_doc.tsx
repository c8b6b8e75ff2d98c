import { createFileRoute } from "@tanstack/react-router";
import { DocumentsScreen } from "../../features/documents/documents-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";
import { screenTexts } from "../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/orama_doc")({
  validateSearch: listSearch(["category", "from", "to"]),
  beforeLoad: requirePermission("group.view"),
  loader: screenTexts("documents"),
  component: () => <DocumentsScreen search={Route.useSearch()} />,
});
