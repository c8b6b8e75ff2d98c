import { createFileRoute } from "@tanstack/react-router";
import { ViolationsScreen } from "../../features/violations/violations-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";

export const Route = createFileRoute("/admin/violation")({
  validateSearch: listSearch([
    "state",
    "kind",
    "region",
    "district",
    "garden",
    "ministry",
    "source",
    "overdue",
    "mine",
    "unassigned",
    "from",
    "to",
    "settled",
    "settled_from",
    "settled_to",
  ]),
  component: () => <ViolationsScreen search={Route.useSearch()} />,
});
