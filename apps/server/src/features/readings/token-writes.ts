/** Making and ending a device's token, and who did it. */
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import { lockDevice } from "../../commands/lock-device.ts";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { Problem } from "../../http/problem.ts";
import { deleteToken, type MadeToken, replaceToken } from "./token-queries.ts";

type Db = Kysely<Database>;

/** Gives a device a new token, the only time that it is seen. @throws {Problem} 404, 409 for a retired one */
export async function makeToken(db: Db, actor: Actor, id: number): Promise<MadeToken> {
  return db.transaction().execute(async (trx) => {
    const device = await lockDevice(trx, actor, id);
    if (device.retired) throw new Problem(409, "device_retired");
    const made = await replaceToken(trx, id, actor.id);
    await insertAudit(trx, actor, { action: "token", resource: "device", id });
    return made;
  });
}

/** Ends a device's token: what it sends is refused from now on. @throws {Problem} 404 */
export async function endToken(db: Db, actor: Actor, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockDevice(trx, actor, id);
    await deleteToken(trx, id);
    await insertAudit(trx, actor, { action: "token_delete", resource: "device", id });
  });
}
