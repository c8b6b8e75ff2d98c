import {
  gardenAnalyticsSchema,
  gardenCreateSchema,
  gardenOrderings,
  gardenPatchSchema,
  gardenQuerySchema,
  gardenSchema,
} from "@nihol/contract/gardens";
import { idParamsSchema, listSchema } from "@nihol/contract/paging";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { z } from "@nihol/contract/z";
import { languageOf } from "@nihol/locales/text";
import {
  createGarden,
  deleteGarden,
  patchGarden,
  updateGardenPhoto,
} from "../../commands/garden-writes.ts";
import type { Actor } from "../../http/actor.ts";
import { bboxOfQuery } from "../../http/bbox-query.ts";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { listCan } from "../../policies/rights.ts";
import { deletePhoto, keepPhoto, removePhoto, sendPhoto } from "../../shared/attachments/photo.ts";
import { findAnalytics } from "./analytics.ts";
import { gardenBoundaryRoutes } from "./boundary-routes.ts";
import { findGarden, findGardenPhotoKey, listGardens } from "./queries.ts";

const one = `${paths.garden}/:id` as const;

export const gardenRoutes: Feature = (app, services) => {
  const { db, files } = services;
  async function gardenOr404(actor: Actor, id: number) {
    const garden = await findGarden(db.sql, actor, id);
    if (!garden) throw notFound();
    return garden;
  }

  app.get(
    paths.garden,
    {
      config: { access: "garden.view" },
      schema: { querystring: gardenQuerySchema, response: { 200: listSchema(gardenSchema) } },
    },
    async (request) => {
      const { query } = request;
      const { count, rows } = await listGardens(
        db.sql,
        request.actor,
        { ...query, bbox: bboxOfQuery(query.bbox) },
        orderOf(query.ordering, gardenOrderings, "name"),
        languageOf(request.headers["accept-language"]),
      );
      return { ...pageOf(request, query, count, rows), can: listCan(request.actor, "garden") };
    },
  );

  app.post(
    paths.garden,
    {
      config: { access: "garden.add" },
      bodyLimit: limits.boundaryBodyBytes,
      schema: { body: gardenCreateSchema, response: { 201: gardenSchema } },
    },
    async (request, reply) => {
      const id = await createGarden(services, request.actor, request.body);
      return reply.code(201).send(await gardenOr404(request.actor, id));
    },
  );

  app.get(
    one,
    {
      config: { access: "garden.view" },
      schema: { params: idParamsSchema, response: { 200: gardenSchema } },
    },
    async (request) => gardenOr404(request.actor, request.params.id),
  );

  app.patch(
    one,
    {
      config: { access: "garden.change" },
      bodyLimit: limits.boundaryBodyBytes,
      schema: { params: idParamsSchema, body: gardenPatchSchema, response: { 200: gardenSchema } },
    },
    async (request) => {
      await patchGarden(services, request.actor, request.params.id, request.body);
      return gardenOr404(request.actor, request.params.id);
    },
  );

  app.delete(
    one,
    {
      config: { access: "garden.delete" },
      schema: { params: idParamsSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await deletePhoto(files, await deleteGarden(services, request.actor, request.params.id));
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${one}/photo`,
    {
      config: { access: "garden.change" },
      schema: {
        params: idParamsSchema,
        consumes: ["multipart/form-data"],
        response: { 200: gardenSchema },
      },
    },
    async (request) => {
      const { id } = await gardenOr404(request.actor, request.params.id);
      await keepPhoto(request, files, `photo/garden/${id}`, (key) =>
        updateGardenPhoto(db.sql, request.actor, id, key),
      );
      return gardenOr404(request.actor, id);
    },
  );

  app.delete(
    `${one}/photo`,
    {
      config: { access: "garden.change" },
      schema: { params: idParamsSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { id } = request.params;
      await removePhoto(files, () => updateGardenPhoto(db.sql, request.actor, id, null));
      return reply.code(204).send(null);
    },
  );

  app.get(
    `${one}/photo`,
    { config: { access: "garden.view" }, schema: { params: idParamsSchema } },
    async (request, reply) =>
      sendPhoto(reply, files, await findGardenPhotoKey(db.sql, request.actor, request.params.id)),
  );

  app.get(
    `${one}/analytics`,
    {
      config: { access: "garden.view" },
      schema: { params: idParamsSchema, response: { 200: gardenAnalyticsSchema } },
    },
    async (request) => findAnalytics(db.sql, await gardenOr404(request.actor, request.params.id)),
  );

  return gardenBoundaryRoutes(app, services);
};
