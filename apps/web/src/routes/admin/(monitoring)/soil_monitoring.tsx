import { createFileRoute } from "@tanstack/react-router";
import { MonitoringScreen } from "../../../features/monitoring/monitoring-screen.tsx";
import { readMonitoringSearch } from "../../../features/monitoring/monitoring-search.ts";
import { screenTexts } from "../../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/(monitoring)/soil_monitoring")({
  validateSearch: readMonitoringSearch,
  loader: screenTexts("monitoring"),
  component: () => <MonitoringScreen type="soil" search={Route.useSearch()} />,
});
