import { wmtsCapabilities } from "@nihol/contract/open-data/wmts";
import type { FastifyRequest } from "fastify";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { apiAddress } from "../../shared/open-data/api-address.ts";
import { listImages } from "../../shared/open-data/catalogue-queries.ts";
import { daysOf } from "../../shared/open-data/feature-query.ts";
import { placeOf } from "../../shared/open-data/place.ts";
import { capabilitiesOf } from "./capabilities.ts";

/** More layers than this nobody finds one among; a place and days narrow them down. */
const MAX_LAYERS = 1000;

const tokenInAddress = ({ personalToken }: FastifyRequest) =>
  personalToken?.isInAddress ? personalToken.token : undefined;

/** WMTS: the images of the caller's list as layers for map programs; their tiles are `imageTileRoutes`. */
export const wmtsRoutes: Feature = (app, services) => {
  serve(app, wmtsCapabilities, async (request, reply) => {
    const { bbox, datetime } = request.query;
    const { found } = await listImages(services.db.sql, request.actor, {
      ...(datetime === undefined ? {} : daysOf(datetime)),
      place: placeOf(bbox, undefined),
      ids: undefined,
      limit: MAX_LAYERS,
      after: undefined,
    });
    return reply
      .type("application/xml; charset=utf-8")
      .header("cache-control", "private, no-cache")
      .send(capabilitiesOf(apiAddress(services, request), found, tokenInAddress(request)));
  });
};
