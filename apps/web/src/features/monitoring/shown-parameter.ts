import type { Device } from "@nihol/contract/sensors/devices";
import type { ParameterRow } from "@nihol/contract/sensors/parameters";
import type { Parameter } from "@nihol/contract/values/sensors/sensor-guidance";

/** The parameters of an address that devices of this kind measure, each once; else their first. */
export function chosenParameters(
  own: readonly ParameterRow[],
  wanted: string | undefined,
): Parameter[] {
  const known = new Set((wanted ?? "").split(",")).values();
  const chosen = [...known].filter((one) => own.some(({ key }) => key === one));
  return chosen.length > 0 ? chosen : own.slice(0, 1).map(({ key }) => key);
}

/** Parameters of these devices in the order of their kind: of optional ones those that one of them has sent. */
export function shownParameters(
  own: readonly ParameterRow[],
  devices: readonly Pick<Device, "latest">[],
): Parameter[] {
  const sent = new Set(devices.flatMap(({ latest }) => latest.map(({ parameter }) => parameter)));
  return own.filter(({ key, optional }) => !optional || sent.has(key)).map(({ key }) => key);
}
