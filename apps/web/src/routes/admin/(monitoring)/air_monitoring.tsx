import { createFileRoute } from "@tanstack/react-router";
import { MonitoringScreen } from "../../../features/monitoring/monitoring-screen.tsx";
import { readMonitoringSearch } from "../../../features/monitoring/monitoring-search.ts";
import { screenTexts } from "../../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/(monitoring)/air_monitoring")({
  validateSearch: readMonitoringSearch,
  loader: screenTexts("monitoring"),
  component: () => <MonitoringScreen type="air" search={Route.useSearch()} />,
});
