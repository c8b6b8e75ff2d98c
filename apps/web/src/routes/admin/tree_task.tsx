import { createFileRoute } from "@tanstack/react-router";
import { TasksScreen } from "../../features/planting-tasks/tasks-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";
import { screenTexts } from "../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/tree_task")({
  validateSearch: listSearch([
    "status",
    "garden",
    "ministry",
    "contractor",
    "region",
    "district",
    "tree_type",
    "from",
    "to",
    "warnings",
    "due_from",
    "due_to",
    "view",
    "month",
    "at",
    "verdict",
    "decided",
    "replanting",
    "counted",
    "contradicted",
    "visited",
    "visit_from",
    "visit_to",
  ]),
  beforeLoad: requirePermission("planttreetask.view"),
  loader: screenTexts("tasks"),
  component: () => <TasksScreen search={Route.useSearch()} />,
});
