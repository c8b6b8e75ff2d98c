import {
  calibration,
  calibrationAnnotations,
  calibrationBegin,
  calibrationEnd,
  calibrationRecount,
  calibrationWindowImage,
} from "@nihol/contract/imagery/calibration";
import { renderFragmentInChild } from "@nihol/vision/render/render-pool";
import type { FastifyRequest } from "fastify";
import { askingOf } from "../../http/asking.ts";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { answerCalibration, gridCellOf, shownAround } from "./answer.ts";
import {
  type CalibratedImage,
  findCalibration,
  findImage,
  listWindows,
} from "./calibration-queries.ts";
import { begin, forget, recount, saveAnnotations } from "./writes.ts";

const DAY_SECONDS = 86_400;

/** Trees counted by people in windows of an image: the range of its count, and the detector's threshold. */
export const calibrationRoutes: Feature = (app, services) => {
  const { db, files } = services;

  async function getImage(request: FastifyRequest, id: number): Promise<CalibratedImage> {
    const image = await findImage(db.sql, request.actor, id);
    if (!image) throw notFound();
    return image;
  }
  const answer = async (request: FastifyRequest, id: number) =>
    answerCalibration(db.sql, request.actor, await getImage(request, id));

  serve(app, calibration, (request) => answer(request, request.params.id));

  serve(app, calibrationBegin, async (request) => {
    await begin(services, request.actor, await getImage(request, request.params.id));
    return answer(request, request.params.id);
  });

  serve(app, calibrationEnd, async (request) => {
    await forget(services, request.actor, await getImage(request, request.params.id));
    return null;
  });

  serve(app, calibrationAnnotations, async (request) => {
    const { id, n } = request.params;
    await saveAnnotations(services, request.actor, await getImage(request, id), n, request.body);
    return answer(request, id);
  });

  serve(app, calibrationRecount, async (request) => {
    const image = await getImage(request, request.params.id);
    await recount(services, request.actor, image, request.body.threshold);
    return answer(request, request.params.id);
  });

  serve(app, calibrationWindowImage, async (request, reply) => {
    const image = await getImage(request, request.params.id);
    const found = await findCalibration(db.sql, image.id);
    const windows = await listWindows(db.sql, image.id);
    const row = windows.find(({ n }) => n === request.params.n);
    if (!row || !found?.side || !found.columns) throw notFound();
    const shown = shownAround(gridCellOf(row.cell, found.side, found.columns), image);
    const { facts } = image;
    const raster = { path: await files.local(image.cog_key), facts };
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
  });
};
