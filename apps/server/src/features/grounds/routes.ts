import {
  imageGround,
  imageGroundFile,
  imageGroundLearn,
  imageGroundLeave,
  imageGroundName,
  imageGroundRecount,
  imageGroundWithdraw,
} from "@nihol/contract/imagery/grounds";
import type { FastifyRequest } from "fastify";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { attachmentHeader } from "../../shared/attachments/attached-file-download.ts";
import { answerGround } from "./answer.ts";
import { findGround, findImage, findLessonsFile, type GroundImage } from "./ground-queries.ts";
import {
  learnGround,
  leaveGround,
  nameGround,
  recountByGround,
  withdrawLessons,
} from "./writes.ts";

/** Grounds: what people's sample plots teach the detector, and which images are counted by that. */
export const groundRoutes: Feature = (app, services) => {
  const { sql } = services.db;

  async function imageOf(request: FastifyRequest, id: number): Promise<GroundImage> {
    const image = await findImage(sql, request.actor, id);
    if (!image) throw notFound();
    return image;
  }
  const answer = async (request: FastifyRequest, id: number) =>
    answerGround(sql, request.actor, await imageOf(request, id));

  serve(app, imageGround, (request) => answer(request, request.params.id));

  serve(app, imageGroundName, async (request) => {
    const { actor, params, body } = request;
    await nameGround(services, actor, await imageOf(request, params.id), body);
    return answer(request, params.id);
  });

  serve(app, imageGroundLeave, async (request) => {
    const { actor, params } = request;
    await leaveGround(services, actor, await imageOf(request, params.id));
    return answer(request, params.id);
  });

  serve(app, imageGroundLearn, async (request) => {
    const { actor, params } = request;
    await learnGround(services, actor, await imageOf(request, params.id));
    return answer(request, params.id);
  });

  serve(app, imageGroundRecount, async (request) => {
    const { actor, params, body } = request;
    await recountByGround(services, actor, await imageOf(request, params.id), body.use);
    return answer(request, params.id);
  });

  serve(app, imageGroundWithdraw, async (request) => {
    const { actor, params, body } = request;
    await withdrawLessons(services, actor, await imageOf(request, params.id), body.withdrawn);
    return answer(request, params.id);
  });

  serve(app, imageGroundFile, async (request, reply) => {
    const { ground_id } = await imageOf(request, request.params.id);
    const ground = ground_id === null ? undefined : await findGround(sql, ground_id);
    const file = ground && (await findLessonsFile(sql, ground.id));
    if (!file) throw notFound();
    return reply
      .type("application/json")
      .header("content-disposition", attachmentHeader(`${ground.name} ${file.n}.json`))
      .send(JSON.stringify(file.lessons));
  });
};
