import {
  fragmentOrderings,
  fragmentQuerySchema,
  fragmentRelatedSchema,
  fragmentReviewSchema,
  fragmentSchema,
} from "@nihol/contract/imagery/fragments";
import {
  wholeImageOrderings,
  wholeImageQuerySchema,
  wholeImageSchema,
} from "@nihol/contract/imagery/whole-images";
import { idParamsSchema, listSchema, pageSchema } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/values/paths";
import { z } from "@nihol/contract/z";
import { fragmentGrid, neighboursOf } from "@nihol/vision/raster/fragment-grid";
import type { FastifyRequest } from "fastify";
import { deleteProcess } from "../../commands/delete-process.ts";
import { insertAudit } from "../../http/audit.ts";
import { bboxOfQuery } from "../../http/bbox-query.ts";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { refuseOutOfScope } from "../../policies/imagery.ts";
import { listCan } from "../../policies/rights.ts";
import { sendFragmentImage } from "./fragment-images.ts";
import { findFragments, listFragments, listOtherDates, updateReview } from "./fragment-queries.ts";
import { findImageFile, findWholeImage, listWholeImages } from "./queries.ts";

const root = paths.wholeImage;
const one = `${root}/:id` as const;
const fragment = `${one}/fragment/:n` as const;
const fragmentParams = idParamsSchema.extend({ n: z.coerce.number().int().positive() });
const fragmentImageParams = fragmentParams.extend({
  layer: z.enum(["original", "labelled", "segmentation"]),
});
const fragmentImageQuery = z.object({
  width: z.coerce.number().int().min(32).max(2048).optional(),
  v: z.string().max(40).optional(),
});
const view = { access: "wholeimage.view" } as const;

export const wholeImageRoutes: Feature = (app, services) => {
  const { db } = services;

  async function imageFile(request: FastifyRequest, id: number) {
    const image = await findImageFile(db.sql, request.actor, id);
    if (!image) throw notFound();
    return image;
  }
  async function oneFragment(request: FastifyRequest, params: { id: number; n: number }) {
    const image = await imageFile(request, params.id);
    const [found] = await findFragments(db.sql, request.actor, image, [params.n]);
    if (!found) throw notFound();
    return { image, found };
  }

  app.get(
    root,
    {
      config: view,
      schema: {
        querystring: wholeImageQuerySchema,
        response: { 200: listSchema(wholeImageSchema) },
      },
    },
    async (request) => {
      const order = orderOf(request.query.ordering, wholeImageOrderings, "-date");
      const filter = { ...request.query, bbox: bboxOfQuery(request.query.bbox) };
      const { count, rows } = await listWholeImages(db.sql, request.actor, filter, order);
      return {
        ...pageOf(request, request.query, count, rows),
        can: listCan(request.actor, "wholeimage"),
      };
    },
  );

  app.get(
    one,
    { config: view, schema: { params: idParamsSchema, response: { 200: wholeImageSchema } } },
    async (request) => {
      const image = await findWholeImage(db.sql, request.actor, request.params.id);
      if (!image) throw notFound();
      return image;
    },
  );

  app.delete(
    one,
    {
      config: { access: "wholeimage.delete" },
      schema: { params: idParamsSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const image = await imageFile(request, request.params.id);
      await deleteProcess(services, request.actor, image.process_id, "wholeimage");
      return reply.code(204).send(null);
    },
  );

  app.get(
    `${one}/fragment`,
    {
      config: view,
      schema: {
        params: idParamsSchema,
        querystring: fragmentQuerySchema,
        response: { 200: pageSchema(fragmentSchema) },
      },
    },
    async (request) => {
      const image = await imageFile(request, request.params.id);
      const order = orderOf(request.query.ordering, fragmentOrderings, "n");
      const { count, rows } = await listFragments(
        db.sql,
        request.actor,
        image,
        request.query,
        order,
      );
      return pageOf(request, request.query, count, rows);
    },
  );

  app.get(
    fragment,
    { config: view, schema: { params: fragmentParams, response: { 200: fragmentSchema } } },
    async (request) => (await oneFragment(request, request.params)).found,
  );

  app.patch(
    fragment,
    {
      config: { access: "wholeimage.change" },
      schema: {
        params: fragmentParams,
        body: fragmentReviewSchema,
        response: { 200: fragmentSchema },
      },
    },
    async (request) => {
      const { image, found } = await oneFragment(request, request.params);
      refuseOutOfScope(image);
      await db.sql.transaction().execute(async (trx) => {
        await updateReview(trx, request.actor, image.id, found.n, request.body.review);
        await insertAudit(trx, request.actor, {
          action: "review",
          resource: "wholeimage",
          id: `${image.id}/${found.n}`,
          change: request.body,
        });
      });
      return (await oneFragment(request, request.params)).found;
    },
  );

  app.get(
    `${fragment}/related`,
    { config: view, schema: { params: fragmentParams, response: { 200: fragmentRelatedSchema } } },
    async (request) => {
      const { image, found } = await oneFragment(request, request.params);
      const near = neighboursOf(fragmentGrid(image.width, image.height), found.n);
      const [neighbours, other_dates] = await Promise.all([
        findFragments(db.sql, request.actor, image, near),
        listOtherDates(db.sql, request.actor, image.id, found.bbox),
      ]);
      return { neighbours, other_dates };
    },
  );

  app.get(
    `${fragment}/:layer`,
    { config: view, schema: { params: fragmentImageParams, querystring: fragmentImageQuery } },
    async (request, reply) => {
      const { image, found } = await oneFragment(request, request.params);
      return sendFragmentImage(services, request, reply, {
        image,
        fragment: found,
        layer: request.params.layer,
        width: request.query.width,
      });
    },
  );
};
