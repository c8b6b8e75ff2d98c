import { createHash } from "node:crypto";
import { treeTile } from "@nihol/contract/imagery/trees";
import { isTile } from "@nihol/geo/tiles/tile-math";
import { findTreeVersion } from "@nihol/store/trees/tree-version";
import type { Actor } from "../../http/actor.ts";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { readFor } from "../../http/services.ts";
import { findTreeTile } from "./tile.ts";

// Raised when the same trees give other bytes.
const format = 4;

const hash = (content: string | Uint8Array) =>
  createHash("sha256").update(content).digest("base64url").slice(0, 16);

/** Two people of the same scope share tiles; the filter is in the address already. */
const scopeKey = ({ role, ministryId, regionIds, districtIds }: Actor) =>
  hash(JSON.stringify([role, ministryId, regionIds, districtIds]));

export const treeTileRoutes: Feature = (app, services) => {
  serve(app, treeTile, async (request, reply) => {
    const { params: tile, query: filter, actor } = request;
    if (!isTile(tile.z, tile.x, tile.y)) throw notFound();
    reply
      .header("cache-control", "private, no-cache")
      .header("vary", "authorization, accept-encoding")
      .type("application/vnd.mapbox-vector-tile");
    const unchanged = (etag: string) => {
      reply.header("etag", etag);
      return request.headers["if-none-match"]?.replace(/^W\//, "") === etag;
    };
    return readFor(services, actor, async (db) => {
      // An image in process gains trees that are not counted yet: only a hash of the content is a valid ETag.
      const counted = filter.whole_image === undefined;
      const version = counted ? await findTreeVersion(db) : 0;
      if (counted && unchanged(`"${format}-${version}-${scopeKey(actor)}"`))
        return reply.code(304).send();
      const bytes = await findTreeTile(db, tile, { actor, filter });
      if (!counted && unchanged(`"${hash(bytes)}"`)) return reply.code(304).send();
      return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    });
  });
};
