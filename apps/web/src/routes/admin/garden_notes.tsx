import { createFileRoute } from "@tanstack/react-router";
import { NotesScreen } from "../../features/gardens/notes-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";

export const Route = createFileRoute("/admin/garden_notes")({
  validateSearch: listSearch(["region", "district", "garden", "kind", "from", "to"]),
  beforeLoad: requirePermission("garden.view"),
  component: () => <NotesScreen search={Route.useSearch()} />,
});
