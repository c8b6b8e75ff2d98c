/** Maker of a report or an act, which names them and their organization. */

import type { Names } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";

export interface DocumentMaker {
  name: string;
  ministry: Names | null;
}

export async function findMaker(db: Db, actor: Actor): Promise<DocumentMaker> {
  const { first_name, last_name, ministry } = await db
    .selectFrom("user_account as u")
    .leftJoin("ministry as m", "m.id", "u.ministry_id")
    .where("u.id", "=", actor.id)
    .select(["u.first_name", "u.last_name", "m.name as ministry"])
    .executeTakeFirstOrThrow();
  return { name: `${first_name} ${last_name}`.trim(), ministry };
}
