import { createFileRoute } from "@tanstack/react-router";
import { AlertsScreen } from "../../../features/alerts/alerts-screen.tsx";
import { RulesScreen } from "../../../features/alerts/rules-screen.tsx";
import { listSearch } from "../../../lib/list/list-search.ts";
import { requirePermission } from "../../../lib/permissions.ts";
import { screenTexts } from "../../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/(monitoring)/alert")({
  validateSearch: listSearch([
    ...["view", "enabled", "severity", "kind"],
    ...["state", "acknowledged", "mine", "rule", "device", "from", "to"],
    ...["region", "district", "garden"],
  ] as const),
  beforeLoad: requirePermission("device.view"),
  loader: screenTexts("alerts", "map"),
  component: Alerts,
});

/** Alerts; `?view=rules` the rules that raise them. */
function Alerts() {
  const { view, enabled, ...search } = Route.useSearch();
  if (view !== "rules") return <AlertsScreen search={search} />;
  const { open, search: text, ordering, page, page_size, severity, kind } = search;
  return (
    <RulesScreen
      search={{ view, enabled, open, search: text, ordering, page, page_size, severity, kind }}
    />
  );
}
