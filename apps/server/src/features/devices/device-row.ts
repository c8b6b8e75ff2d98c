/** A device as the API answers it. */

import { type Device, deviceFields } from "@nihol/contract/sensors/devices";
import type { LatestReading } from "@nihol/contract/sensors/readings";
import type { DeviceCondition, DeviceState, DeviceType } from "@nihol/contract/values/devices";
import type { Names } from "@nihol/contract/values/languages";
import type { SoilTexture } from "@nihol/contract/values/sensors/sensor-guidance";
import { ownParameters, type Parameters } from "@nihol/store/readings/parameters";
import type { Actor } from "../../http/actor.ts";
import { rowCan } from "../../policies/rights.ts";
import { photoAddress } from "../../shared/attachments/photo-routes.ts";
import type { LatestRow } from "../../shared/devices/device-state-sql.ts";
import { type FieldRow, shownFields } from "../../shared/rows/field-columns.ts";
import { referenceTo } from "../../shared/rows/reference.ts";

interface DeviceRow extends FieldRow<typeof deviceFields> {
  id: number;
  name: string;
  type: DeviceType;
  photo_key: string | null;
  placed_on: string | null;
  latitude: number;
  longitude: number;
  garden_id: number | null;
  region_id: number | null;
  district_id: number | null;
  garden_name: Names | null;
  region_name: Names | null;
  district_name: Names | null;
  groups: Device["groups"];
  interval_minutes: number;
  soil_texture: SoilTexture | null;
  state: DeviceState;
  condition: DeviceCondition;
  last_reading_at: Date | null;
  serviced_on: string | null;
  service_due: string | null;
  service_kind: Device["service_kind"];
  latest: LatestRow[] | null;
  token_created_at: Date | null;
  token_used_at: Date | null;
}

/** The parameters of its type in their order; `unknown` before the first value, and of optional ones those that it sent. */
function latestOf(row: DeviceRow, parameters: Parameters): LatestReading[] {
  const rows = new Map((row.latest ?? []).map((one) => [one.parameter, one]));
  const own = ownParameters(parameters, row.type).filter(
    ({ key, optional }) => !optional || rows.has(key),
  );
  return own.map(({ key: parameter, unit }) => {
    const one = rows.get(parameter);
    if (!one) return { parameter, unit, value: null, ts: null, state: "unknown", suspect: false };
    const ts = new Date(one.ts).toISOString();
    return { parameter, unit, value: one.value, ts, state: one.state, suspect: one.suspect };
  });
}

/** The contract's device from a row of the query. */
export function toDevice(row: DeviceRow, actor: Actor, parameters: Parameters): Device {
  const latest = latestOf(row, parameters);
  const setAside = new Set(
    row.latest?.filter((one) => one.set_aside).map(({ parameter }) => parameter),
  );
  return {
    id: row.id,
    name: row.name,
    ...shownFields(deviceFields, row),
    photo: photoAddress("device", row.id, row.photo_key),
    type: row.type,
    latitude: row.latitude,
    longitude: row.longitude,
    garden: referenceTo(row.garden_id, row.garden_name),
    region: referenceTo(row.region_id, row.region_name),
    district: referenceTo(row.district_id, row.district_name),
    groups: row.groups,
    placed_on: row.placed_on,
    state: row.state,
    condition: row.condition,
    interval_minutes: row.interval_minutes,
    soil_texture: row.soil_texture,
    last_reading_at: row.last_reading_at?.toISOString() ?? null,
    serviced_on: row.serviced_on,
    service_due: row.service_due,
    service_kind: row.service_kind,
    latest,
    faulty_parameters: latest
      .filter(({ state, parameter }) => state === "faulty" && !setAside.has(parameter))
      .map(({ parameter }) => parameter),
    token: row.token_created_at && {
      created_at: row.token_created_at.toISOString(),
      used_at: row.token_used_at?.toISOString() ?? null,
    },
    can: rowCan(actor, "device"),
  };
}
