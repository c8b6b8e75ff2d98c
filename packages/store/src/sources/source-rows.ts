/** Sources as server and worker read them: how one is asked, with which secret, and which servers may be asked at all. */

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
  /** Absolute. */
  keyFile: string;
}

/** Where nothing is set: no server inside, and no secret can be kept. */
export const noSourceAccess: SourceAccess = { inside: [], keyFile: "" };

/** The scheme, host and port of an address; "" for one that has none. The braces of a template stand behind it. */
export function originOf(address: string): string {
  const [start = ""] = address.split("{");
  return URL.canParse(start) ? new URL(start).origin : "";
}

/** A source with all that its server is asked by. */
export interface AskedSource {
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

/** A source as it is asked; undefined where there is none of this id. */
export async function findAskedSource(
  db: Db,
  access: SourceAccess,
  id: number,
): Promise<AskedSource | undefined> {
  const row = await sourceRows(db).where("id", "=", id).executeTakeFirst();
  return row && toAsked(row, access);
}

/** The source that lies beneath the map, as it is asked; undefined where none does. */
export async function findBaseLayer(
  db: Db,
  access: SourceAccess,
): Promise<AskedSource | undefined> {
  const row = await sourceRows(db).where("is_base_layer", "=", true).executeTakeFirst();
  return row && toAsked(row, access);
}

async function toAsked(
  row: Selectable<Database["imagery_source"]>,
  { keyFile }: SourceAccess,
): Promise<AskedSource> {
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

/** The servers that an administrator has let in. */
export async function listHosts(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("imagery_host").select("host").orderBy("host").execute();
  return rows.map(({ host }) => host);
}
