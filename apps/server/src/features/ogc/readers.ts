/** As whom a collection of the OGC API is read, and the address of the API. */
import {
  collectionRight,
  type OpenCollection,
  openCollections,
} from "@nihol/contract/values/open-data/collections";
import { paths } from "@nihol/contract/values/paths";
import { fillPermissions, hasRight } from "@nihol/contract/values/permissions";
import type { FastifyRequest } from "fastify";
import type { Actor } from "../../http/actor.ts";
import { notFound } from "../../http/problem.ts";
import type { Services } from "../../http/services.ts";
import { apiAddress } from "../../shared/open-data/api-address.ts";
import { publishedCollections } from "../../shared/open-data/open-collections.ts";

/** Whoever reads a public release: no rights, and the whole country as scope. */
const everybody: Actor = {
  id: 0,
  email: "",
  role: "",
  isMasterAdmin: false,
  permissions: fillPermissions(() => false),
  ministryId: null,
  regionIds: [],
  districtIds: [],
  language: "ru",
};

/** The address of `/api/ogc` as the caller reaches it, without a slash at its end. */
export const baseOf = (services: Services, request: FastifyRequest) =>
  `${apiAddress(services, request)}${paths.ogc}`;

/**
 * As whom each collection is read: a published one as everybody, whoever asks, so that a token never shows less of it
 * than none; another as the caller within their scope, or not at all.
 */
export async function readersOf({ db }: Services, caller: Actor | undefined) {
  const published = await publishedCollections(db.sql);
  return new Map<OpenCollection, Actor>(
    openCollections.flatMap((name): [OpenCollection, Actor][] => {
      if (published.has(name)) return [[name, everybody]];
      const isTheirs = caller && hasRight(caller.permissions, collectionRight(name));
      return isTheirs ? [[name, caller]] : [];
    }),
  );
}

/** @throws {Problem} 404 for a collection that is none, or not the caller's to read */
export async function readerOf(services: Services, caller: Actor | undefined, wanted: string) {
  for (const [name, actor] of await readersOf(services, caller))
    if (name === wanted) return { name, actor };
  throw notFound();
}
