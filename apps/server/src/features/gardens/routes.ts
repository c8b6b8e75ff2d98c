import { gardenAnalyticsSchema, gardens } from "@nihol/contract/gardens";
import { idParamsSchema } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/values/paths";
import { z } from "@nihol/contract/z";
import {
  createGarden,
  deleteGarden,
  patchGarden,
  updateGardenPhoto,
} from "../../commands/garden-writes.ts";
import type { Actor } from "../../http/actor.ts";
import { bboxOfQuery } from "../../http/bbox-query.ts";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { deletePhoto, keepPhoto, removePhoto, sendPhoto } from "../../shared/attachments/photo.ts";
import { crud } from "../../shared/crud.ts";
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

  crud(app, services, gardens, {
    list: (sql, actor, { bbox, ...query }, order, language) =>
      listGardens(sql, actor, { ...query, bbox: bboxOfQuery(bbox) }, order, language),
    find: findGarden,
    create: createGarden,
    patch: patchGarden,
    remove: async (_, actor, id) => deletePhoto(files, await deleteGarden(services, actor, id)),
  });

  app.post(
    `${one}/photo`,
    {
      config: { access: "garden.change" },
      schema: {
        params: idParamsSchema,
        consumes: ["multipart/form-data"],
        response: { 200: gardens.row },
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
