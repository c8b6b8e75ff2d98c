/** Rules of quality as the API answers them, and the devices on which one is tried. */
import type { QualityRule, QualityRulePatch } from "@nihol/contract/sensors/quality-rules";
import type { SoilTexture } from "@nihol/contract/values/sensors/sensor-guidance";
import type { Db } from "@nihol/db/connection";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { authorName } from "../../shared/attachments/attached-file-sql.ts";

type RuleRow = Omit<QualityRule, "changed"> & {
  changed_by: string | null;
  changed_at: Date | null;
};

async function ruleRows(db: Db, more: RawBuilder<SqlBool>): Promise<QualityRule[]> {
  const { rows } = await sql<RuleRow>`
    select r.id, p.key as parameter, r.kind, r.enabled, r.suspect_at, r.fail_at, r.tolerance, r.radius_km, r.factor,
      r.altitude_m, r.per_km, r.source,
      r.changed_by, r.changed_at
    from quality_rule r join parameter p on p.id = r.parameter where ${more} order by p.id, r.id`.execute(
    db,
  );
  return rows.map(({ changed_by, changed_at, ...rule }) => ({
    ...rule,
    changed: changed_at && { name: changed_by ?? "", at: changed_at.toISOString() },
  }));
}

/** Every rule, in the order of parameters. */
export const listRules = (db: Db) => ruleRows(db, sql<SqlBool>`true`);

export async function findRule(db: Db, id: number): Promise<QualityRule | undefined> {
  return (await ruleRows(db, sql<SqlBool>`r.id = ${id}`))[0];
}

/** Locks a rule for a change. */
export const lockRule = (trx: Db, id: number) =>
  trx.selectFrom("quality_rule").where("id", "=", id).select("id").forUpdate().execute();

/** Fields that are left out keep their values. */
export async function updateRule(trx: Db, actor: Actor, id: number, body: QualityRulePatch) {
  await trx
    .updateTable("quality_rule")
    .set({
      ...body,
      changed_id: actor.id,
      changed_by: authorName(actor),
      changed_at: new Date(),
    })
    .where("id", "=", id)
    .execute();
}

export interface TriedDevice {
  device_id: number;
  interval_minutes: number;
  texture: SoilTexture | null;
}

/** Devices in service that have sent a parameter since a moment. */
export async function listTried(db: Db, parameter: string, since: Date): Promise<TriedDevice[]> {
  const { rows } = await sql<TriedDevice>`
    select v.id as device_id, v.interval_minutes, v.soil_texture as texture
    from device v join reading_latest l on l.device_id = v.id join parameter p on p.id = l.parameter
    where p.key = ${parameter} and l.ts >= ${since} and not v.retired order by v.id`.execute(db);
  return rows;
}
