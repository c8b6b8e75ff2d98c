import {
  type StacLink,
  stacApi,
  stacCollection,
  stacCollections,
  stacConformance,
  stacItem,
  stacItems,
  stacLanding,
  stacSearch,
  stacSearchPost,
} from "@nihol/contract/open-data/stac";
import { imageCollection } from "@nihol/contract/values/open-data/catalogue";
import { paths } from "@nihol/contract/values/paths";
import { languageOf } from "@nihol/locales/text";
import type { FastifyRequest } from "fastify";
import { answerOgcErrors } from "../../http/errors.ts";
import type { App, Feature } from "../../http/feature.ts";
import { notFound, refuseField } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import type { Services } from "../../http/services.ts";
import { apiAddress } from "../../shared/open-data/api-address.ts";
import {
  boundsOfImages,
  countImages,
  findImage,
  type ImageSearch,
  listImages,
} from "../../shared/open-data/catalogue-queries.ts";
import { daysOf } from "../../shared/open-data/feature-query.ts";
import { geoJson, openApi } from "../../shared/open-data/open-api-parts.ts";
import { placeOf } from "../../shared/open-data/place.ts";
import {
  collectionDocument,
  collectionsDocument,
  conformance,
  landing,
  openApiDocument,
  pageLinks,
} from "./documents.ts";
import { itemOf } from "./item.ts";

/** STAC API: the images of the caller's list as a catalogue that other programs search. */
export const stacRoutes: Feature = async (app, services) => {
  await app.register(async (own) => {
    answerOgcErrors(own);
    documents(own as App, services);
    images(own as App, services);
  });
};

const baseOf = (services: Services, request: FastifyRequest) =>
  `${apiAddress(services, request)}${paths.stac}`;
const lang = (request: FastifyRequest) => languageOf(request.headers["accept-language"]);

function documents(app: App, services: Services) {
  serve(app, stacLanding, async (request) => landing(baseOf(services, request), lang(request)));
  serve(app, stacConformance, async () => conformance);
  serve(app, stacApi, async (request, reply) =>
    reply.type(openApi).send(JSON.stringify(openApiDocument(baseOf(services, request)))),
  );
  const described = async (request: FastifyRequest) =>
    collectionDocument(
      baseOf(services, request),
      lang(request),
      await boundsOfImages(services.db.sql, request.actor),
    );
  serve(app, stacCollections, async (request) =>
    collectionsDocument(baseOf(services, request), await described(request)),
  );
  serve(app, stacCollection, async (request) => {
    requireCollection(request.params.collection);
    return described(request);
  });
}

function requireCollection(wanted: string) {
  if (wanted !== imageCollection) throw notFound();
}

/** Conditions of a search, from its address or its body. */
interface Asked {
  limit: number;
  bbox?: string | undefined;
  datetime?: string | undefined;
  after?: string | undefined;
  ids?: string[] | undefined;
  collections?: string[] | undefined;
  intersects?: unknown;
}

/** Undefined where nothing can be found: only collections that do not exist are asked for. */
function searchOf({ limit, bbox, datetime, after, ids, collections, intersects }: Asked) {
  const search: ImageSearch = {
    ...(datetime === undefined ? {} : daysOf(datetime)),
    place: placeOf(bbox, intersects),
    ids: ids?.filter((id) => /^\d{1,9}$/.test(id)).map(Number),
    limit,
    after,
  };
  return collections && !collections.includes(imageCollection) ? { ...search, ids: [] } : search;
}

const listOf = (text: string | undefined) => text?.split(",").map((part) => part.trim());

function geometryOf(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return refuseField("intersects", "invalid");
  }
}

function images(app: App, services: Services) {
  const { sql } = services.db;
  async function page(
    request: FastifyRequest,
    asked: Asked,
    nextLink: (after: string, address: string) => StacLink,
  ) {
    const api = apiAddress(services, request);
    const search = searchOf(asked);
    const { found, after } = await listImages(sql, request.actor, search);
    const isCounted = search.after === undefined && !search.place;
    const address = `${api}${request.url.slice(request.url.indexOf(paths.stac))}`;
    return {
      type: "FeatureCollection" as const,
      ...(isCounted && { numberMatched: await countImages(sql, request.actor, search) }),
      numberReturned: found.length,
      features: found.map((row) => itemOf(api, row)),
      links: pageLinks(
        baseOf(services, request),
        address,
        after === undefined ? undefined : nextLink(after, address),
      ),
    };
  }
  /** The same address, from where this page ends. */
  function byAddress(after: string, address: string): StacLink {
    const next = new URL(address);
    next.searchParams.set("after", after);
    return { rel: "next", href: next.href, type: geoJson, method: "GET" };
  }

  serve(app, stacItems, async (request, reply) => {
    requireCollection(request.params.collection);
    reply.type(geoJson);
    return page(request, request.query, byAddress);
  });
  serve(app, stacItem, async (request, reply) => {
    const { collection, id } = request.params;
    requireCollection(collection);
    const row = await findImage(sql, request.actor, id);
    if (!row) throw notFound();
    reply.type(geoJson);
    return itemOf(apiAddress(services, request), row);
  });
  serve(app, stacSearch, async (request, reply) => {
    const { ids, collections, intersects, ...query } = request.query;
    const lists = { ids: listOf(ids), collections: listOf(collections) };
    reply.type(geoJson);
    return page(request, { ...query, ...lists, intersects: geometryOf(intersects) }, byAddress);
  });
  serve(app, stacSearchPost, async (request, reply) => {
    const { body } = request;
    const next = (after: string, href: string): StacLink => ({
      ...{ rel: "next", href, type: geoJson, method: "POST" },
      body: { ...body, after },
    });
    reply.type(geoJson);
    return page(request, { ...body, bbox: body.bbox?.join(",") }, next);
  });
}
