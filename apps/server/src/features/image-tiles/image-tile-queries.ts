import type { Connection } from "@nihol/db/connection";
import { runPrepared } from "@nihol/db/prepared";
import { readTogether } from "@nihol/db/read-together";
import type { Actor } from "../../http/actor.ts";
import { visibleImages } from "../../shared/imagery/published-images.ts";

/**
 * Finds where the tiles of an image within the actor's scope come from; what a map view asks of one image at once is
 * one query.
 */
export const tileSources = (db: Connection) =>
  readTogether(
    // All that the scope is made of.
    ({ id, role, ministryId, regionIds, districtIds }: Actor, image: number) =>
      JSON.stringify([image, id, role, ministryId, regionIds, districtIds]),
    (actor, image) => findTileSource(db, actor, image),
  );

async function findTileSource(db: Connection, actor: Actor, id: number) {
  const query = visibleImages(db.sql, actor)
    .where("w.id", "=", id)
    .select(["w.cog_key", "w.facts", "w.date_hash"]);
  const [source] = await runPrepared(db, query);
  return source;
}
