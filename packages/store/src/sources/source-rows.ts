/** Sources as server and worker read them: with the secret that their server wants, and the servers that may be asked at all. */

import type {
  CredentialKind,
  SourceSettings,
} from "@nihol/contract/values/imagery/imagery-sources";
import type { Names } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import type { Database } from "@nihol/db/tables";
import type { Selectable } from "kysely";
import { openSecret, sourceKey } from "./source-secret.ts";

/** Settings of the installation that concern sources. */
export interface SourceAccess {
  /** `127.0.0.1:8080`: servers inside that may be asked. */
  inside: readonly string[];
  /** Absolute path of the key that opens stored secrets; "" where none can be kept. */
  keyFile: string;
}

/** Access where nothing is set: no server inside, and no secret can be kept. */
export const noSourceAccess: SourceAccess = { inside: [], keyFile: "" };

/** The scheme, host and port of an address; "" for one that has none. Placeholders in braces may stand in path and query alone. */
export function originOf(address: string): string {
  const [start = ""] = address.split("{");
  return URL.canParse(start) ? new URL(start).origin : "";
}

/** Source with all that a request to its server needs: settings and opened secret. */
export interface SourceWithCredential {
  id: number;
  name: Names;
  enabled: boolean;
  attribution: string;
  licence: string;
  settings: SourceSettings;
  /** Undefined where it needs none. A secret that the key does not open is lost: it is to be entered anew. */
  credential:
    | { origin: string; value: { kind: CredentialKind; name: string; secret: string } }
    | "lost"
    | undefined;
}

const sourceRows = (db: Db) => db.selectFrom("imagery_source").selectAll();

/** Source with its opened secret; undefined where there is none of this id. */
export async function findSourceWithCredential(
  db: Db,
  access: SourceAccess,
  id: number,
): Promise<SourceWithCredential | undefined> {
  const row = await sourceRows(db).where("id", "=", id).executeTakeFirst();
  return row && withOpenedSecret(row, access);
}

/** Source that lies beneath the map, with its opened secret; undefined where none does. */
export async function findBaseLayer(
  db: Db,
  access: SourceAccess,
): Promise<SourceWithCredential | undefined> {
  const row = await sourceRows(db).where("is_base_layer", "=", true).executeTakeFirst();
  return row && withOpenedSecret(row, access);
}

async function withOpenedSecret(
  row: Selectable<Database["imagery_source"]>,
  { keyFile }: SourceAccess,
): Promise<SourceWithCredential> {
  const { id, kind, address, date_format, layer, asset, max_zoom, gsd_m } = row;
  const settings = { kind, address, date_format, layer, asset, max_zoom, gsd_m };
  const { name, enabled, attribution, licence } = row;
  const base = { id, name, enabled, attribution, licence, settings };
  if (row.credential_secret === null) return { ...base, credential: undefined };
  const origin = originOf(address);
  const secret = openSecret(await sourceKey(keyFile), origin, row.credential_secret);
  if (secret === undefined) return { ...base, credential: "lost" };
  const value = { kind: row.credential_kind, name: row.credential_name, secret };
  return { ...base, credential: { origin, value } };
}

/** Servers that an administrator has allowed. */
export async function listHosts(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("imagery_host").select("host").orderBy("host").execute();
  return rows.map(({ host }) => host);
}
