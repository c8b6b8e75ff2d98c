import type { DeviceGroup } from "@nihol/contract/sensors/device-groups";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../../lib/api/ask.ts";

/** Groups of devices that the reader sees, by name; none before they are there. */
export function useDeviceGroups(): readonly DeviceGroup[] {
  const { data } = useQuery({
    queryKey: [paths.deviceGroup],
    queryFn: ({ signal }) => ask("GET /device-group", { signal }),
  });
  return data?.results ?? [];
}
