import {
  imageryHosts,
  imageryHostsPut,
  imagerySources,
  imagerySourceTest,
  imagerySourceWatch,
} from "@nihol/contract/imagery/imagery-sources";
import { today } from "@nihol/contract/values/planting/programme-day";
import { languageOf } from "@nihol/locales/text";
import {
  findSourceWithCredential,
  listHosts,
  noSourceAccess,
} from "@nihol/store/sources/source-rows";
import type { Actor } from "../../http/actor.ts";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { hostsCan } from "../../policies/imagery-sources.ts";
import { requireRight } from "../../policies/rights.ts";
import { crud } from "../../shared/crud.ts";
import { findSource, findTestPlace, listSources } from "./imagery-source-queries.ts";
import { trySource } from "./try-source.ts";
import { askNow, createSource, patchSource, removeSource, writeHosts } from "./writes.ts";

/** Each asks a server of somebody else's, and waits for it. */
const fewTests = { rateLimit: { max: 30, timeWindow: 60_000 } };

export const imagerySourceRoutes: Feature = (app, services) => {
  const { db, sources = noSourceAccess } = services;
  crud(app, services, imagerySources, {
    list: listSources,
    find: findSource,
    create: createSource,
    patch: patchSource,
    remove: removeSource,
  });
  serve(
    app,
    imagerySourceTest,
    async ({ actor, params, body }) => {
      requireRight(actor, "imagerysource", "change");
      const source = await findSourceWithCredential(db.sql, sources, params.id);
      if (!source) throw notFound();
      const place = await findTestPlace(db.sql, actor, body.garden);
      if (body.garden !== null && !place) throw notFound();
      const day = body.date ?? today();
      return trySource(services, source, place, day);
    },
    { config: fewTests },
  );
  serve(
    app,
    imagerySourceWatch,
    async (request) => {
      const { actor, params } = request;
      await askNow(services, actor, params.id);
      const source = await findSource(
        db.sql,
        actor,
        params.id,
        languageOf(request.headers["accept-language"]),
      );
      if (!source) throw notFound();
      return source;
    },
    { config: fewTests },
  );
  const hosts = async (actor: Actor) => ({
    hosts: await listHosts(db.sql),
    inside: [...sources.inside],
    can: hostsCan(actor),
  });
  serve(app, imageryHosts, ({ actor }) => hosts(actor));
  serve(app, imageryHostsPut, async ({ actor, body }) => {
    await writeHosts(services, actor, body.hosts);
    return hosts(actor);
  });
};
