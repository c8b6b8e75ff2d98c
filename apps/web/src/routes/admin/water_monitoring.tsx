import { createFileRoute } from "@tanstack/react-router";
import { MonitoringScreen } from "../../features/monitoring/monitoring-screen.tsx";
import { readMonitoringSearch } from "../../features/monitoring/monitoring-search.ts";

export const Route = createFileRoute("/admin/water_monitoring")({
  validateSearch: readMonitoringSearch,
  component: () => <MonitoringScreen type="water" search={Route.useSearch()} />,
});
