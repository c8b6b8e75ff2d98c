import { createFileRoute } from "@tanstack/react-router";
import { MonitoringScreen } from "../../features/monitoring/monitoring-screen.tsx";
import { readMonitoringSearch } from "../../features/monitoring/monitoring-search.ts";

export const Route = createFileRoute("/admin/air_monitoring")({
  validateSearch: readMonitoringSearch,
  component: () => <MonitoringScreen type="air" search={Route.useSearch()} />,
});
