/** Import profiles within the actor's scope. */
import type { ImportProfile } from "@nihol/contract/sensors/readings";
import type { DeviceType } from "@nihol/contract/values/devices";
import { readingLimits } from "@nihol/contract/values/sensors/readings";
import type { Db } from "@nihol/db/connection";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../../http/actor.ts";
import { importProfileCan, importProfileVisibleTo } from "../../../policies/devices.ts";
import { authorName } from "../../../shared/attachments/attached-file-sql.ts";
import { areOneName } from "../../../shared/rows/names-sql.ts";

/** Files that a profile is for. */
export interface FileKind {
  fingerprint: string;
  hasHeadings: boolean;
  device: { id: number; type: DeviceType } | undefined;
}

const rows = (db: Db, actor: Actor) =>
  db
    .selectFrom("import_profile as p")
    .where(importProfileVisibleTo(actor))
    .select(["p.id", "p.name", "p.author", "p.saved_at", "p.device_id", "p.type", "p.fingerprint"])
    .select(["p.mapping", "p.units", "p.timezone", "p.day_order", "p.ministry_id"]);
export type ProfileRow = Awaited<ReturnType<ReturnType<typeof rows>["executeTakeFirstOrThrow"]>>;

/** Over `import_profile as p`: files of this kind of device, or such as name their devices. */
const ofType = (device: FileKind["device"]) =>
  sql<SqlBool>`p.type is not distinct from ${device?.type ?? null}::text`;

/** Lists profiles that fit a file: those of its device first, the newest of each first. Without headings, those of its device alone. */
export async function listFitting(db: Db, actor: Actor, file: FileKind): Promise<ProfileRow[]> {
  const id = file.device?.id ?? null;
  if (!file.hasHeadings && id === null) return [];
  return rows(db, actor)
    .where("p.fingerprint", "=", file.fingerprint)
    .where(ofType(file.device))
    .$if(!file.hasHeadings, (query) => query.where("p.device_id", "=", id))
    .orderBy(sql`p.device_id is not distinct from ${id}::int`, "desc")
    .orderBy("p.saved_at", "desc")
    .orderBy("p.id", "desc")
    .limit(readingLimits.profilesShown)
    .execute();
}

/** The profile as the panel shows it. */
export const toProfile = (actor: Actor, row: ProfileRow, deviceId?: number): ImportProfile => ({
  id: row.id,
  name: row.name,
  author: row.author,
  saved_at: row.saved_at.toISOString(),
  is_of_device: deviceId !== undefined && row.device_id === deviceId,
  can: importProfileCan(actor),
});

/** Locks a profile; undefined for one that the actor does not see. */
export const lockProfile = (trx: Db, actor: Actor, id: number) =>
  rows(trx, actor).where("p.id", "=", id).forUpdate("p").executeTakeFirst();

/** Locks the profile of files of one kind that bears a name and is of an organization: another's is never replaced. */
export async function lockNamed(
  trx: Db,
  actor: Actor,
  { fingerprint, type }: Pick<ProfileRow, "fingerprint" | "type">,
  name: string,
  ministry: number | null,
) {
  // Two that write a name at once see one another.
  await sql`select pg_advisory_xact_lock(hashtext('import profile'), hashtext(${fingerprint}))`.execute(
    trx,
  );
  return rows(trx, actor)
    .where("p.fingerprint", "=", fingerprint)
    .where(sql<SqlBool>`p.type is not distinct from ${type}::text`)
    .where(areOneName(sql`p.name`, sql`${name}::text`))
    .where(sql<SqlBool>`p.ministry_id is not distinct from ${ministry}::int`)
    .orderBy("p.id")
    .forUpdate("p")
    .executeTakeFirst();
}

/** Words of a person on a file. */
export type Said = Pick<ProfileRow, "mapping" | "units" | "timezone" | "day_order">;
type Written = Said & Pick<ProfileRow, "name" | "device_id">;

const savedBy = (actor: Actor) => ({
  ...{ created_by: actor.id, author: authorName(actor), saved_at: new Date() },
});

/** Inserts a profile of the actor's organization. Returns its id. */
export async function insertProfile(
  trx: Db,
  actor: Actor,
  values: Written & Pick<ProfileRow, "fingerprint" | "type">,
): Promise<number> {
  const { id } = await trx
    .insertInto("import_profile")
    .values({ ...values, ...savedBy(actor), ministry_id: actor.ministryId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Has a profile say what the actor said last. */
export async function updateProfile(trx: Db, actor: Actor, id: number, values: Written) {
  await trx
    .updateTable("import_profile")
    .set({ ...values, ...savedBy(actor) })
    .where("id", "=", id)
    .execute();
}

export async function updateName(trx: Db, id: number, name: string) {
  await trx.updateTable("import_profile").set({ name }).where("id", "=", id).execute();
}

export async function deleteProfileRow(trx: Db, id: number) {
  await trx.deleteFrom("import_profile").where("id", "=", id).execute();
}
