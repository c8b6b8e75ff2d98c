import type { DeviceType } from "@nihol/contract/values/devices";
import { paths } from "@nihol/contract/values/paths";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ask } from "../../lib/api/ask.ts";
import { useHolds } from "../../lib/permissions.ts";
import type { AreaFilter } from "./map-data.ts";
import type { LayerKind } from "./map-search.ts";

/** The middles of all gardens of an area. A map of one garden needs none. */
function useGardenPoints(wanted: boolean, area: AreaFilter) {
  const may = useHolds("garden.view");
  const query = { region: area.region, district: area.district };
  return useQuery({
    queryKey: [paths.garden, "points", query],
    queryFn: ({ signal }) => ask("GET /garden/points", { query, signal }),
    placeholderData: keepPreviousData,
    enabled: may && wanted && area.garden === undefined,
  });
}

/** The places of all devices of an area. */
function useDevicePoints(wanted: boolean, area: AreaFilter, type?: DeviceType) {
  const may = useHolds("device.view");
  const query = { ...area, type };
  return useQuery({
    queryKey: [paths.device, "points", query],
    queryFn: ({ signal }) => ask("GET /device/points", { query, signal }),
    placeholderData: keepPreviousData,
    enabled: may && wanted,
  });
}

/** The gardens of an area that have tasks, with how many of each state. */
export function useTaskPlaces(wanted: boolean, area: AreaFilter) {
  const may = useHolds("planttreetask.view");
  return useQuery({
    queryKey: [paths.plantTreeTask, "places", area],
    queryFn: ({ signal }) => ask("GET /plant-tree-task/places", { query: area, signal }),
    placeholderData: keepPreviousData,
    enabled: may && wanted,
  });
}

/** The places of all open cases of an area. */
function useCasePoints(wanted: boolean, area: AreaFilter) {
  const query = { ...area, state: "open" } as const;
  return useQuery({
    queryKey: [paths.violation, "points", query],
    queryFn: ({ signal }) => ask("GET /violation/points", { query, signal }),
    placeholderData: keepPreviousData,
    enabled: wanted,
  });
}

/** Records that stand as points on a map: of each layer that is shown, as soon as they are there. */
export type MapPoints = ReturnType<typeof useMapPoints>;

/** @param own kinds that the screen shows itself, or narrows */
export function useMapPoints(
  layers: ReadonlySet<LayerKind>,
  area: AreaFilter,
  own: { deviceType?: DeviceType | undefined; tasks: boolean },
) {
  const wants = {
    gardens: layers.has("gardens") && !own.tasks,
    devices: layers.has("devices"),
    tasks: layers.has("tasks") && !own.tasks,
    cases: layers.has("cases"),
  };
  const gardens = useGardenPoints(wants.gardens, area).data;
  const devices = useDevicePoints(wants.devices, area, own.deviceType).data;
  const tasks = useTaskPlaces(wants.tasks, area).data;
  const cases = useCasePoints(wants.cases, area).data;
  return {
    gardens: wants.gardens ? gardens : undefined,
    devices: wants.devices ? devices : undefined,
    tasks: wants.tasks ? tasks : undefined,
    cases: wants.cases ? cases : undefined,
  };
}
