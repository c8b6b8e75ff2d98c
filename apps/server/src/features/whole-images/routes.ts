import { checkQueue } from "@nihol/contract/imagery/check-queue";
import {
  fragment,
  fragmentImage,
  fragmentOrderings,
  fragmentRelated,
  fragmentReview,
  fragments,
} from "@nihol/contract/imagery/fragments";
import { imageMosaic, seenGround } from "@nihol/contract/imagery/mosaic";
import {
  imageFile,
  imagePlaces,
  imagesOutOfScope,
  imageThumbnail,
  wholeImages,
} from "@nihol/contract/imagery/whole-images";
import { fragmentGrid, neighboursOf } from "@nihol/vision/raster/fragment-grid";
import { deleteProcess } from "../../commands/delete-process.ts";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { bboxOfQuery } from "../../http/bbox-query.ts";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound, Problem, refuseField } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { refuseOutOfScope } from "../../policies/imagery.ts";
import { crud } from "../../shared/crud.ts";
import { findGardenQueue, findImageQueue } from "./check-queries.ts";
import { sendImageFile, sendThumbnail } from "./file-answers.ts";
import { sendFragmentImage } from "./fragment-images.ts";
import { findFragments, listFragments, listOtherDates, updateReview } from "./fragment-queries.ts";
import { findMosaic, findSeenGround } from "./mosaic-queries.ts";
import { listPlaces } from "./place-queries.ts";
import {
  countOutOfScope,
  findImageFile,
  findWholeImage,
  listWholeImages,
} from "./whole-image-queries.ts";

export const wholeImageRoutes: Feature = (app, services) => {
  const { db } = services;

  async function imageOf(actor: Actor, id: number) {
    const image = await findImageFile(db.sql, actor, id);
    if (!image) throw notFound();
    return image;
  }
  async function oneFragment(actor: Actor, params: { id: number; n: number }) {
    const image = await imageOf(actor, params.id);
    const [found] = await findFragments(db.sql, actor, image, [params.n]);
    if (!found) throw notFound();
    return { image, found };
  }

  crud(app, services, wholeImages, {
    list: (sql, actor, { bbox, ...query }, order) =>
      listWholeImages(sql, actor, { ...query, bbox: bboxOfQuery(bbox) }, order),
    find: findWholeImage,
    async remove(_, actor, id) {
      const image = await imageOf(actor, id);
      await deleteProcess(services, actor, image.process_id, "wholeimage");
    },
  });

  serve(app, imagesOutOfScope, async ({ actor, query }) => ({
    count: await countOutOfScope(db.sql, actor, query),
  }));

  serve(app, checkQueue, async ({ actor, query }) => {
    const queue = query.garden
      ? await findGardenQueue(db.sql, actor, query.garden)
      : await findImageQueue(db.sql, actor, query.whole_image ?? 0);
    if (!queue) throw notFound();
    return queue;
  });

  serve(app, fragments, async (request) => {
    const { actor, query } = request;
    const image = await imageOf(actor, request.params.id);
    const order = orderOf(query.ordering, fragmentOrderings, "n");
    const { count, rows } = await listFragments(db.sql, actor, image, query, order);
    return pageOf(request, query, count, rows);
  });

  serve(app, fragment, async ({ actor, params }) => (await oneFragment(actor, params)).found);

  serve(app, fragmentReview, async ({ actor, params, body }) => {
    const { image, found } = await oneFragment(actor, params);
    refuseOutOfScope(image);
    await db.sql.transaction().execute(async (trx) => {
      await updateReview(trx, actor, image.id, found.n, body.review);
      await insertAudit(trx, actor, {
        action: "review",
        resource: "wholeimage",
        id: `${image.id}/${found.n}`,
        change: body,
      });
    });
    return (await oneFragment(actor, params)).found;
  });

  serve(app, fragmentRelated, async ({ actor, params }) => {
    const { image, found } = await oneFragment(actor, params);
    const near = neighboursOf(fragmentGrid(image.width, image.height), found.n);
    const [neighbours, other_dates] = await Promise.all([
      findFragments(db.sql, actor, image, near),
      listOtherDates(db.sql, actor, image.id, found.bbox),
    ]);
    return { neighbours, other_dates };
  });

  serve(app, fragmentImage, async (request, reply) => {
    const { image, found } = await oneFragment(request.actor, request.params);
    return sendFragmentImage(services, request, reply, {
      image,
      fragment: found,
      layer: request.params.layer,
      width: request.query.width,
      hasRows: request.query.rows === "1",
      view: request.query,
    });
  });

  serve(app, imageMosaic, async ({ actor, query }) => {
    const bbox = bboxOfQuery(query.bbox) ?? refuseField("bbox", "invalid");
    return findMosaic(db.sql, actor, query, bbox);
  });

  serve(app, seenGround, async ({ actor, query }) => {
    const bbox = bboxOfQuery(query.bbox) ?? refuseField("bbox", "invalid");
    return findSeenGround(db.sql, actor, bbox);
  });

  serve(app, imagePlaces, async ({ actor, params, query }) => {
    const image = await findWholeImage(db.sql, actor, params.id);
    if (!image) throw notFound();
    const { places, too_many } = await listPlaces(db.sql, image.id, bboxOfQuery(query.bbox));
    return { rows: image.rows, places, too_many };
  });

  serve(
    app,
    imageFile,
    async (request, reply) => {
      const { file, id } = request.params;
      // Map programs read the GeoTIFF; what was uploaded may hold more than its pixels.
      if (request.personalToken && file === "original")
        throw new Problem(403, "access_token_images");
      return sendImageFile(services, request, reply, await imageOf(request.actor, id), file);
    },
    // Ranges are of the bytes as they are kept.
    { compress: false },
  );

  serve(app, imageThumbnail, async (request, reply) =>
    sendThumbnail(services, request, reply, await imageOf(request.actor, request.params.id)),
  );
};
