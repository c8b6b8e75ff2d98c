import { readTogether } from "@nihol/db/read-together";
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { visibleImagery } from "../../policies/imagery.ts";

/**
 * Finds where the tiles of an image within the actor's scope come from; what a map view asks of one image at once is
 * one query.
 */
export const tileSources = (db: Kysely<Database>) =>
  readTogether(
    // All that the scope is made of.
    ({ id, role, ministryId, regionIds, districtIds }: Actor, image: number) =>
      JSON.stringify([image, id, role, ministryId, regionIds, districtIds]),
    (actor, image) => findTileSource(db, actor, image),
  );

async function findTileSource(db: Kysely<Database>, actor: Actor, id: number) {
  return db
    .selectFrom("whole_image as w")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .leftJoin("user_account as u", "u.id", "p.requested_by")
    .where("w.id", "=", id)
    .where(visibleImagery(actor))
    .select(["w.cog_key", "w.facts", "w.date_hash"])
    .executeTakeFirst();
}
