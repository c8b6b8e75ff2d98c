import type { DeviceType } from "@nihol/contract/values/devices";
import { type Parameter, parametersOf } from "@nihol/contract/values/sensors/sensor-guidance";

/** The parameter of an address where devices of this type measure it; else their first. */
export function shownParameter(type: DeviceType, wanted: string | undefined): Parameter {
  return parametersOf[type].find((one) => one === wanted) ?? parametersOf[type][0];
}
