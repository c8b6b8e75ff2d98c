/** From the contract's parameters to the columns of `reading`, and back. */
import type { DeviceType } from "@nihol/contract/values/devices";
import { type Parameter, parametersOf } from "@nihol/contract/values/sensors/sensor-guidance";
import { type Measure, measures } from "./reading-measures.ts";

/** `soil_ph` is measured as `ph`. */
export const measureOf = (parameter: Parameter): Measure =>
  parameter === "co2" ? "co2" : (parameter.slice(parameter.indexOf("_") + 1) as Measure);

/** Parameter of the measure with this number on a device of this type; undefined where it has none. */
export function parameterOfNumber(type: DeviceType, number: number): Parameter | undefined {
  return parametersOf[type].find((parameter) => measureOf(parameter) === measures[number]);
}
