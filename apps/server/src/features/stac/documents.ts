/** Documents of the catalogue of images itself: landing page, conformance, collection, its calls as OpenAPI 3.0. */
import type { StacCollection, StacLink } from "@nihol/contract/open-data/stac";
import { catalogueLimits, imageCollection } from "@nihol/contract/values/open-data/catalogue";
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
import { dayEnd, dayStart } from "./item.ts";

const features = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf";
export const conformance = {
  conformsTo: [
    ...["core", "collections", "ogcapi-features", "item-search"].map(
      (name) => `https://api.stacspec.org/v1.0.0/${name}`,
    ),
    ...["core", "geojson", "oas30"].map((name) => `${features}/${name}`),
  ],
};

const link = (rel: string, href: string, type: string = json): StacLink => ({ rel, href, type });

/** @param base the address of `/api/stac`, without a slash at its end */
export const landing = (base: string, language: string) => ({
  type: "Catalog" as const,
  stac_version: "1.0.0" as const,
  id: "nihol",
  title: "Nihol",
  description: text(language, "open-data.images_about"),
  ...conformance,
  links: [
    link("self", base),
    link("root", base),
    link("service-desc", `${base}/api`, openApi),
    link("conformance", `${base}/conformance`),
    link("data", `${base}/collections`),
    link("child", `${base}/collections/${imageCollection}`),
    { ...link("search", `${base}/search`, geoJson), method: "GET" as const },
    { ...link("search", `${base}/search`, geoJson), method: "POST" as const },
  ],
});

/** @param bounds where the images lie, and their first and last day; the whole world and any time where there is none */
export const collectionDocument = (
  base: string,
  language: string,
  bounds: { bbox: Bbox; oldest: string; newest: string } | undefined,
): StacCollection => ({
  type: "Collection",
  stac_version: "1.0.0",
  id: imageCollection,
  title: text(language, "open-data.images"),
  description: text(language, "open-data.images_about"),
  license: "proprietary",
  extent: {
    spatial: { bbox: [bounds?.bbox ?? [-180, -90, 180, 90]] },
    temporal: {
      interval: [bounds ? [dayStart(bounds.oldest), dayEnd(bounds.newest)] : [null, null]],
    },
  },
  links: [
    link("self", `${base}/collections/${imageCollection}`),
    link("root", base),
    link("parent", base),
    link("items", `${base}/collections/${imageCollection}/items`, geoJson),
  ],
});

export const collectionsDocument = (base: string, collection: StacCollection) => ({
  links: [link("self", `${base}/collections`), link("root", base), link("parent", base)],
  collections: [collection],
});

/** The links of a page of images. */
export const pageLinks = (base: string, self: string, next: StacLink | undefined) => [
  link("self", self, geoJson),
  link("root", base),
  ...(next ? [next] : []),
];

const collection = parameter("collectionId", "path", { type: "string", enum: [imageCollection] });
const itemsParameters = [
  parameter("limit", "query", {
    type: "integer",
    minimum: 1,
    maximum: catalogueLimits.max,
    default: catalogueLimits.default,
  }),
  ...placeAndTime,
];
const listOf = (name: string) => ({
  ...parameter(name, "query", { type: "array", items: { type: "string" } }),
  style: "form",
  explode: false,
});
const searching = operation(
  "search",
  "Images by place, days, ids and collections",
  [
    ...itemsParameters,
    listOf("ids"),
    listOf("collections"),
    parameter("intersects", "query", { type: "string" }),
  ],
  geoJson,
);
const posting = {
  post: {
    ...operation("searchPost", "The same search with its parameters as JSON", [], geoJson).get,
    requestBody: { content: { [json]: { schema: { type: "object" } } } },
  },
};

export const openApiDocument = (base: string) => ({
  openapi: "3.0.3",
  info: { title: "Nihol: STAC API", version: "1.0.0" },
  servers: [{ url: base }],
  paths: {
    "/": operation("landing", "Landing page"),
    "/conformance": operation("conformance", "Conformance classes"),
    "/api": operation("api", "This document", [], openApi),
    "/collections": operation("collections", "Collections"),
    "/collections/{collectionId}": operation("collection", "One collection", [collection]),
    "/collections/{collectionId}/items": operation(
      "items",
      "Images, newest first",
      [collection, ...itemsParameters],
      geoJson,
    ),
    "/collections/{collectionId}/items/{itemId}": operation(
      "item",
      "One image",
      [collection, parameter("itemId", "path", { type: "string" })],
      geoJson,
    ),
    "/search": { ...searching, ...posting },
  },
});
