import type { Device } from "@nihol/contract/sensors/devices";
import type { DeviceType } from "@nihol/contract/values/devices";
import {
  type Parameter,
  parameterFacts,
  parametersOf,
} from "@nihol/contract/values/sensors/sensor-guidance";

/** The parameter of an address where devices of this type measure it; else their first. */
export function shownParameter(type: DeviceType, wanted: string | undefined): Parameter {
  return parametersOf[type].find((one) => one === wanted) ?? parametersOf[type][0];
}

/** Parameters of these devices in the order of their type: of optional ones those that one of them has sent. */
export function shownParameters(
  type: DeviceType,
  devices: readonly Pick<Device, "latest">[],
): Parameter[] {
  const sent = new Set(devices.flatMap(({ latest }) => latest.map(({ parameter }) => parameter)));
  return parametersOf[type].filter((one) => !parameterFacts[one].isOptional || sent.has(one));
}
