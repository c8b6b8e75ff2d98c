/** Import profiles: kept with the import of a file, named anew and deleted. */
import type { ImportProfile } from "@nihol/contract/sensors/readings";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../../http/actor.ts";
import { insertAudit } from "../../../http/audit.ts";
import { notFound, refuseField } from "../../../http/problem.ts";
import {
  deleteProfileRow,
  type FileKind,
  insertProfile,
  lockNamed,
  lockProfile,
  type Said,
  toProfile,
  updateName,
  updateProfile,
} from "./profile-queries.ts";

const resource = "importprofile";

/** Keeps what was said of a file under a name; a profile of that name for such files becomes this one. */
export const saveProfile = (db: Db, actor: Actor, file: FileKind, name: string, said: Said) =>
  db.transaction().execute(async (trx) => {
    const { fingerprint, device } = file;
    const type = device?.type ?? null;
    const values = { ...said, name, device_id: device?.id ?? null };
    const known = await lockNamed(trx, actor, { fingerprint, type }, name, actor.ministryId);
    if (known) await updateProfile(trx, actor, known.id, values);
    const id = known?.id ?? (await insertProfile(trx, actor, { ...values, fingerprint, type }));
    const action = known ? "change" : "add";
    await insertAudit(trx, actor, { action, resource, id, change: { name, ...said } });
  });

/** Names a profile anew. @throws {Problem} 404 @throws {FieldProblem} for the name of another one for such files */
export const renameProfile = (
  db: Db,
  actor: Actor,
  id: number,
  name: string,
): Promise<ImportProfile> =>
  db.transaction().execute(async (trx) => {
    const profile = await lockProfile(trx, actor, id);
    if (!profile) throw notFound();
    const other = await lockNamed(trx, actor, profile, name, profile.ministry_id);
    if (other && other.id !== id) refuseField("name", "name_taken");
    await updateName(trx, id, name);
    await insertAudit(trx, actor, { action: "change", resource, id, change: { name } });
    return toProfile(actor, { ...profile, name });
  });

/** Deletes a profile; what was read by it stays. @throws {Problem} 404 */
export const deleteProfile = (db: Db, actor: Actor, id: number) =>
  db.transaction().execute(async (trx) => {
    const profile = await lockProfile(trx, actor, id);
    if (!profile) throw notFound();
    await deleteProfileRow(trx, id);
    const change = { name: profile.name, author: profile.author };
    await insertAudit(trx, actor, { action: "delete", resource, id, change });
  });
