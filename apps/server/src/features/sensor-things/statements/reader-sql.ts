/** As whom the service is read: which devices, in which language, and under which address. */
import { type DeviceType, deviceTypes } from "@nihol/contract/values/devices";
import { paths } from "@nihol/contract/values/paths";
import { hasRight } from "@nihol/contract/values/permissions";
import type { Database } from "@nihol/db/tables";
import { languageOf, type TextLanguage } from "@nihol/locales/text";
import { devicePlace } from "@nihol/policies/sees";
import type { Clause } from "@nihol/policies/viewer";
import type { FastifyRequest } from "fastify";
import { type Kysely, type SqlBool, sql } from "kysely";
import { denied, Problem } from "../../../http/problem.ts";
import type { Services } from "../../../http/services.ts";
import { visibleTo } from "../../../policies/scope.ts";
import { apiAddress } from "../../../shared/open-data/api-address.ts";
import { publishedCollections } from "../../../shared/open-data/open-collections.ts";

/** Whoever reads, within one transaction. */
export interface Reader {
  db: Kysely<Database>;
  /** Over `device as v`. */
  visible: Clause;
  language: TextLanguage;
  /** Of the service, without a slash at its end. */
  base: string;
  kinds: readonly DeviceType[];
  /** Until when statements may begin (`performance.now`), and how many seconds that was at first. */
  until: number;
  seconds: number;
}

/** The address of the service as the caller reaches it, without a slash at its end. */
export const baseOf = (services: Services, request: FastifyRequest) =>
  `${apiAddress(services, request)}${paths.sensorThings}`;

/** The language that the call asks for, else that of its person, else English: programs ask for none. */
function languageFor({ headers, caller }: FastifyRequest): TextLanguage {
  const asked = headers["accept-language"];
  if (asked !== undefined && asked !== "*") return languageOf(asked);
  return caller?.language ?? "en";
}

/**
 * Devices of the caller's scope, retired ones too; besides, where readings are published, all that are in service.
 * @throws {Problem} 401 or 403 where there are none to read
 */
async function visibleDevices({ db }: Services, { caller }: FastifyRequest): Promise<Clause> {
  const own =
    caller && hasRight(caller.permissions, "device.view")
      ? visibleTo(caller, devicePlace)
      : undefined;
  if ((await publishedCollections(db.sql)).has("readings"))
    return own ? sql<SqlBool>`(not v.retired or ${own})` : sql<SqlBool>`not v.retired`;
  if (own) return own;
  throw caller ? denied("device.view") : new Problem(401, "not_authenticated", {}, challenge);
}

/** Programs that know no token ask their user for a name and a password: the token is the password. */
const challenge = { "www-authenticate": 'Basic realm="Nihol", charset="UTF-8"' };

/** @throws {Problem} for a caller who may not read devices */
export async function readerOf(
  services: Services,
  request: FastifyRequest,
): Promise<Omit<Reader, "db" | "until" | "seconds">> {
  return {
    visible: await visibleDevices(services, request),
    language: languageFor(request),
    base: baseOf(services, request),
    kinds: deviceTypes,
  };
}

/**
 * Leaves the statements that follow no more than what is left of the call's time.
 * @throws {Problem} 400 where nothing is left
 */
export async function limitStatements({ db, until, seconds }: Reader): Promise<void> {
  const left = Math.round(until - performance.now());
  if (left <= 0) throw new Problem(400, "query_too_long", { seconds });
  await sql`set local statement_timeout = ${sql.lit(left)}`.execute(db);
}

/** Runs a reading transaction whose statements begin within so many seconds, and end by themselves. */
export function readWithin<T>(
  { db }: Services,
  seconds: number,
  read: (within: Pick<Reader, "db" | "until" | "seconds">) => Promise<T>,
): Promise<T> {
  return db.sql
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((trx) => read({ db: trx, until: performance.now() + seconds * 1000, seconds }));
}
