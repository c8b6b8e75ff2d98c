import { baseLayer, baseLayerTile } from "@nihol/contract/imagery/base-layer";
import { imageFormat } from "@nihol/sources/fetch/read-answer";
import { deepestZoom } from "@nihol/sources/kinds/tiles";
import { baseLayerVersion } from "@nihol/store/sources/base-layer";
import { findBaseLayer, noSourceAccess } from "@nihol/store/sources/source-rows";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { baseLayerTiles } from "./base-layer-tiles.ts";

/** The country's own orthophoto beneath the map. Browsers ask us alone: its server learns of nobody who looks. */
export const baseLayerRoutes: Feature = (app, services) => {
  const { db, sources = noSourceAccess } = services;
  const tiles = baseLayerTiles(services);
  app.addHook("onClose", async () => tiles.close());
  serve(app, baseLayer, async () => {
    const source = await findBaseLayer(db.sql, sources);
    if (!source) return null;
    const { id, name, attribution, licence, settings } = source;
    const max_zoom = deepestZoom(settings);
    return { id, name, attribution, licence, max_zoom, version: baseLayerVersion(source) };
  });
  serve(app, baseLayerTile, async ({ params }, reply) => {
    const source = await findBaseLayer(db.sql, sources);
    const { version, ...tile } = params;
    const side = 2 ** tile.z;
    if (!source || baseLayerVersion(source) !== version || tile.x >= side || tile.y >= side)
      throw notFound();
    const bytes = await tiles.tile(source, version, tile);
    reply.header("cache-control", "private, max-age=86400").header("vary", "authorization");
    const format = imageFormat(bytes);
    return format ? reply.type(`image/${format}`).send(bytes) : reply.code(204).send();
  });
};
