import { type Device, devices } from "@nihol/contract/sensors/devices";
import { conversionOf, inUnit } from "@nihol/contract/values/sensors/column-units";
import { resourceExport } from "../../shared/files/list-export.ts";
import { listDevices } from "./device-queries.ts";

const newest = ({ latest }: Device, parameter: string) =>
  latest.find((one) => one.parameter === parameter);

/** The newest value in the unit that the column's title names. */
function vital(row: Device, parameter: string, unit: string): number | null {
  const one = newest(row, parameter);
  const conversion = one && conversionOf(one.unit, unit);
  return one && conversion && one.value !== null ? inUnit(one.value, conversion) : null;
}

export const deviceExport = resourceExport(devices, {
  title: "app.screen_monitoring_devices",
  rows: listDevices,
  columns: [
    { title: "lists.name", value: (row) => row.name },
    { title: "devices.type", value: (row, words) => words.text(`map.device_${row.type}`) },
    {
      title: "devices.state",
      value: (row, words) => words.text(`monitoring.device_state_${row.state}`),
    },
    { title: "devices.serial", value: (row) => row.serial },
    { title: "devices.maker", value: (row) => row.maker },
    { title: "devices.model", value: (row) => row.model },
    { title: "devices.height_export", kind: "number", digits: 2, value: (row) => row.height_m },
    { title: "devices.altitude_export", kind: "number", digits: 0, value: (row) => row.altitude_m },
    { title: "devices.garden", value: (row, words) => words.name(row.garden?.name) },
    { title: "devices.last_reading", kind: "moment", value: (row) => row.last_reading_at },
    {
      title: "devices.battery_export",
      kind: "number",
      digits: 2,
      value: (row) => vital(row, "battery", "V"),
    },
    {
      title: "devices.battery_at",
      kind: "moment",
      value: (row) => newest(row, "battery")?.ts ?? null,
    },
    {
      title: "devices.signal_export",
      kind: "number",
      digits: 0,
      value: (row) => vital(row, "signal", "dBm"),
    },
    {
      title: "devices.groups",
      value: (row) => row.groups.map(({ name }) => name).join("; "),
    },
    { title: "devices.service_due", kind: "date", value: (row) => row.service_due },
    {
      title: "devices.service_kind",
      value: (row, words) =>
        row.service_kind && words.text(`devices.servicing_${row.service_kind}`),
    },
    { title: "devices.serviced_on", kind: "date", value: (row) => row.serviced_on },
    { title: "lists.latitude", kind: "number", digits: 6, value: (row) => row.latitude },
    { title: "lists.longitude", kind: "number", digits: 6, value: (row) => row.longitude },
    { title: "gardens.region", value: (row, words) => words.name(row.region?.name) },
    { title: "gardens.district", value: (row, words) => words.name(row.district?.name) },
    { title: "devices.notes", value: (row) => row.notes },
  ],
  shape: {
    kind: "Point",
    query: {},
    of: ({ longitude, latitude }) => ({ type: "Point", coordinates: [longitude, latitude] }),
  },
});
