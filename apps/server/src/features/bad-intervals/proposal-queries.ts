/** Proposals of rules of quality that nobody has decided, within the actor's scope. */
import type { QualityProposals } from "@nihol/contract/sensors/quality-rules";
import { type QualityKind, qualityLimits } from "@nihol/contract/values/sensors/quality";
import type { Db } from "@nihol/db/connection";
import { devicePlace } from "@nihol/policies/sees";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { visibleTo } from "../../policies/scope.ts";
import { isProposed } from "../../shared/devices/device-state-sql.ts";

interface GroupRow {
  device_id: number;
  name: string;
  parameter: string;
  kind: QualityKind;
  intervals: number;
  set_aside: number;
  from: Date;
  to: Date;
  count: number;
}

/** Lists groups of a device, parameter and kind, those with the newest first, and how many there are. */
export async function listProposals(
  db: Db,
  actor: Actor,
): Promise<{ count: number; results: QualityProposals[] }> {
  const { rows } = await sql<GroupRow>`
    select v.id as device_id, v.name, p.key as parameter, i.reason as kind, count(*)::int as intervals,
      (count(*) filter (where i.sets_aside))::int as set_aside, min(i.begins_at) as "from",
      max(i.ends_at) as "to", count(*) over ()::int as count
    from bad_interval i join device v on v.id = i.device_id join parameter p on p.id = i.parameter
    where ${isProposed} and ${visibleTo(actor, devicePlace)}
    group by v.id, v.name, p.key, i.reason
    order by max(i.ends_at) desc, v.id, p.key, i.reason limit ${qualityLimits.decidedAtOnce}`.execute(
    db,
  );
  return {
    count: rows[0]?.count ?? 0,
    results: rows.map(({ device_id, name, count: _, from, to, ...row }) => ({
      ...row,
      device: { id: device_id, name },
      from: from.toISOString(),
      to: to.toISOString(),
    })),
  };
}

/** Ids of the proposals of a group. */
export async function listGroup(
  db: Db,
  group: { device: number; parameter: string; kind: QualityKind },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select i.id from bad_interval i
    where ${isProposed} and i.device_id = ${group.device} and i.reason = ${group.kind}
      and i.parameter = (select id from parameter where key = ${group.parameter})
    order by i.begins_at, i.id`.execute(db);
  return rows.map(({ id }) => id);
}
