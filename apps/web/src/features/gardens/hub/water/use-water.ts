import type { Device } from "@nihol/contract/sensors/devices";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { guidanceKeyOf } from "@nihol/contract/values/sensors/sensor-guidance";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../../../lib/api/ask.ts";
import { recordsQuery } from "../../../../lib/list/use-list.ts";
import { byDay } from "./dry-days.ts";

/** Years of daily values that are asked for: those before counts of survival are among them. */
const years = 4;
const yearMs = 365 * 86_400_000;
const freshFor = 300_000;

const parameters = ["soil_humidity", "air_temperature", "rain"] as const;
type Measured = (typeof parameters)[number];

/** The first of the devices that has sent a parameter. */
const sender = (devices: readonly Device[], parameter: Measured) =>
  devices.find(({ latest }) =>
    latest.some((one) => one.parameter === parameter && one.ts !== null),
  );

/** All that the garden's devices say over time; parts that nothing measures are empty. */
export function useWater(devices: readonly Device[], until: number) {
  const asked = parameters.flatMap((parameter) => {
    const device = sender(devices, parameter);
    return device ? [{ parameter, device }] : [];
  });
  const query = {
    series: asked.map(({ parameter, device }) => `${device.id}.${parameter}`).join(),
    step: "day",
    from: new Date(until - years * yearMs).toISOString(),
    to: new Date(until).toISOString(),
  } as const;
  const readings = useQuery({
    queryKey: [paths.device, "reading", query],
    queryFn: ({ signal }) => ask("GET /device/reading", { query, signal }),
    staleTime: freshFor,
    enabled: asked.length > 0,
  });
  const guidance = useQuery({
    ...recordsQuery(paths.sensorGuidance, { page_size: limits.pageSizeMax }),
    staleTime: freshFor,
  });
  const seriesOf = (parameter: Measured) =>
    readings.data?.series.find((one) => one.parameter === parameter);
  const soilDevice = sender(devices, "soil_humidity");
  const key = guidanceKeyOf("soil_humidity", soilDevice?.soil_texture ?? null);
  const ranges = guidance.data?.results.find((row) => row.key === key);
  return {
    isPending: (asked.length > 0 && readings.isPending) || guidance.isPending,
    error: readings.error ?? guidance.error,
    refetch: () => {
      void readings.refetch();
      void guidance.refetch();
    },
    soilDevice,
    goodFrom: ranges?.good_min ?? null,
    soil: byDay(seriesOf("soil_humidity")),
    temperature: byDay(seriesOf("air_temperature")),
    rain: byDay(seriesOf("rain")),
  };
}
