import { type Parameter, parameterFacts } from "@nihol/contract/values/sensors/sensor-guidance";

/** Tells whether a number wants its unit behind it; pH is a name rather than a unit. */
export const unitAfter = (parameter: Parameter): boolean => parameterFacts[parameter].unit !== "pH";
