/** Reads of an import of devices. */
import type { Database } from "@nihol/db/tables";
import { gardenPlace } from "@nihol/policies/sees";
import type { Kysely } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { deviceGroupVisibleTo } from "../../policies/devices.ts";
import { visibleTo } from "../../policies/scope.ts";

type Db = Kysely<Database>;

/** Gardens within the actor's scope: a row can name no other. */
export const listGardens = (db: Db, actor: Actor) =>
  db
    .selectFrom("garden as g")
    .where(visibleTo(actor, gardenPlace))
    .select(["g.id", "g.name"])
    .execute();

/** Groups of devices that the actor sees. */
export const listGroupNames = (db: Db, actor: Actor) =>
  db
    .selectFrom("device_group as q")
    .where(deviceGroupVisibleTo(actor))
    .select(["q.id", "q.name"])
    .orderBy("q.id")
    .execute();
