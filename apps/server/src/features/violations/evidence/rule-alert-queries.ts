/** Alerts of one cause as they are written into a case that is opened from one of them, and the values around them. */
import { dayOf } from "@nihol/contract/values/planting/programme-day";
import {
  type AlertsEvidence,
  alertsOfCase,
  type EvidenceAlert,
  type EvidenceSeries,
} from "@nihol/contract/values/violations";
import type { Db } from "@nihol/db/connection";
import { devicePlace } from "@nihol/policies/sees";
import { findParameters } from "@nihol/store/readings/parameters";
import { listSteps } from "@nihol/store/readings/reading-series";
import type { Actor } from "../../../http/actor.ts";
import { notFound, refuseField } from "../../../http/problem.ts";
import { requireRight } from "../../../policies/rights.ts";
import { visibleTo } from "../../../policies/scope.ts";
import { listAlike } from "../../../shared/devices/alike-alerts.ts";
import type { Origin } from "./origin.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const listAlerts = (db: Db, actor: Actor, ids: readonly number[]) =>
  db
    .selectFrom("alert as a")
    .innerJoin("device as v", "v.id", "a.device_id")
    .leftJoin("parameter as m", "m.key", "a.parameter")
    .where("a.id", "in", ids)
    .where(visibleTo(actor, devicePlace))
    .selectAll("a")
    .select(["v.name as device_name", "v.longitude", "v.latitude", "v.garden_id", "m.unit"])
    .execute();
type AlertRow = Awaited<ReturnType<typeof listAlerts>>[number];

const toEvidence = (row: AlertRow): EvidenceAlert => ({
  id: row.id,
  device: { id: row.device_id, name: row.device_name },
  parameter: row.parameter,
  unit: row.unit,
  began_at: row.began_at.toISOString(),
  cleared_at: row.cleared_at?.toISOString() ?? null,
  worst: row.worst,
});

/** Values of each device from a day before its first alert to a day after its last one. */
async function listSeries(db: Db, rows: readonly AlertRow[]): Promise<EvidenceSeries[]> {
  const { byKey } = await findParameters(db);
  const groups = Map.groupBy(rows, (row) => `${row.device_id} ${row.parameter}`);
  const series: EvidenceSeries[] = [];
  for (const [first, ...others] of groups.values()) {
    const facts = first?.parameter ? byKey.get(first.parameter) : undefined;
    if (!first || !facts || series.length === alertsOfCase.series) continue;
    const all = [first, ...others];
    const began = Math.min(...all.map((row) => row.began_at.getTime()));
    const ended = Math.max(...all.map((row) => row.cleared_at?.getTime() ?? Date.now()));
    const [from, to] = [began - dayMs, ended + dayMs].map((at) => Math.floor(at / hourMs) * hourMs);
    const step = ended - began + 2 * dayMs > alertsOfCase.points * hourMs ? "day" : "hour";
    const range = { from: new Date(from ?? 0), to: new Date(to ?? 0), parameter: facts.key };
    const asked = { deviceId: first.device_id, ...range };
    const points = await listSteps(db, step, asked, facts.averaging);
    series.push({
      device: first.device_name,
      parameter: facts.key,
      unit: facts.unit,
      step,
      points: points
        .slice(-alertsOfCase.points)
        .map(({ ts, value }) => [ts.getTime(), Number(value.toFixed(4))]),
    });
  }
  return series;
}

/**
 * Finds what a case is opened with: an alert, and those of its rule, garden and time that are in no case.
 * @throws {Problem} 404 beyond the actor's scope, 403 without the right to see devices
 * @throws {FieldProblem} under `opened_from` where it is in a case
 */
export async function ruleAlertsOrigin(db: Db, actor: Actor, alert: number): Promise<Origin> {
  requireRight(actor, "device", "view");
  const [known] = await listAlerts(db, actor, [alert]);
  if (!known) throw notFound();
  if (known.violation_id !== null) refuseField("opened_from", "alert_in_case");
  const ids = await listAlike(db, actor, alert);
  const rows = await listAlerts(db, actor, ids);
  const inOrder = ids.flatMap((id) => rows.filter((row) => row.id === id));
  const evidence: AlertsEvidence = {
    kind: "alerts",
    rule: {
      name: known.rule_name,
      kind: known.kind,
      limit: known.limit_value,
      minutes: known.minutes,
    },
    severity: known.severity,
    alerts: inOrder.map(toEvidence),
    series: await listSeries(db, inOrder),
  };
  return {
    evidence,
    point: [known.longitude, known.latitude],
    garden: known.garden_id,
    observed_on: dayOf(known.raised_at),
    columns: { source: "alert", device_id: known.device_id },
    crops: [],
    alerts: ids,
  };
}
