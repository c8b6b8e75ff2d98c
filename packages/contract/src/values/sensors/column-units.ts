/** Units in which files give the parameters, and how each becomes the programme's unit. */
import type { Parameter } from "./sensor-guidance.ts";

/** The programme's value is `value × factor + offset`. */
interface Conversion {
  factor: number;
  offset: number;
}
const times = (factor: number): Conversion => ({ factor, offset: 0 });

const temperature = {
  "°C": times(1),
  "°F": { factor: 5 / 9, offset: -160 / 9 },
  K: { factor: 1, offset: -273.15 },
};
const ph = { pH: times(1) };
const mass = { "µg/m³": times(1), "mg/m³": times(1000) };

/** The first unit of each parameter is the programme's own. */
export const columnUnits: Record<Parameter, Record<string, Conversion>> = {
  co2: { ppm: times(1), "%": times(10_000) },
  air_humidity: { "%": times(1), "0–1": times(100) },
  air_temperature: temperature,
  pm2_5: mass,
  pm10: mass,
  no2: mass,
  o3: mass,
  so2: mass,
  wind_speed: { "m/s": times(1), "km/h": times(1 / 3.6) },
  co: { "mg/m³": times(1), "µg/m³": times(0.001) },
  air_pressure: {
    hPa: times(1),
    mbar: times(1),
    kPa: times(10),
    Pa: times(0.01),
    mmHg: times(1.333224),
  },
  soil_humidity: { "%": times(1), "m³/m³": times(100) },
  soil_temperature: temperature,
  soil_conductivity: {
    "dS/m": times(1),
    "mS/cm": times(1),
    "µS/cm": times(0.001),
    "mS/m": times(0.01),
    "S/m": times(10),
  },
  soil_ph: ph,
  water_ph: ph,
  water_conductivity: {
    "µS/cm": times(1),
    "mS/cm": times(1000),
    "dS/m": times(1000),
    "mS/m": times(10),
    "S/m": times(10_000),
  },
  water_temperature: temperature,
  dissolved_oxygen: { "mg/l": times(1) },
  // Both are calibrated on formazin, on which they agree.
  turbidity: { NTU: times(1), FNU: times(1) },
};

/** The units in which a column of this parameter may stand, the programme's own first. */
export const unitsOf = (parameter: Parameter): string[] => Object.keys(columnUnits[parameter]);

/** A value of a column in the programme's unit, free of the noise of the conversion. */
export function converted(value: number, parameter: Parameter, unit: string): number {
  const { factor, offset } = columnUnits[parameter][unit] ?? times(1);
  if (factor === 1 && offset === 0) return value;
  return Math.round((value * factor + offset) * 1e6) / 1e6;
}
