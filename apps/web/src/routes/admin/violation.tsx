import { createFileRoute } from "@tanstack/react-router";
import { ViolationsScreen } from "../../features/violations/violations-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { screenTexts } from "../../lib/text/i18n.ts";

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
  loader: screenTexts("violations"),
  component: () => <ViolationsScreen search={Route.useSearch()} />,
});
