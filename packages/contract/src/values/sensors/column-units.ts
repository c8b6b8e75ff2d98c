/** Units in which files give values, by Nihol's own unit of the parameter, and how each becomes it. */

/** Nihol's value is `value × factor + offset`. */
export interface Conversion {
  factor: number;
  offset: number;
}
type Conversions = Readonly<Record<string, Conversion>>;
const times = (factor: number): Conversion => ({ factor, offset: 0 });

/** By unit as the API writes it; the first of each is what files call the same unit. */
const conversions: Readonly<Record<string, Conversions>> = {
  ppm: { ppm: times(1), "%": times(10_000) },
  "%": { "%": times(1), "0–1": times(100) },
  "% vol": { "%": times(1), "m³/m³": times(100) },
  "°C": {
    "°C": times(1),
    "°F": { factor: 5 / 9, offset: -160 / 9 },
    K: { factor: 1, offset: -273.15 },
  },
  pH: { pH: times(1) },
  "µg/m³": { "µg/m³": times(1), "mg/m³": times(1000) },
  "mg/m³": { "mg/m³": times(1), "µg/m³": times(0.001) },
  "mg/l": { "mg/l": times(1) },
  "m/s": { "m/s": times(1), "km/h": times(1 / 3.6) },
  hPa: { hPa: times(1), mbar: times(1), kPa: times(10), Pa: times(0.01), mmHg: times(1.333224) },
  "dS/m": {
    "dS/m": times(1),
    "mS/cm": times(1),
    "µS/cm": times(0.001),
    "mS/m": times(0.01),
    "S/m": times(10),
  },
  "µS/cm": {
    "µS/cm": times(1),
    "mS/cm": times(1000),
    "dS/m": times(1000),
    "mS/m": times(10),
    "S/m": times(10_000),
  },
  // Both are calibrated on formazin, on which they agree.
  NTU: { NTU: times(1), FNU: times(1) },
  mm: { mm: times(1), cm: times(10), in: times(25.4) },
  m: { m: times(1), cm: times(0.01), mm: times(0.001) },
  "m³/s": { "m³/s": times(1), "l/s": times(0.001), "m³/h": times(1 / 3600) },
  lx: { lx: times(1), klx: times(1000) },
  V: { V: times(1), mV: times(0.001) },
};

/** Units that are converted: a parameter in another one takes files in that alone. */
export const knownUnits: readonly string[] = Object.keys(conversions);

// A unit is any text, also the name of what every object has: `constructor`.
const conversionsOf = (unit: string): Conversions =>
  (Object.hasOwn(conversions, unit) ? conversions[unit] : undefined) ?? { [unit]: times(1) };

/** The units in which a column may stand whose parameter has this unit, Nihol's own first. */
export const unitsOf = (unit: string): string[] => Object.keys(conversionsOf(unit));

const exact = (value: number) => Math.round(value * 1e6) / 1e6;

/** Conversion of values of one unit into another, by what is known of either; null where they cannot be converted. */
export function conversionOf(from: string, to: string): Conversion | null {
  const known = new Map(Object.entries(conversionsOf(to))).get(from);
  if (known) return known;
  const back = new Map(Object.entries(conversionsOf(from))).get(to);
  return back ? { factor: 1 / back.factor, offset: -back.offset / back.factor } : null;
}

/** A value by a conversion, free of its noise. */
export const inUnit = (value: number, { factor, offset }: Conversion) =>
  exact(value * factor + offset);

/**
 * A value of a column in Nihol's unit, free of the noise of the conversion.
 * @param own the parameter's unit
 * @param unit the column's
 */
export function converted(value: number, own: string, unit: string): number {
  const { factor, offset } = conversionsOf(own)[unit] ?? times(1);
  if (factor === 1 && offset === 0) return value;
  return exact(value * factor + offset);
}
