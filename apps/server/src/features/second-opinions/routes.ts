import {
  agreementList,
  opinionAgreement,
  opinionCount,
  opinionDraw,
  opinionEnd,
  secondOpinion,
  secondOpinions,
} from "@nihol/contract/imagery/second-opinions";
import type { Actor } from "../../http/actor.ts";
import type { Feature } from "../../http/feature.ts";
import { pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { listAgreement } from "./agreement-queries.ts";
import { answerOpinion, answerSummary, toOpinion } from "./answer.ts";
import { findOpinionImage, listOpinions } from "./second-opinion-queries.ts";
import { drawOpinions, endOpinions, giveOpinion } from "./writes.ts";

/** A drawn share of the fragments that a person looked through, counted by another one who does not see the first's trees. */
export const secondOpinionRoutes: Feature = (app, services) => {
  const { sql } = services.db;

  async function imageOf(actor: Actor, id: number) {
    const image = await findOpinionImage(sql, actor, id);
    if (!image) throw notFound();
    return image;
  }
  const summary = async (actor: Actor, id: number) =>
    answerSummary(sql, actor, await imageOf(actor, id));

  serve(app, agreementList, async (request) => {
    const { actor, query } = request;
    const { count, rows } = await listAgreement(sql, actor, query);
    return pageOf(request, query, count, rows);
  });

  serve(app, opinionAgreement, ({ actor, params }) => summary(actor, params.id));

  serve(app, secondOpinions, async (request) => {
    const { actor, params, query } = request;
    const image = await imageOf(actor, params.id);
    const { count, rows } = await listOpinions(sql, actor, image.id, query);
    return pageOf(
      request,
      query,
      count,
      rows.map((row) => toOpinion(row, actor, image)),
    );
  });

  serve(app, opinionDraw, async ({ actor, params, body }) => {
    await drawOpinions(services, actor, await imageOf(actor, params.id), body.share);
    return summary(actor, params.id);
  });

  serve(app, opinionEnd, async ({ actor, params }) => {
    await endOpinions(services, actor, await imageOf(actor, params.id));
    return summary(actor, params.id);
  });

  serve(app, secondOpinion, async ({ actor, params }) =>
    answerOpinion(sql, actor, await imageOf(actor, params.id), params.opinion),
  );

  serve(app, opinionCount, async ({ actor, params, body }) => {
    const image = await imageOf(actor, params.id);
    await giveOpinion(services, actor, image, params.opinion, body);
    return answerOpinion(sql, actor, image, params.opinion);
  });
};
