/** Author of a report or of an act (the PDF of a violation), named in it with their organization (`ministry`). */

import type { Names } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";

export interface DocumentAuthor {
  name: string;
  ministry: Names | null;
}

export async function findAuthor(db: Db, actor: Actor): Promise<DocumentAuthor> {
  const { first_name, last_name, ministry } = await db
    .selectFrom("user_account as u")
    .leftJoin("ministry as m", "m.id", "u.ministry_id")
    .where("u.id", "=", actor.id)
    .select(["u.first_name", "u.last_name", "m.name as ministry"])
    .executeTakeFirstOrThrow();
  return { name: `${first_name} ${last_name}`.trim(), ministry };
}
