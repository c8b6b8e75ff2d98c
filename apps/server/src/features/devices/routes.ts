import { idParamsSchema, listSchema } from "@nihol/contract/paging";
import {
  deviceCreateSchema,
  deviceOrderings,
  devicePatchSchema,
  devicePlaceQuerySchema,
  devicePlaceSchema,
  deviceQuerySchema,
  deviceSchema,
} from "@nihol/contract/sensors/devices";
import { paths } from "@nihol/contract/values/paths";
import { z } from "@nihol/contract/z";
import { languageOf } from "@nihol/locales/text";
import { createDevice, patchDevice, removeDevice } from "../../commands/device-writes.ts";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { listCan } from "../../policies/rights.ts";
import { findDevicePlace } from "./place-queries.ts";
import { findDevice, listDevices } from "./queries.ts";

const one = `${paths.device}/:id` as const;

/** Monitoring devices: where they stand, their state and what they measured last. */
export const deviceRoutes: Feature = (app, { db }) => {
  const written = async (actor: Parameters<typeof findDevice>[1], id: number) => {
    const device = await findDevice(db.sql, actor, id);
    if (!device) throw notFound();
    return device;
  };
  app.get(
    paths.device,
    {
      config: { access: "device.view" },
      schema: { querystring: deviceQuerySchema, response: { 200: listSchema(deviceSchema) } },
    },
    async (request) => {
      const { query, actor } = request;
      const order = orderOf(query.ordering, deviceOrderings, "name");
      const language = languageOf(request.headers["accept-language"]);
      const { count, rows } = await listDevices(db.sql, actor, query, order, language);
      return { ...pageOf(request, query, count, rows), can: listCan(request.actor, "device") };
    },
  );
  app.post(
    paths.device,
    {
      config: { access: "device.add" },
      schema: { body: deviceCreateSchema, response: { 201: deviceSchema } },
    },
    async (request, reply) => {
      const id = await createDevice(db.sql, request.actor, request.body);
      return reply.code(201).send(await written(request.actor, id));
    },
  );
  app.get(
    `${paths.device}/place`,
    {
      config: { access: "device.view" },
      schema: { querystring: devicePlaceQuerySchema, response: { 200: devicePlaceSchema } },
    },
    async (request) => findDevicePlace(db.sql, request.actor, request.query),
  );
  app.get(
    one,
    {
      config: { access: "device.view" },
      schema: { params: idParamsSchema, response: { 200: deviceSchema } },
    },
    async (request) => written(request.actor, request.params.id),
  );
  app.patch(
    one,
    {
      config: { access: "device.change" },
      schema: { params: idParamsSchema, body: devicePatchSchema, response: { 200: deviceSchema } },
    },
    async (request) => {
      await patchDevice(db.sql, request.actor, request.params.id, request.body);
      return written(request.actor, request.params.id);
    },
  );
  app.delete(
    one,
    {
      config: { access: "device.delete" },
      schema: { params: idParamsSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await removeDevice(db.sql, request.actor, request.params.id);
      return reply.code(204).send(null);
    },
  );
};
