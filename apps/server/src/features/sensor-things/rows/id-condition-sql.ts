/** Ids of entities: of a device its number, of a parameter its key, of a datastream and an observation both and the moment. */
import { type SqlBool, sql } from "kysely";
import type { EntitySet } from "../model/model.ts";
import type { Condition, LinkValue } from "./ask-sql.ts";

const maxId = 2_147_483_647;

/** Parts of `3-air_temperature`, the id of a datastream. */
export function datastreamParts(id: LinkValue): { deviceId: number; key: string } | undefined {
  const found = /^(\d{1,10})-([a-z][a-z0-9_]{0,39})$/.exec(String(id));
  const [deviceId, key] = [Number(found?.[1]), found?.[2]];
  return key !== undefined && deviceId <= maxId ? { deviceId, key } : undefined;
}

/** Parts of `3-air_temperature-1764374400000`, the id of an observation; milliseconds since 1970. */
export function observationParts(
  id: LinkValue,
): { deviceId: number; key: string; at: number } | undefined {
  const found = /^(.*[a-z0-9_])-(-?\d{1,15})$/.exec(String(id));
  const stream = datastreamParts(found?.[1] ?? "");
  return stream && { ...stream, at: Number(found?.[2]) };
}

const none = sql<SqlBool>`false`;
const is = (alias: string, column: string, value: LinkValue) =>
  sql<SqlBool>`${sql.ref(`${alias}.${column}`)} = ${value}`;

/** The condition on rows of a set other than observations to have an id; none has one of another form. */
export function idCondition(set: EntitySet, alias: string, id: LinkValue): Condition {
  if (set === "Sensors") return is(alias, "kind", String(id));
  if (set === "ObservedProperties") return is(alias, "key", String(id));
  if (set === "Datastreams") {
    const parts = datastreamParts(id);
    if (!parts) return none;
    return sql<SqlBool>`${is(alias, "device_id", parts.deviceId)} and ${is(alias, "key", parts.key)}`;
  }
  const isNumber = typeof id === "number" && Number.isInteger(id) && id <= maxId;
  return isNumber ? is(alias, "device_id", id) : none;
}
