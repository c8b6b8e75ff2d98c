import { imageTile } from "@nihol/contract/imagery/whole-images";
import { renderTileInChild } from "@nihol/vision/render/render-pool";
import { askingOf } from "../../http/asking.ts";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { askedView } from "../../shared/imagery/asked-view.ts";
import { tileSources } from "./image-tile-queries.ts";
import { storedTiles } from "./stored-tiles.ts";

/** An image's tiles never change: what a capture shows is fixed by its hash. */
export const imageTileRoutes: Feature = (app, { db, files }) => {
  const readStored = storedTiles(files);
  const findSource = tileSources(db);
  serve(app, imageTile, async (request, reply) => {
    const { image, z: zoom, x, y } = request.params;
    const source = await findSource(request.actor, image);
    if (!source) throw notFound();
    const { facts } = source;
    const { view, tag } = askedView(request.query, facts);
    const etag = `"${image}-${source.date_hash.slice(0, 16)}-${zoom}-${x}-${y}${tag}"`;
    reply
      .header("etag", etag)
      .header("cache-control", "private, max-age=604800")
      // The next person at the same browser asks with another token, and is checked anew.
      .header("vary", "authorization");
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    const stored = tag === "" ? await readStored(image, zoom, x, y) : undefined;
    const tile =
      stored ??
      (await renderTileInChild(
        { path: await files.local(source.cog_key), facts },
        zoom,
        x,
        y,
        facts.stretch,
        askingOf(request, reply),
        view,
      ));
    return tile ? reply.type("image/webp").send(tile) : reply.code(204).send();
  });
};
