import {
  type OfferedCapture,
  offerAccept,
  offeredCaptures,
  offerPreview,
  offerReject,
} from "@nihol/contract/imagery/offered-captures";
import { languageOf } from "@nihol/locales/text";
import { FileMissing } from "@nihol/store/files/file-store";
import type { Actor } from "../../http/actor.ts";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { crud } from "../../shared/crud.ts";
import { findOffer, findPreview, listOffers } from "./offered-capture-queries.ts";
import { acceptOffer, rejectOffer } from "./writes.ts";

/** Captures that watched sources offer: seen small, accepted or rejected. */
export const offeredCaptureRoutes: Feature = (app, services) => {
  const { db, files } = services;
  crud(app, services, offeredCaptures, { list: listOffers, find: findOffer });

  async function getOffer(actor: Actor, id: number): Promise<OfferedCapture> {
    const offer = await findOffer(db.sql, actor, id);
    if (!offer) throw notFound();
    return offer;
  }

  serve(app, offerAccept, async ({ actor, params, headers }) => {
    await acceptOffer(services, actor, params.id, languageOf(headers["accept-language"]));
    return getOffer(actor, params.id);
  });

  serve(app, offerReject, async ({ actor, params }) => {
    await rejectOffer(services, actor, params.id);
    return getOffer(actor, params.id);
  });

  serve(app, offerPreview, async (request, reply) => {
    const { actor, params, headers } = request;
    const found = await findPreview(db.sql, actor, params.id);
    if (!found?.key) throw notFound();
    const etag = `"${params.id}-${found.hash?.slice(0, 16)}"`;
    reply
      .header("etag", etag)
      .header("cache-control", "private, max-age=604800")
      .header("vary", "authorization");
    if (headers["if-none-match"] === etag) return reply.code(304).send();
    try {
      return reply.type("image/webp").send(await files.get(found.key));
    } catch (error) {
      throw error instanceof FileMissing ? notFound() : error;
    }
  });
};
