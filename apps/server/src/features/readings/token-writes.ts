/** Making and ending a device's token, and who did it. */
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import { lockDevice } from "../../commands/lock-device.ts";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { Problem } from "../../http/problem.ts";
import { deleteToken, hasToken, type MadeToken, replaceToken } from "./token-queries.ts";

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

/** Token of a device, with what a slip says of it. */
export interface TokenOfDevice {
  id: number;
  name: string;
  serial: string;
  token: string;
}
/** Device that got no token, and why. */
interface Skipped {
  id: number;
  name: string | null;
  why: Problem;
}

/**
 * Gives devices new tokens in one transaction; `keep` leaves those that have one with it. `print` makes of them what is handed
 * out: where it fails, no token was made.
 * @returns those that got one, in the order of `ids`, those that did not, and what was printed
 */
export async function makeTokens<Printed>(
  db: Db,
  actor: Actor,
  { ids, keep }: { ids: readonly number[]; keep: boolean },
  print: (made: TokenOfDevice[]) => Promise<Printed>,
): Promise<{ made: TokenOfDevice[]; skipped: Skipped[]; printed: Printed }> {
  return db.transaction().execute(async (trx) => {
    const made = new Map<number, TokenOfDevice>();
    const skipped: Skipped[] = [];
    // Locked in one order, so that two people wait for each other and not for ever.
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
      const device = await lockDevice(trx, actor, id).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        skipped.push({ id, name: null, why: error });
      });
      if (!device) continue;
      const { name, serial } = device;
      const why = device.retired
        ? "device_retired"
        : keep && (await hasToken(trx, id)) && "device_has_token";
      if (why) {
        skipped.push({ id, name, why: new Problem(409, why) });
        continue;
      }
      const { token } = await replaceToken(trx, id, actor.id);
      await insertAudit(trx, actor, { action: "token", resource: "device", id });
      made.set(id, { id, name, serial, token });
    }
    const inOrder = ids.flatMap((id) => made.get(id) ?? []);
    return { made: inOrder, skipped, printed: await print(inOrder) };
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
