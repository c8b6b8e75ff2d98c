import type { Connection } from "@nihol/db/connection";
import { runPrepared } from "@nihol/db/prepared";
import { readTogether } from "@nihol/db/read-together";
import type { Actor } from "../../http/actor.ts";
import { visibleImagery } from "../../policies/imagery.ts";

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
  const query = db.sql
    .selectFrom("whole_image as w")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .leftJoin("user_account as u", "u.id", "p.requested_by")
    .where("w.id", "=", id)
    .where(visibleImagery(actor))
    .select(["w.cog_key", "w.facts", "w.date_hash"]);
  const [source] = await runPrepared(db, query);
  return source;
}
