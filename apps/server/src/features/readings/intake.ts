/** Readings that a device sends with its token. */
import type { IntakeResult } from "@nihol/contract/sensors/readings";
import type { TurnAwayReason } from "@nihol/contract/values/sensors/readings";
import type { Database } from "@nihol/db/tables";
import { findParameters } from "@nihol/store/readings/parameters";
import type { NewReading } from "@nihol/store/readings/reading-values";
import { DeviceGone, writeReadings } from "@nihol/store/readings/reading-write";
import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { notFound, Problem } from "../../http/problem.ts";
import { type DeviceFacts, findFactsById } from "../../policies/devices.ts";
import { checkSent } from "./check-reading.ts";
import { intakeLogOf } from "./intake-log.ts";
import { findDeviceOfToken } from "./token-queries.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The device whose token came with the request; on intake alone. */
    deviceFacts?: DeviceFacts;
  }
}

type Db = Kysely<Database>;

/** `Authorization: Device <token>` or `Bearer <token>`; `X-Device-Token` for those that can send neither. */
function tokenOf(request: FastifyRequest): string | undefined {
  const scheme = /^(?:Device|Bearer)\s+(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const plain = request.headers["x-device-token"];
  return scheme ?? (typeof plain === "string" ? plain.trim() : undefined);
}

/** Counts a call that is not read at the device that it names or whose token it shows. */
function turnedAway(db: Db, id: number | undefined, status: number, reason: TurnAwayReason) {
  if (id !== undefined) intakeLogOf(db).turnAway(id, reason);
  return new Problem(status, reason);
}

/**
 * The device of a token, which must be the one that is named.
 * @param id the device that the caller names; undefined where it names none
 * @throws {Problem} 401 for no token of ours, 403 for another device, 409 for a retired one
 */
export async function deviceOfToken(
  db: Db,
  token: string,
  id: number | undefined,
): Promise<DeviceFacts> {
  const found = await findDeviceOfToken(db, token);
  if (found === undefined) throw turnedAway(db, id, 401, "device_token_invalid");
  if (id !== undefined && found !== id) throw turnedAway(db, id, 403, "device_token_other");
  const device = await findFactsById(db, found);
  if (!device) throw notFound();
  if (device.retired) throw turnedAway(db, found, 409, "device_retired");
  return device;
}

/**
 * The device of the request's token, which must be the one of the address.
 * @throws {Problem} 401 without a valid token, 403 for another device, 409 for a retired one
 */
export async function deviceOfRequest(
  db: Db,
  request: FastifyRequest,
  id: number,
): Promise<DeviceFacts> {
  const token = tokenOf(request);
  if (!token) throw turnedAway(db, id, 401, "device_token_missing");
  return deviceOfToken(db, token, id);
}

/** Checks and writes a batch; what is refused is named by its index in the batch. */
export async function takeReadings(
  db: Db,
  device: DeviceFacts,
  sent: readonly unknown[],
): Promise<IntakeResult> {
  const parameters = await findParameters(db);
  const good: NewReading[] = [];
  const refused: IntakeResult["refused"] = [];
  for (const [index, one] of sent.entries()) {
    const check = checkSent(device, parameters, one);
    if ("reading" in check) good.push(check.reading);
    else refused.push({ index, reason: check.reason });
  }
  const written = await writeReadings(db, device.id, good).catch((error: unknown) => {
    if (error instanceof DeviceGone) throw notFound();
    throw error;
  });
  return { ...written, refused_count: refused.length, refused };
}
