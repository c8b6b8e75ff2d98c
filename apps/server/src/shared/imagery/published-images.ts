import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { visibleImagery } from "../../policies/imagery.ts";

/** Images within the actor's scope: `w` with its process `p`. */
export const visibleImages = (db: Db, actor: Actor) =>
  db
    .selectFrom("whole_image as w")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .where(visibleImagery(actor));

/** Those of them that are published. */
export const publishedImages = (db: Db, actor: Actor) =>
  visibleImages(db, actor).where("w.published_at", "is not", null);
