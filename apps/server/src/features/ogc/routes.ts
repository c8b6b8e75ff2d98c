import {
  ogcApi,
  ogcCollection,
  ogcCollections,
  ogcConformance,
  ogcItem,
  ogcItems,
  ogcLanding,
} from "@nihol/contract/open-data/ogc";
import type { OpenCollection } from "@nihol/contract/values/open-data/collections";
import { paths } from "@nihol/contract/values/paths";
import { languageOf } from "@nihol/locales/text";
import type { FastifyRequest } from "fastify";
import type { Actor } from "../../http/actor.ts";
import { answerOgcErrors } from "../../http/errors.ts";
import type { App, Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import type { Services } from "../../http/services.ts";
import { type FeatureQuery, featureQueryOf } from "../../shared/open-data/feature-query.ts";
import { geoJson, openApi } from "../../shared/open-data/open-api-parts.ts";
import {
  collectionDocument,
  conformance,
  landing,
  openApiDocument,
  pageLinks,
  selfLink,
} from "./documents.ts";
import { baseOf, readerOf, readersOf } from "./readers.ts";
import { boundsOfShapes, type FeaturePage, findShape, listShapes } from "./shape-queries.ts";
import { boundsOfTrees, findTreeFeature, listTreeFeatures } from "./tree-queries.ts";

/** OGC API - Features: what the caller may read with a token, and what is published for everybody. */
export const ogcRoutes: Feature = async (app, services) => {
  await app.register(async (own) => {
    answerOgcErrors(own);
    documents(own as App, services);
    features(own as App, services);
  });
};

const boundsOf = ({ db }: Services, name: OpenCollection, actor: Actor) =>
  name === "trees" ? boundsOfTrees(db.sql, actor) : boundsOfShapes(db.sql, actor, name);

function documents(app: App, services: Services) {
  serve(app, ogcLanding, async (request) => landing(baseOf(services, request)));
  serve(app, ogcConformance, async () => conformance);
  serve(app, ogcApi, async (request, reply) =>
    reply.type(openApi).send(JSON.stringify(openApiDocument(baseOf(services, request)))),
  );
  const described = async (request: FastifyRequest, name: OpenCollection, actor: Actor) =>
    collectionDocument(
      baseOf(services, request),
      name,
      languageOf(request.headers["accept-language"]),
      await boundsOf(services, name, actor),
    );
  serve(app, ogcCollections, async (request) => {
    const readers = [...(await readersOf(services, request.caller))];
    return {
      links: [selfLink(`${baseOf(services, request)}/collections`)],
      collections: await Promise.all(
        readers.map(([name, actor]) => described(request, name, actor)),
      ),
    };
  });
  serve(app, ogcCollection, async (request) => {
    const { name, actor } = await readerOf(services, request.caller, request.params.collection);
    return described(request, name, actor);
  });
}

/** The next page that holds anything: a client may take an empty one for the end. */
async function nextPage(
  { db }: Services,
  name: OpenCollection,
  actor: Actor,
  query: FeatureQuery,
): Promise<FeaturePage> {
  const page =
    name === "trees"
      ? await listTreeFeatures(db.sql, actor, query)
      : await listShapes(db.sql, actor, name, query);
  if (page.features.length > 0 || page.after === undefined) return page;
  return nextPage({ db } as Services, name, actor, { ...query, after: page.after });
}

/** Counted on the first page alone, and not within a box, whose features are tried one by one. */
async function countOf(
  services: Services,
  name: OpenCollection,
  actor: Actor,
  { after, boxes, limit: _limit, ...days }: FeatureQuery,
) {
  if (after !== undefined || boxes) return undefined;
  const { count } =
    name === "trees"
      ? await boundsOfTrees(services.db.sql, actor, days)
      : await boundsOf(services, name, actor);
  return count;
}

/** The address of the page after this one: everything as it was asked, and where to go on. */
function nextAddress(base: string, request: FastifyRequest, after: string | undefined) {
  if (after === undefined) return undefined;
  const { searchParams } = new URL(request.url, "http://localhost");
  searchParams.set("after", after);
  const path = new URL(request.url, "http://localhost").pathname.split(`${paths.ogc}/`)[1];
  return `${base}/${path}?${searchParams}`;
}

function features(app: App, services: Services) {
  serve(app, ogcItems, async (request, reply) => {
    const { name, actor } = await readerOf(services, request.caller, request.params.collection);
    const base = baseOf(services, request);
    const query = featureQueryOf(request.query);
    const page = await nextPage(services, name, actor, query);
    const numberMatched = await countOf(services, name, actor, query);
    const self = `${base}${request.url.split(paths.ogc)[1] ?? ""}`;
    reply.type(geoJson);
    return {
      type: "FeatureCollection" as const,
      timeStamp: new Date().toISOString(),
      ...(numberMatched === undefined ? {} : { numberMatched }),
      numberReturned: page.features.length,
      features: page.features,
      links: pageLinks(base, name, self, nextAddress(base, request, page.after)),
    };
  });
  serve(app, ogcItem, async (request, reply) => {
    const { collection, id } = request.params;
    const { name, actor } = await readerOf(services, request.caller, collection);
    const feature =
      name === "trees"
        ? await findTreeFeature(services.db.sql, actor, id)
        : await findShape(services.db.sql, actor, name, id);
    if (!feature) throw notFound();
    const base = baseOf(services, request);
    reply.type(geoJson);
    return { ...feature, links: pageLinks(base, name, `${base}/collections/${name}/items/${id}`) };
  });
}
