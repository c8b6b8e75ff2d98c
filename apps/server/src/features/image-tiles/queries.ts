import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { visibleImagery } from "../../policies/imagery.ts";

/** Where the tiles of an image within the actor's scope come from. */
export async function findTileSource(db: Kysely<Database>, actor: Actor, id: number) {
  return db
    .selectFrom("whole_image as w")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .leftJoin("user_account as u", "u.id", "p.requested_by")
    .where("w.id", "=", id)
    .where(visibleImagery(actor))
    .select(["w.cog_key", "w.facts", "w.date_hash"])
    .executeTakeFirst();
}
