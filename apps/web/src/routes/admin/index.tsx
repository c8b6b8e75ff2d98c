import { createFileRoute } from "@tanstack/react-router";
import { DashboardScreen } from "../../features/dashboard/dashboard-screen.tsx";
import type { DashboardSearch } from "../../features/dashboard/dashboard-search.ts";
import { requireDashboard } from "../../lib/permissions.ts";
import { screenTexts } from "../../lib/text/i18n.ts";
import { readMapSearch } from "../../map/data/map-search.ts";
import { RouteError } from "../../ui/route-states.tsx";

export const Route = createFileRoute("/admin/")({
  validateSearch: (search: Record<string, unknown>): DashboardSearch => ({
    ...readMapSearch(search),
    region: identifier(search.region),
    district: identifier(search.district),
  }),
  beforeLoad: requireDashboard,
  loader: screenTexts("dashboard"),
  component: () => <DashboardScreen search={Route.useSearch()} />,
  errorComponent: RouteError,
});

function identifier(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
