import {
  calibrationAnnotationsSchema,
  calibrationRecountSchema,
  calibrationSchema,
} from "@nihol/contract/imagery/calibration";
import { idParamsSchema } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/values/paths";
import { z } from "@nihol/contract/z";
import { renderFragmentInChild } from "@nihol/vision/render/render-pool";
import type { FastifyRequest } from "fastify";
import { holds } from "../../http/actor.ts";
import { askingOf } from "../../http/asking.ts";
import type { Feature } from "../../http/feature.ts";
import { denied, notFound } from "../../http/problem.ts";
import { answerCalibration, gridCellOf, shownAround } from "./answer.ts";
import { type CalibratedImage, findCalibration, findImage, listWindows } from "./queries.ts";
import { begin, forget, recount, saveAnnotations } from "./writes.ts";

const root = `${paths.wholeImage}/:id/calibration` as const;
const params = idParamsSchema;
const windowParams = idParamsSchema.extend({ n: z.coerce.number().int().positive() });
const response = { 200: calibrationSchema } as const;
const view = { access: "wholeimage.view" } as const;
const change = { access: "wholeimage.change" } as const;
const DAY_SECONDS = 86_400;

/** Trees counted by people in windows of a picture: the range of its count, and the detector's threshold. */
export const calibrationRoutes: Feature = (app, services) => {
  const { db, files } = services;

  async function getImage(request: FastifyRequest, id: number): Promise<CalibratedImage> {
    const image = await findImage(db.sql, request.actor, id);
    if (!image) throw notFound();
    return image;
  }
  const answer = async (request: FastifyRequest, id: number) =>
    answerCalibration(db.sql, request.actor, await getImage(request, id));

  app.get(root, { config: view, schema: { params, response } }, (request) =>
    answer(request, request.params.id),
  );

  app.post(root, { config: change, schema: { params, response } }, async (request) => {
    await begin(services, request.actor, await getImage(request, request.params.id));
    return answer(request, request.params.id);
  });

  app.delete(
    root,
    { config: change, schema: { params, response: { 204: z.null() } } },
    async (request, reply) => {
      await forget(services, request.actor, await getImage(request, request.params.id));
      return reply.code(204).send(null);
    },
  );

  app.put(
    `${root}/:n`,
    {
      config: change,
      schema: { params: windowParams, body: calibrationAnnotationsSchema, response },
    },
    async (request) => {
      const { id, n } = request.params;
      await saveAnnotations(services, request.actor, await getImage(request, id), n, request.body);
      return answer(request, id);
    },
  );

  app.post(
    `${root}/recount`,
    { config: change, schema: { params, body: calibrationRecountSchema, response } },
    async (request) => {
      if (!holds(request.actor, "satelliteimagery", "change")) throw denied();
      const image = await getImage(request, request.params.id);
      await recount(services, request.actor, image, request.body.threshold);
      return answer(request, request.params.id);
    },
  );

  app.get(
    `${root}/:n/picture`,
    { config: view, schema: { params: windowParams } },
    async (request, reply) => {
      const image = await getImage(request, request.params.id);
      const calibration = await findCalibration(db.sql, image.id);
      const windows = await listWindows(db.sql, image.id);
      const row = windows.find(({ n }) => n === request.params.n);
      if (!row || !calibration?.side || !calibration.columns) throw notFound();
      const shown = shownAround(gridCellOf(row.cell, calibration.side, calibration.columns), image);
      const { facts } = image;
      const raster = { path: files.path(image.cog_key), facts };
      const stretch = facts.stretch;
      const webp = await renderFragmentInChild(
        raster,
        shown,
        { layer: "original", trees: [], width: undefined, stretch },
        askingOf(request, reply),
      );
      return reply
        .type("image/webp")
        .header("cache-control", `private, max-age=${DAY_SECONDS}`)
        .send(webp);
    },
  );
};
