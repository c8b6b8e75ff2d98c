/** Definitions of units and parameters that others publish, for readers that compare across services. */

/** Codes of the Unified Code for Units of Measure (UCUM 2.1) by the unit as the API writes it. */
const ucumCodes: Readonly<Record<string, string>> = {
  "°C": "Cel",
  "%": "%",
  "% vol": "%",
  ppm: "[ppm]",
  "µg/m³": "ug/m3",
  "mg/m³": "mg/m3",
  "mg/l": "mg/L",
  "m/s": "m/s",
  hPa: "hPa",
  "dS/m": "dS/m",
  "µS/cm": "uS/cm",
  pH: "[pH]",
  mm: "mm",
  cm: "cm",
  m: "m",
  "m³/s": "m3/s",
  lx: "lx",
  dB: "dB",
  V: "V",
  "°": "deg",
};

/** Names of the Climate and Forecast conventions (CF Standard Name Table), where one says the same quantity. */
const standardNames: Readonly<Record<string, string>> = {
  air_temperature: "air_temperature",
  air_humidity: "relative_humidity",
  air_pressure: "air_pressure",
  wind_speed: "wind_speed",
  wind_direction: "wind_from_direction",
  co2: "mole_fraction_of_carbon_dioxide_in_air",
  pm2_5: "mass_concentration_of_pm2p5_ambient_aerosol_particles_in_air",
  pm10: "mass_concentration_of_pm10_ambient_aerosol_particles_in_air",
  no2: "mass_concentration_of_nitrogen_dioxide_in_air",
  o3: "mass_concentration_of_ozone_in_air",
  so2: "mass_concentration_of_sulfur_dioxide_in_air",
  co: "mass_concentration_of_carbon_monoxide_in_air",
  soil_temperature: "soil_temperature",
  soil_humidity: "volume_fraction_of_condensed_water_in_soil",
};

/** Addresses of UCUM codes, by unit. */
export const unitDefinitions: ReadonlyMap<string, { code: string; address: string }> = new Map(
  Object.entries(ucumCodes).map(([unit, code]) => [
    unit,
    { code, address: `https://units-of-measurement.org/${encodeURIComponent(code)}` },
  ]),
);

/** Addresses of quantities, by key of the parameter. */
export const parameterDefinitions: ReadonlyMap<string, string> = new Map(
  Object.entries(standardNames).map(([key, name]) => [
    key,
    `http://vocab.nerc.ac.uk/standard_name/${name}/`,
  ]),
);
