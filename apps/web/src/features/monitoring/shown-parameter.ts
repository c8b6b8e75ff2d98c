import type { Device } from "@nihol/contract/sensors/devices";
import type { ParameterRow } from "@nihol/contract/sensors/parameters";
import type { Parameter } from "@nihol/contract/values/sensors/sensor-guidance";

/** The parameter of an address where devices of this kind measure it; else their first. */
export const shownParameter = (
  own: readonly ParameterRow[],
  wanted: string | undefined,
): Parameter => own.find(({ key }) => key === wanted)?.key ?? own[0]?.key ?? "";

/** Parameters of these devices in the order of their kind: of optional ones those that one of them has sent. */
export function shownParameters(
  own: readonly ParameterRow[],
  devices: readonly Pick<Device, "latest">[],
): Parameter[] {
  const sent = new Set(devices.flatMap(({ latest }) => latest.map(({ parameter }) => parameter)));
  return own.filter(({ key, optional }) => !optional || sent.has(key)).map(({ key }) => key);
}
