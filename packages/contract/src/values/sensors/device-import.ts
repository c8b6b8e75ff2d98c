/** Roles of a column in a file of devices; `coordinates` holds latitude and longitude, with a comma or a space between, `groups` names with semicolons between. */
export const deviceColumns = [
  "name",
  "type",
  "latitude",
  "longitude",
  "coordinates",
  "garden",
  "interval_minutes",
  "soil_texture",
  "serial",
  "maker",
  "model",
  "height_m",
  "depth_m",
  "altitude_m",
  "groups",
  "notes",
  "ignore",
] as const;
export type DeviceColumn = (typeof deviceColumns)[number];

export const deviceImportLimits = {
  fileBytes: 5 * 1024 ** 2,
  /** Devices of one file. */
  rows: 1000,
} as const;
