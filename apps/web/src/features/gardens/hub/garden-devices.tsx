import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { RadioTower } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { recordsQuery } from "../../../lib/list/use-list.ts";
import { useHolds } from "../../../lib/permissions.ts";
import { StateBadge, TypeSign, ValueText } from "../../../parts/states/device-state.tsx";
import { textLink } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/missing-part.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { analyticsQuery, shownMax, survivalQuery } from "./garden-queries.ts";
import { HubList } from "./hub-list.tsx";

/** A garden's devices in service; `enabled` for those who may see devices. */
export const useGardenDevices = (garden: string, enabled: boolean) =>
  useQuery({ ...recordsQuery(paths.device, { garden, page_size: shownMax }), enabled });

const GardenWater = lazyPart(() => import("./water/garden-water.tsx"));

/** The devices of a garden, and what they say of its trees over time. */
export function GardenDevices({ garden }: { garden: string }) {
  const devices = useGardenDevices(garden, true).data?.results ?? [];
  const analytics = useQuery(analyticsQuery(Number(garden)));
  const maySurvival = useHolds("planttreetask.view");
  const survival = useQuery({ ...survivalQuery(Number(garden)), enabled: maySurvival });
  return (
    <div className="grid min-w-0 gap-6">
      <DeviceRows garden={garden} />
      {devices.length > 0 && analytics.data && !survival.isLoading && (
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <GardenWater
            devices={devices}
            captures={analytics.data?.captures ?? []}
            survival={maySurvival ? (survival.data?.years ?? []) : null}
          />
        </Suspense>
      )}
    </div>
  );
}

function DeviceRows({ garden }: { garden: string }) {
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
