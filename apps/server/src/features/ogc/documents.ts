/** Documents that describe the OGC API itself: links, conformance, and its calls as OpenAPI 3.0. */
import type { OgcCollection, OgcLink } from "@nihol/contract/open-data/ogc";
import {
  collectionResource,
  featureLimits,
  type OpenCollection,
  openCollections,
} from "@nihol/contract/values/open-data/collections";
import type { Bbox } from "@nihol/geo/geometry";
import { text } from "@nihol/locales/text";
import {
  geoJson,
  json,
  openApi,
  operation,
  parameter,
  placeAndTime,
} from "../../shared/open-data/open-api-parts.ts";

/** Longitude and latitude on WGS 84, in this order: that of GeoJSON. */
const crs84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";
const gregorian = "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian";

const classes = ["core", "geojson", "oas30"];
export const conformance = {
  conformsTo: classes.map(
    (name) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${name}`,
  ),
};

const link = (rel: string, href: string, type = json): OgcLink => ({ rel, href, type });
export const selfLink = (href: string, type = json) => link("self", href, type);

/** @param base the address of `/api/ogc`, without a slash at its end */
export const landing = (base: string) => ({
  title: "Nihol",
  description: "OGC API - Features",
  links: [
    selfLink(base),
    link("service-desc", `${base}/api`, openApi),
    link("conformance", `${base}/conformance`),
    link("data", `${base}/collections`),
  ],
});

/** The links of a page of features. */
export const pageLinks = (base: string, collection: string, self: string, next?: string) => [
  selfLink(self, geoJson),
  link("collection", `${base}/collections/${collection}`),
  ...(next === undefined ? [] : [link("next", next, geoJson)]),
];

/** @param bounds where its features lie, and the first and last day of those that have one */
export const collectionDocument = (
  base: string,
  id: OpenCollection,
  language: string,
  bounds: { bbox: Bbox | undefined; days: [string, string] | undefined },
): OgcCollection => ({
  id,
  title: text(language, `roles.resources.${collectionResource[id]}`),
  itemType: "feature",
  crs: [crs84],
  ...((bounds.bbox || bounds.days) && {
    extent: {
      ...(bounds.bbox && { spatial: { bbox: [bounds.bbox], crs: crs84 } }),
      ...(bounds.days && {
        temporal: {
          interval: [[`${bounds.days[0]}T00:00:00Z`, `${bounds.days[1]}T23:59:59Z`]],
          trs: gregorian,
        },
      }),
    },
  }),
  links: [
    selfLink(`${base}/collections/${id}`),
    link("items", `${base}/collections/${id}/items`, geoJson),
  ],
});

const collection = parameter("collectionId", "path", { type: "string", enum: openCollections });
const itemsParameters = (place: object[]) => [
  ...place,
  parameter("limit", "query", {
    type: "integer",
    minimum: 1,
    maximum: featureLimits.max,
    default: featureLimits.default,
  }),
  ...placeAndTime,
];

/** The calls as OpenAPI 3.0: clients read the largest `limit` here, under the addresses of the collections themselves. */
export const openApiDocument = (base: string) => ({
  openapi: "3.0.3",
  info: { title: "Nihol: OGC API - Features", version: "1.0.0" },
  servers: [{ url: base }],
  paths: {
    "/": operation("landing", "Landing page"),
    "/conformance": operation("conformance", "Requirement classes"),
    "/api": operation("api", "This document", [], openApi),
    "/collections": operation("collections", "Collections"),
    "/collections/{collectionId}": operation("collection", "One collection", [collection]),
    ...Object.fromEntries(
      openCollections.map((id) => [
        `/collections/${id}/items`,
        operation(`items-${id}`, `Features of ${id}`, itemsParameters([]), geoJson),
      ]),
    ),
    "/collections/{collectionId}/items/{featureId}": operation(
      "item",
      "One feature",
      [collection, parameter("featureId", "path", { type: "integer" })],
      geoJson,
    ),
  },
});
