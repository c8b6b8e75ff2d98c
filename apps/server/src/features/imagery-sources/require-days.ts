/** A watch asks for days that are new: a source that names none is refused when it is set, and not days later. */
import type { imagerySources } from "@nihol/contract/imagery/imagery-sources";
import type { CreateOf, PatchOf } from "@nihol/contract/resource";
import { openFetcher } from "@nihol/sources/fetch/source-fetcher";
import { SourceProblem } from "@nihol/sources/fetch/source-problem";
import { namesDays } from "@nihol/sources/names-days";
import {
  findSourceWithCredential,
  listHosts,
  noSourceAccess,
  originOf,
  type SourceWithCredential,
} from "@nihol/store/sources/source-rows";
import { refuseField } from "../../http/problem.ts";
import type { Services } from "../../http/services.ts";

type Sources = typeof imagerySources;
const timeoutMs = 10_000;

async function requireDays(
  { db, sources = noSourceAccess }: Services,
  { settings, credential }: Pick<SourceWithCredential, "settings" | "credential">,
) {
  if (settings.kind === "upload" || credential === "lost") return;
  const allowed = { hosts: await listHosts(db.sql), inside: sources.inside };
  const fetcher = openFetcher({ allowed, credential, timeoutMs });
  try {
    if (!(await namesDays(settings, fetcher))) refuseField("watch_days", "source_days_unknown");
  } catch (error) {
    // A server that does not answer now may later: the watch says what is wrong then.
    if (!(error instanceof SourceProblem)) throw error;
  } finally {
    fetcher.close();
  }
}

const credentialOf = (given: CreateOf<Sources>["credential"], address: string) =>
  given && given.kind !== "none" ? { origin: originOf(address), value: given } : undefined;

/** @throws {FieldProblem} under `watch_days` */
export async function requireDaysOfNew(services: Services, body: CreateOf<Sources>) {
  if (body.watch_days === null) return;
  const { credential, ...settings } = body;
  await requireDays(services, {
    settings,
    credential: credentialOf(credential, body.address),
  });
}

/** Asks only where the watch begins, or what is asked becomes another. @throws {FieldProblem} under `watch_days` */
export async function requireDaysOfChanged(services: Services, id: number, body: PatchOf<Sources>) {
  if (body.watch_days === undefined || body.watch_days === null) return;
  const { db, sources = noSourceAccess } = services;
  const before = await findSourceWithCredential(db.sql, sources, id);
  if (!before) return;
  const { credential, ...given } = body;
  const settings = { ...before.settings, ...given };
  const hasMoved = originOf(settings.address) !== originOf(before.settings.address);
  const kept = hasMoved ? undefined : before.credential;
  await requireDays(services, {
    settings,
    credential: credential ? credentialOf(credential, settings.address) : kept,
  });
}
