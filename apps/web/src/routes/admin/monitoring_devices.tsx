import { createFileRoute } from "@tanstack/react-router";
import { DevicesScreen } from "../../features/monitoring-devices/devices-screen.tsx";
import { listSearch } from "../../lib/list/list-search.ts";

export const Route = createFileRoute("/admin/monitoring_devices")({
  validateSearch: listSearch([
    "type",
    "state",
    "region",
    "district",
    "garden",
    "view",
    "exceeded",
    "exceeded_from",
    "exceeded_to",
  ]),
  component: () => <DevicesScreen search={Route.useSearch()} />,
});
