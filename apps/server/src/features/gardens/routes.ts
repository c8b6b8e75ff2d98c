import { gardenAnalytics, gardenPhoto, gardenPoints, gardens } from "@nihol/contract/gardens";
import { gardenHistory, gardenReportPhotos } from "@nihol/contract/planting/garden-history";
import {
  createGarden,
  deleteGarden,
  patchGarden,
  updateGardenPhoto,
} from "../../commands/garden-writes.ts";
import type { Actor } from "../../http/actor.ts";
import { bboxOfQuery } from "../../http/bbox-query.ts";
import type { Feature } from "../../http/feature.ts";
import { pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { deletePhoto } from "../../shared/attachments/photo.ts";
import { photoRoutes } from "../../shared/attachments/photo-routes.ts";
import { crud } from "../../shared/crud.ts";
import { findAnalytics } from "./analytics.ts";
import { gardenBoundaryRoutes } from "./boundary-routes.ts";
import { findGarden, findGardenPhotoKey, listGardenPoints, listGardens } from "./garden-queries.ts";
import { listHistory } from "./history.ts";
import { listReportPhotos } from "./history-queries.ts";

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

  photoRoutes(app, services, {
    owner: "garden",
    calls: gardenPhoto,
    find: gardenOr404,
    findKey: (actor, id) => findGardenPhotoKey(db.sql, actor, id),
    update: (actor, id, key) => updateGardenPhoto(db.sql, actor, id, key),
  });
  serve(app, gardenPoints, ({ actor, query }) => listGardenPoints(db.sql, actor, query));
  serve(app, gardenAnalytics, async ({ actor, params }) =>
    findAnalytics(db.sql, await gardenOr404(actor, params.id)),
  );
  serve(app, gardenHistory, async (request) => {
    const garden = await gardenOr404(request.actor, request.params.id);
    const { count, rows } = await listHistory(db.sql, request.actor, garden, request.query);
    return pageOf(request, request.query, count, rows);
  });
  serve(app, gardenReportPhotos, async (request) => {
    const { actor, query } = request;
    const { id } = await gardenOr404(actor, request.params.id);
    const { count, rows } = await listReportPhotos(db.sql, actor, id, query);
    return pageOf(request, query, count, rows);
  });

  return gardenBoundaryRoutes(app, services);
};
