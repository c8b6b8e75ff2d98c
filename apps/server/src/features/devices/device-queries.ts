/** Devices within the actor's scope, with their state and what they measured last. */

import type { PageQuery } from "@nihol/contract/paging";
import {
  type Device,
  type DevicePoints,
  deviceFields,
  type deviceOrderings,
} from "@nihol/contract/sensors/devices";
import {
  attentionConditions,
  type conditionFilters,
  type DeviceState,
  type DeviceType,
} from "@nihol/contract/values/devices";
import type { Language } from "@nihol/contract/values/languages";
import { nearDays } from "@nihol/contract/values/notices";
import { daysAfter, today } from "@nihol/contract/values/planting/programme-day";
import type { servicingFilters } from "@nihol/contract/values/sensors/servicing";
import type { Database } from "@nihol/db/tables";
import { devicePlace } from "@nihol/policies/sees";
import { findParameters, type Parameters, rangesFor } from "@nihol/store/readings/parameters";
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { visibleTo } from "../../policies/scope.ts";
import {
  conditionRank,
  conditionSql,
  isProposed,
  newestSql,
  stateSql,
} from "../../shared/devices/device-state-sql.ts";
import { exceedances } from "../../shared/devices/exceedances.ts";
import { fieldColumns } from "../../shared/rows/field-columns.ts";
import { countedPage } from "../../shared/rows/list-page.ts";
import { mapPoints } from "../../shared/rows/map-points.ts";
import {
  areOneName,
  inOrderOf,
  nameInLanguage,
  textContains,
} from "../../shared/rows/names-sql.ts";
import { toDevice } from "./device-row.ts";

type Db = Kysely<Database>;

export type DeviceFilters = Pick<PageQuery, "search"> & {
  ids?: number[];
  type?: DeviceType;
  state?: DeviceState;
  condition?: (typeof conditionFilters)[number];
  region?: number;
  district?: number;
  garden?: number;
  group?: number;
  weak_battery?: boolean;
  maker?: string;
  servicing?: (typeof servicingFilters)[number];
  exceeded?: boolean;
  exceeded_from?: string;
  exceeded_to?: string;
  to_check?: boolean;
};

type DeviceListQuery = PageQuery & DeviceFilters;

function visibleDevices(db: Db, actor: Actor, parameters: Parameters) {
  return db
    .selectFrom("device as v")
    .leftJoin("garden as g", "g.id", "v.garden_id")
    .leftJoin("region as r", "r.id", "v.region_id")
    .leftJoin("district as d", "d.id", "v.district_id")
    .leftJoin("device_token as k", "k.device_id", "v.id")
    .leftJoin(newestSql(parameters).as("s"), "s.device_id", "v.id")
    .where(visibleTo(actor, devicePlace));
}
type Devices = ReturnType<typeof visibleDevices>;

/** Texts that people look for: a name, a number on the back of a device, a make. */
const searched = sql`concat_ws(' ', v.name, v.serial, v.maker, v.model)`;

/** Over `device as v`: its battery is below the good range. What is faulty says nothing. */
function isWeak(parameters: Parameters): RawBuilder<SqlBool> {
  const { good_min, watch_min } = rangesFor(parameters, "battery", null);
  const limit = good_min ?? watch_min;
  if (limit === null) return sql<SqlBool>`false`;
  return sql<SqlBool>`exists (select from reading_latest l join parameter p on p.id = l.parameter
    where l.device_id = v.id and p.key = 'battery' and not l.faulty and l.value < ${limit}::float8)`;
}

function filtered(rows: Devices, query: DeviceFilters, parameters: Parameters): Devices {
  const isRetired = query.state === "retired" || query.condition === "retired";
  let found = rows.where("v.retired", "=", isRetired);
  if (query.ids) found = found.where("v.id", "in", query.ids);
  if (query.search) found = found.where(textContains(searched, query.search));
  if (query.type) found = found.where("v.type", "=", query.type);
  if (query.state) found = found.where(stateSql, "=", query.state);
  if (query.condition === "attention") found = found.where(conditionSql, "in", attentionConditions);
  else if (query.condition) found = found.where(conditionSql, "=", query.condition);
  if (query.region) found = found.where("v.region_id", "=", query.region);
  if (query.district) found = found.where("v.district_id", "=", query.district);
  if (query.garden) found = found.where("v.garden_id", "=", query.garden);
  if (query.group)
    found = found.where(
      sql<SqlBool>`exists (select from device_group_member m where m.device_id = v.id and m.group_id = ${query.group})`,
    );
  if (query.weak_battery !== undefined)
    found = found.where(sql<SqlBool>`${isWeak(parameters)} = ${query.weak_battery}`);
  if (query.maker) found = found.where(areOneName(sql`v.maker`, sql`${query.maker}::text`));
  if (query.servicing === "overdue") found = found.where("v.service_due", "<", today());
  if (query.servicing === "due")
    found = found.where("v.service_due", "<=", daysAfter(today(), nearDays));
  if (query.exceeded !== undefined) {
    const days = exceedances(parameters, { from: query.exceeded_from, to: query.exceeded_to });
    const has = sql<SqlBool>`v.id in (select e.device_id from ${days} e)`;
    found = found.where(query.exceeded ? has : sql<SqlBool>`not ${has}`);
  }
  if (query.to_check !== undefined) {
    const has = sql<SqlBool>`exists (select from bad_interval i where i.device_id = v.id and ${isProposed})`;
    found = found.where(query.to_check ? has : sql<SqlBool>`not ${has}`);
  }
  return found;
}

/** Newest battery of `device as v`; null without one, and where it is faulty. */
const batterySql = sql<
  number | null
>`(select l.value from reading_latest l join parameter p on p.id = l.parameter
  where l.device_id = v.id and p.key = 'battery' and not l.faulty)`;

const groupsOf = sql<
  Device["groups"]
>`(select coalesce(json_agg(json_build_object('id', q.id, 'name', q.name)
    order by q.name collate natural_ru, q.id), '[]')
  from device_group_member m join device_group q on q.id = m.group_id where m.device_id = v.id)`;

const columns = (rows: Devices) =>
  rows
    .select([...fieldColumns(deviceFields, "v"), "v.photo_key"])
    .select(["v.id", "v.name", "v.type", "v.latitude", "v.longitude"])
    .select(["v.garden_id", "v.region_id", "v.district_id", "v.interval_minutes", "v.soil_texture"])
    .select(["g.name as garden_name", "r.name as region_name", "d.name as district_name"])
    .select(["v.placed_on", "v.serviced_on", "v.service_due", "v.service_kind"])
    .select(["s.last_reading_at", "s.latest", stateSql.as("state")])
    .select(conditionSql.as("condition"))
    .select(groupsOf.as("groups"))
    .select(["k.created_at as token_created_at", "k.used_at as token_used_at"]);

const emptyLast = (text: RawBuilder<unknown>, language: Language) =>
  inOrderOf(sql`nullif(${text}, '')`, language);

function orderedBy(column: (typeof deviceOrderings)[number], language: Language) {
  if (column === "name") return inOrderOf(sql`v.name`, language);
  if (column === "garden") return nameInLanguage("g.name", language);
  if (column === "state") return stateSql;
  if (column === "condition") return conditionRank;
  if (column === "battery") return batterySql;
  if (column === "serial") return emptyLast(sql`v.serial`, language);
  if (column === "model")
    return emptyLast(sql`concat_ws(' ', nullif(v.maker, ''), v.model)`, language);
  if (column === "height_m" || column === "service_due") return sql.ref(`v.${column}`);
  return column === "type" ? sql`v.type` : sql`s.last_reading_at`;
}

/** Devices of a query as rows to choose from, which `v` names. */
export const devicesOf = (db: Db, actor: Actor, query: DeviceFilters, parameters: Parameters) =>
  filtered(visibleDevices(db, actor, parameters), query, parameters);

/** Page of devices in service (or of the retired ones) and how many there are. */
export async function listDevices(
  db: Db,
  actor: Actor,
  query: DeviceListQuery,
  order: Order<(typeof deviceOrderings)[number]>,
  language: Language = "ru",
): Promise<{ count: number; rows: Device[] }> {
  const parameters = await findParameters(db);
  const found = devicesOf(db, actor, query, parameters);
  const { count, page } = await countedPage(
    found,
    columns(found)
      .orderBy(orderedBy(order.column, language), (by) =>
        (order.direction === "asc" ? by.asc() : by.desc()).nullsLast(),
      )
      .$if(order.column === "condition", (rows) => rows.orderBy(inOrderOf(sql`v.name`, language)))
      .orderBy("v.id"),
    query,
  );
  return { count, rows: page.map((row) => toDevice(row, actor, parameters)) };
}

/** Where the devices of the list stand. */
export async function listDevicePoints(
  db: Db,
  actor: Actor,
  query: DeviceFilters,
): Promise<DevicePoints> {
  const parameters = await findParameters(db);
  const found = devicesOf(db, actor, query, parameters);
  const columns = found
    .select(["v.id", "v.name", "v.type", "v.latitude", "v.longitude"])
    .select([stateSql.as("state"), conditionSql.as("condition")]);
  return mapPoints(found, columns.orderBy("v.id"));
}

/** Finds a device within the actor's scope, retired or not. */
export async function findDevice(db: Db, actor: Actor, id: number): Promise<Device | undefined> {
  const parameters = await findParameters(db);
  const found = visibleDevices(db, actor, parameters);
  const row = await columns(found).where("v.id", "=", id).executeTakeFirst();
  return row && toDevice(row, actor, parameters);
}

/** The stored photo's key; undefined without a photo or outside the actor's scope. */
export async function findDevicePhotoKey(db: Db, actor: Actor, id: number) {
  const row = await db
    .selectFrom("device as v")
    .where(visibleTo(actor, devicePlace))
    .where("v.id", "=", id)
    .select("v.photo_key")
    .executeTakeFirst();
  return row?.photo_key;
}

/** Makers of the devices within the actor's scope with their models, one spelling of each. */
export async function listMakers(db: Db, actor: Actor) {
  const makers = await db
    .selectFrom("device as v")
    .where(visibleTo(actor, devicePlace))
    .where("v.maker", "!=", "")
    .groupBy(sql`lower(v.maker collate "und-x-icu")`)
    .select([sql<string>`min(v.maker)`.as("maker")])
    .select([
      sql<string[]>`coalesce(array_agg(distinct v.model) filter (where v.model <> ''), '{}')`.as(
        "models",
      ),
    ])
    .orderBy("maker")
    .execute();
  return { makers };
}
