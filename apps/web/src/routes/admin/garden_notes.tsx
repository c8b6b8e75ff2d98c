import { createFileRoute } from "@tanstack/react-router";
import { NotesScreen } from "../../features/gardens/notes-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";
import { screenTexts } from "../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/garden_notes")({
  validateSearch: listSearch(["region", "district", "garden", "kind", "from", "to"]),
  beforeLoad: requirePermission("garden.view"),
  loader: screenTexts("gardens"),
  component: () => <NotesScreen search={Route.useSearch()} />,
});
