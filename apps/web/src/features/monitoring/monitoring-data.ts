import type { Device } from "@nihol/contract/sensors/devices";
import type { SensorGuidance } from "@nihol/contract/sensors/sensor-guidance";
import { conditionFilters, type DeviceType } from "@nihol/contract/values/devices";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { guidanceKeyOf, type Parameter } from "@nihol/contract/values/sensors/sensor-guidance";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { ask } from "../../lib/api/ask.ts";
import { recordQuery, recordsQuery } from "../../lib/list/use-list.ts";
import { type Line, seriesQuery } from "./chart/lines.ts";
import type { TimeWindow } from "./chart/time-window.ts";
import { chosenIds, type MonitoringSearch } from "./monitoring-search.ts";

/** Milliseconds after which what is shown is asked for anew. */
const freshEvery = 60_000;

/** The devices that the filters leave, and of them (or of the address) the chosen ones. */
export function useMonitoredDevices(type: DeviceType, search: MonitoringSearch) {
  const { region, district, garden, search: word, order } = search;
  const condition = conditionFilters.find((one) => one === search.condition);
  const list = useQuery({
    ...recordsQuery(paths.device, {
      ...{ type, region, district, garden, condition, search: word },
      ordering: order === "last_reading_at" ? "-last_reading_at" : (order ?? "condition"),
      page_size: limits.pageSizeMax,
    }),
    refetchInterval: freshEvery,
  });
  const rows = list.data?.results ?? [];
  const ids = search.device ? chosenIds(search.device) : firstToShow(rows);
  const missing = ids.filter((id) => !rows.some((one) => one.id === id));
  const others = useQueries({
    queries: list.data ? missing.map((id) => recordQuery(paths.device, id)) : [],
  });
  const known = [...rows, ...others.flatMap(({ data }) => (data?.type === type ? [data] : []))];
  const chosen = ids.flatMap((id) => known.find((one) => one.id === id) ?? []);
  return { list, rows, chosen };
}

/** Without a choice: the first that sends, else the first that ever did, else the first. */
function firstToShow(rows: readonly Device[]): number[] {
  const first =
    rows.find((one) => one.state === "online" || one.state === "faulty") ??
    rows.find((one) => one.last_reading_at) ??
    rows[0];
  return first ? [first.id] : [];
}

/** The query of a chart, also of its file. */
export const seriesParams = (
  lines: readonly Line[],
  { from, to }: TimeWindow,
  step: "auto" | "hour" | "day",
) => ({
  series: seriesQuery(lines),
  step,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

/** The readings of all lines of a chart by one call; series stand in the order of the lines. */
export function useSeries(query: ReturnType<typeof seriesParams>) {
  return useQuery({
    queryKey: [paths.device, "reading", query],
    queryFn: ({ signal }) => ask("GET /device/reading", { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: freshEvery,
    enabled: query.series !== "",
  });
}

/** The ranges of every parameter, as they are now. */
export function useGuidance() {
  return useQuery({
    ...recordsQuery(paths.sensorGuidance, { page_size: limits.pageSizeMax }),
    staleTime: 5 * freshEvery,
  });
}

/** The guidance that holds for all these devices; null when their soils ask for different ones. */
export function sharedGuidance(
  rows: readonly SensorGuidance[],
  parameter: Parameter,
  devices: readonly Device[],
): SensorGuidance | null | undefined {
  const keys = new Set(devices.map((one) => guidanceKeyOf(parameter, one.soil_texture)));
  if (keys.size > 1) return null;
  return rows.find((row) => row.key === ([...keys][0] ?? parameter));
}
