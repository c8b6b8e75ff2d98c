import { createFileRoute } from "@tanstack/react-router";
import { DevicesScreen } from "../../../features/monitoring-devices/devices-screen.tsx";
import { listSearch } from "../../../lib/list/list-search.ts";
import { screenTexts } from "../../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/(monitoring)/monitoring_devices")({
  validateSearch: listSearch([
    "type",
    "state",
    "condition",
    "region",
    "district",
    "garden",
    "group",
    "weak_battery",
    "to_check",
    "maker",
    "servicing",
    "view",
    "exceeded",
    "exceeded_from",
    "exceeded_to",
  ]),
  loader: screenTexts("devices", "map"),
  component: () => <DevicesScreen search={Route.useSearch()} />,
});
