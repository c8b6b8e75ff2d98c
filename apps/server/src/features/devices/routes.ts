import { devicePlace, devicePoints, devices } from "@nihol/contract/sensors/devices";
import { createDevice, patchDevice, removeDevice } from "../../commands/device-writes.ts";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { crud } from "../../shared/crud.ts";
import { findDevice, listDevicePoints, listDevices } from "./device-queries.ts";
import { findDevicePlace } from "./place-queries.ts";

/** Monitoring devices: where they stand, their state and what they measured last. */
export const deviceRoutes: Feature = (app, services) => {
  const { db } = services;
  crud(app, services, devices, {
    list: listDevices,
    find: findDevice,
    create: (_, actor, body) => createDevice(db.sql, actor, body),
    patch: (_, actor, id, body) => patchDevice(db.sql, actor, id, body),
    remove: (_, actor, id) => removeDevice(db.sql, actor, id),
  });
  serve(app, devicePoints, ({ actor, query }) => listDevicePoints(db.sql, actor, query));
  serve(app, devicePlace, ({ actor, query }) => findDevicePlace(db.sql, actor, query));
};
