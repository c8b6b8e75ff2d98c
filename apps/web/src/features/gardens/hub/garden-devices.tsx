import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { RadioTower } from "lucide-react";
import { useTranslation } from "react-i18next";
import { recordsQuery } from "../../../lib/list/use-list.ts";
import { StateBadge, TypeSign, ValueText } from "../../../parts/states/device-state.tsx";
import { textLink } from "../../../ui/button.tsx";
import { shownMax } from "./garden-queries.ts";
import { HubList } from "./hub-list.tsx";

/** A garden's devices in service; `enabled` for those who may see devices. */
export const useGardenDevices = (garden: string, enabled: boolean) =>
  useQuery({ ...recordsQuery(paths.device, { garden, page_size: shownMax }), enabled });

export function GardenDevices({ garden }: { garden: string }) {
  const { t } = useTranslation(["gardens", "monitoring", "map"]);
  return (
    <HubList
      label={t("tab_devices")}
      query={useGardenDevices(garden, true)}
      icon={<RadioTower />}
      empty={t("devices_empty")}
      row={(device) => (
        <>
          <TypeSign type={device.type} />
          <Link
            to="/admin/monitoring_devices"
            search={{ garden, open: String(device.id) }}
            className={textLink}
          >
            {device.name}
          </Link>
          <StateBadge state={device.state} />
          <span className="flex grow flex-wrap justify-end gap-x-3">
            {device.latest.map((latest) => (
              <ValueText key={latest.parameter} latest={latest} />
            ))}
          </span>
        </>
      )}
      all={(text) => (
        <Link to="/admin/monitoring_devices" search={{ garden }} className={textLink}>
          {text}
        </Link>
      )}
    />
  );
}
