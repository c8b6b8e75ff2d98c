/** A source is the whole programme's (policies/rules.ts). Its secret is sealed here and is never read back. */

import type { imagerySources } from "@nihol/contract/imagery/imagery-sources";
import type { CreateOf, PatchOf } from "@nihol/contract/resource";
import type { Db } from "@nihol/db/connection";
import { checkAddress } from "@nihol/sources/fetch/check-address";
import { SourceProblem } from "@nihol/sources/fetch/source-problem";
import { isBaseLayerKind } from "@nihol/sources/kinds/tiles";
import { checkTemplate } from "@nihol/sources/kinds/xyz";
import { listHosts, noSourceAccess, originOf } from "@nihol/store/sources/source-rows";
import { sealSecret, sourceKey } from "@nihol/store/sources/source-secret";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, Problem, refuseField } from "../../http/problem.ts";
import type { Services } from "../../http/services.ts";
import { requireRight } from "../../policies/rights.ts";
import { checkNamesFree } from "../../shared/rows/taken-names.ts";
import {
  deleteSource,
  endBaseLayer,
  hastenWatch,
  insertSource,
  lockSource,
  replaceHosts,
  type SealedCredential,
  updateSource,
  updateWatch,
} from "./imagery-source-queries.ts";
import { requireDaysOfChanged, requireDaysOfNew } from "./require-days.ts";

type Sources = typeof imagerySources;
type Credential = CreateOf<Sources>["credential"];
const resource = "imagerysource";
const none: SealedCredential = {
  credential_kind: "none",
  credential_name: "",
  credential_secret: null,
};

/** @throws {FieldProblem} under `address` for one that is not to be asked, or could not be */
async function requireAskable(
  db: Db,
  { sources = noSourceAccess }: Services,
  kind: string,
  address: string,
) {
  if (kind === "upload") return;
  try {
    if (kind === "xyz") checkTemplate(address);
    // Braces are no sign of an address: the template is judged as it would be filled.
    const filled = address.replace(/\{[^{}]*\}/g, "0");
    checkAddress(filled, { hosts: await listHosts(db), inside: sources.inside });
  } catch (error) {
    if (!(error instanceof SourceProblem)) throw error;
    refuseField("address", error.reason.code, error.reason.params);
  }
}

/** @throws {FieldProblem} under `is_base_layer` for a source that is no single image; takes the place of another one */
async function takeBaseLayer(
  db: Db,
  source: Parameters<typeof isBaseLayerKind>[0] & { id?: number },
  isWanted: boolean | undefined,
) {
  if (!isWanted) return;
  if (!isBaseLayerKind(source)) refuseField("is_base_layer", "source_no_base_layer");
  await endBaseLayer(db, source.id);
}

async function sealed(
  { sources = noSourceAccess }: Services,
  credential: Credential,
  address: string,
): Promise<SealedCredential> {
  if (!credential || credential.kind === "none") return none;
  const key = await sourceKey(sources.keyFile);
  return {
    credential_kind: credential.kind,
    credential_name: credential.name,
    credential_secret: sealSecret(key, originOf(address), credential.secret),
  };
}

/** Fields for the audit log: that a secret was written, never the secret. */
const auditedChange = ({ credential, ...fields }: CreateOf<Sources> | PatchOf<Sources>) => ({
  ...fields,
  ...(credential && { credential: credential.kind }),
});
/** An upload has no address, whatever was typed before the kind was chosen … */
const addressOf = (kind: string, address: string) => (kind === "upload" ? "" : address);
/** … and no server that could be asked again. */
const notWatched = (kind: string) => (kind === "upload" ? { watch_days: null } : {});

/** @throws {FieldProblem} for a name that is taken, or an address that may not be asked */
export async function createSource(services: Services, actor: Actor, body: CreateOf<Sources>) {
  requireRight(actor, resource, "add");
  await requireDaysOfNew(services, body);
  return services.db.sql.transaction().execute(async (trx) => {
    const { credential, ...given } = body;
    const { kind } = given;
    const fields = { ...given, address: addressOf(kind, given.address), ...notWatched(kind) };
    await checkNamesFree(trx, "imagery_source", fields.name);
    await requireAskable(trx, services, fields.kind, fields.address);
    await takeBaseLayer(trx, fields, fields.is_base_layer);
    const id = await insertSource(trx, fields, await sealed(services, credential, fields.address));
    await updateWatch(trx, id);
    await insertAudit(trx, actor, { action: "add", resource, id, change: auditedChange(body) });
    return id;
  });
}

/** @throws {FieldProblem} as above; `credential.secret` is asked for anew when the address leads to another server */
export async function patchSource(
  services: Services,
  actor: Actor,
  id: number,
  body: PatchOf<Sources>,
) {
  requireRight(actor, resource, "change");
  await requireDaysOfChanged(services, id, body);
  return services.db.sql.transaction().execute(async (trx) => {
    const before = await lockSource(trx, id);
    if (!before) throw notFound();
    const { credential, ...fields } = body;
    const kind = fields.kind ?? before.kind;
    const address = addressOf(kind, fields.address ?? before.address);
    if (kind !== "upload" && address === "") refuseField("address", "required");
    await checkNamesFree(trx, "imagery_source", fields.name, id);
    if (fields.kind !== undefined || fields.address !== undefined)
      await requireAskable(trx, services, kind, address);
    await takeBaseLayer(trx, { id, kind, address }, fields.is_base_layer ?? before.is_base_layer);
    const hasMoved = originOf(address) !== originOf(before.address);
    if (hasMoved && !credential && before.credential_kind !== "none")
      refuseField("credential.secret", "source_secret_again");
    const secret = credential && (await sealed(services, credential, address));
    await updateSource(trx, id, { ...fields, kind, address, ...notWatched(kind) }, secret);
    await updateWatch(trx, id);
    await insertAudit(trx, actor, { action: "change", resource, id, change: auditedChange(body) });
  });
}

/** @throws {Problem} 409 for a source that is switched off or not watched */
export function askNow({ db }: Services, actor: Actor, id: number) {
  return db.sql.transaction().execute(async (trx) => {
    requireRight(actor, resource, "change");
    const source = await lockSource(trx, id);
    if (!source) throw notFound();
    if (!source.enabled) throw new Problem(409, "source_disabled");
    if (source.watch_days === null) throw new Problem(409, "source_not_watched");
    await hastenWatch(trx, id);
    const change = { watch: "now" };
    await insertAudit(trx, actor, { action: "change", resource, id, change });
  });
}

/** Processes that were made of it stay, and keep its attribution; what it offers goes with it. */
export function removeSource({ db }: Services, actor: Actor, id: number) {
  return db.sql.transaction().execute(async (trx) => {
    requireRight(actor, resource, "delete");
    const source = await lockSource(trx, id);
    if (!source) throw notFound();
    await deleteSource(trx, id);
    const { name } = source;
    await insertAudit(trx, actor, { action: "delete", resource, id, change: { name } });
  });
}

/** Writes the list of servers that may be asked; the route has asked for a built-in role. */
export function writeHosts({ db }: Services, actor: Actor, hosts: readonly string[]) {
  return db.sql.transaction().execute(async (trx) => {
    const before = await listHosts(trx);
    await replaceHosts(trx, hosts, actor);
    const added = hosts.filter((host) => !before.includes(host));
    const removed = before.filter((host) => !hosts.includes(host));
    const change = { hosts_added: added, hosts_removed: removed };
    await insertAudit(trx, actor, { action: "change", resource, id: "hosts", change });
  });
}
