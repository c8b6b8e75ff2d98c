import {
  deviceMakers,
  devicePast,
  devicePhoto,
  devicePlace,
  devicePoints,
  devices,
  formerPlaces,
  formerPlaceTakeBack,
} from "@nihol/contract/sensors/devices";
import { takeBackMove } from "../../commands/device-moves.ts";
import {
  createDevice,
  patchDevice,
  removeDevice,
  updateDevicePhoto,
} from "../../commands/device-writes.ts";
import type { Actor } from "../../http/actor.ts";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { findDeviceFacts } from "../../policies/devices.ts";
import { deletePhoto } from "../../shared/attachments/photo.ts";
import { photoRoutes } from "../../shared/attachments/photo-routes.ts";
import { crud } from "../../shared/crud.ts";
import {
  findDevice,
  findDevicePhotoKey,
  listDevicePoints,
  listDevices,
  listMakers,
} from "./device-queries.ts";
import { listFormerPlaces } from "./former-place-queries.ts";
import { readPast } from "./past-queries.ts";
import { findDevicePlace } from "./place-queries.ts";

/** Monitoring devices: where they stand, their state and what they measured last. */
export const deviceRoutes: Feature = (app, services) => {
  const { db, files } = services;
  async function deviceOr404(actor: Actor, id: number) {
    const device = await findDevice(db.sql, actor, id);
    if (!device) throw notFound();
    return device;
  }
  crud(app, services, devices, {
    list: listDevices,
    find: findDevice,
    create: (_, actor, body) => createDevice(db.sql, actor, body),
    patch: (_, actor, id, body) => patchDevice(db.sql, actor, id, body),
    remove: async (_, actor, id) => deletePhoto(files, await removeDevice(db.sql, actor, id)),
  });
  photoRoutes(app, services, {
    owner: "device",
    calls: devicePhoto,
    find: deviceOr404,
    findKey: (actor, id) => findDevicePhotoKey(db.sql, actor, id),
    update: (actor, id, key) => updateDevicePhoto(db.sql, actor, id, key),
  });
  serve(app, formerPlaces, async ({ actor, params }) => {
    const { id } = await findDeviceFacts(db.sql, actor, params.id);
    return { results: await listFormerPlaces(db.sql, actor, id) };
  });
  serve(app, formerPlaceTakeBack, async ({ actor, params }) => {
    await takeBackMove(db.sql, actor, params.id, params.place);
    return null;
  });
  serve(app, deviceMakers, ({ actor }) => listMakers(db.sql, actor));
  serve(app, devicePoints, ({ actor, query }) => listDevicePoints(db.sql, actor, query));
  serve(app, devicePast, ({ actor, query }) => readPast(db.sql, actor, query));
  serve(app, devicePlace, ({ actor, query }) => findDevicePlace(db.sql, actor, query));
};
