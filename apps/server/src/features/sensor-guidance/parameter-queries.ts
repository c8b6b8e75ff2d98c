/** Parameters as they are listed and written: names, units, kinds of device. */
import type {
  ParameterCreate,
  ParameterPatch,
  ParameterRow,
} from "@nihol/contract/sensors/parameters";
import { type DeviceType, deviceTypes } from "@nihol/contract/values/devices";
import type { Names } from "@nihol/contract/values/languages";
import { json } from "@nihol/db/json";
import type { Database } from "@nihol/db/tables";
import { findParameters, type ParameterFacts } from "@nihol/store/readings/parameters";
import { parameterId } from "@nihol/store/readings/reading-values";
import { type Kysely, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { guidanceCan } from "../../policies/devices.ts";

type Db = Kysely<Database>;

const toRow = (facts: ParameterFacts, actor: Actor): ParameterRow => ({
  key: facts.key,
  device_types: facts.device_types,
  name: facts.name,
  unit: facts.unit,
  unit_name: facts.unit_name,
  decimals: facts.decimals,
  averaging: facts.averaging,
  optional: facts.optional,
  headings: facts.headings,
  basis: facts.basis,
  example: facts.example,
  can: guidanceCan(actor),
});

/** Every parameter in the order of screens. Units as each language writes them. */
export async function listParameters(db: Db, actor: Actor): Promise<ParameterRow[]> {
  const { list } = await findParameters(db);
  return list.map((facts) => toRow(facts, actor));
}

/** The parameter of a key; undefined for none. */
export async function findParameter(
  db: Db,
  actor: Actor,
  key: string,
): Promise<ParameterRow | undefined> {
  const facts = (await findParameters(db)).byKey.get(key);
  return facts && toRow(facts, actor);
}

/** Lets a single writer at the list: names and numbers of two would be compared with neither. */
export async function lockParameters(trx: Db) {
  await sql`select pg_advisory_xact_lock(hashtextextended('parameter', 0))`.execute(trx);
}

/** The unit in each language: where none is given, as the API writes it. */
const inEach = (unit: string, { tg, ru, en, az }: Names): Names => ({
  tg: tg || unit,
  ru: ru || unit,
  en: en || unit,
  az: az || unit,
});

/** Names of the unit before are none of the next one: a form sends them back as it read them. */
function renamed(names: Names, { unit, unit_name: before }: ParameterRow): Names {
  const kept = (language: keyof Names) =>
    [unit, before[language]].includes(names[language]) ? "" : names[language];
  return { tg: kept("tg"), ru: kept("ru"), en: kept("en"), az: kept("az") };
}

const inOrder = (types: readonly DeviceType[]) => deviceTypes.filter((one) => types.includes(one));

/** Those that are delivered have numbers below. */
const firstOwn = 1000;

/** Inserts a parameter behind those that are there. */
export async function insertParameter(db: Db, body: ParameterCreate, example: number) {
  const { name, unit, unit_name, basis, device_types, ...columns } = body;
  await db
    .insertInto("parameter")
    .values({
      ...columns,
      id: sql`(select greatest(max(id) + 1, ${firstOwn}) from parameter)`,
      name: json(name),
      unit,
      unit_name: json(inEach(unit, unit_name)),
      basis: basis && json(basis),
      device_types: inOrder(device_types),
      example,
    })
    .execute();
}

/** Fields that are left out keep their values. */
export async function updateParameter(db: Db, before: ParameterRow, body: ParameterPatch) {
  const { name, unit = before.unit, unit_name, basis, device_types, ...columns } = body;
  const units = unit === before.unit ? unit_name : renamed(unit_name ?? before.unit_name, before);
  await db
    .updateTable("parameter")
    .set({
      ...columns,
      unit,
      ...(name && { name: json(name) }),
      ...(units && { unit_name: json(inEach(unit, units)) }),
      ...(basis !== undefined && { basis: basis && json(basis) }),
      ...(device_types && { device_types: inOrder(device_types) }),
    })
    .where("key", "=", before.key)
    .execute();
}

/** Kinds of the devices that have sent it. */
export async function findSenderTypes(db: Db, key: string): Promise<DeviceType[]> {
  const rows = await db
    .selectFrom("reading_latest as l")
    .innerJoin("device as v", "v.id", "l.device_id")
    .where("l.parameter", "=", parameterId(key))
    .select("v.type")
    .distinct()
    .execute();
  return rows.map(({ type }) => type);
}
