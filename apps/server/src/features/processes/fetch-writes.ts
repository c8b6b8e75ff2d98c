/** A process whose image is fetched from a source: an area and a day in place of a file. */
import type { FetchPlan } from "@nihol/contract/imagery/fetch-plans";
import type { Language } from "@nihol/contract/values/languages";
import type { Bbox } from "@nihol/geo/geometry";
import { openFetcher } from "@nihol/sources/fetch/source-fetcher";
import { SourceProblem } from "@nihol/sources/fetch/source-problem";
import { planFetch } from "@nihol/sources/plan-fetch";
import { listHosts, noSourceAccess } from "@nihol/store/sources/source-rows";
import {
  type AskedServer,
  fetchJob,
  insertFetched,
  requireArea,
  requireServer,
} from "../../commands/fetch-process.ts";
import type { Actor } from "../../http/actor.ts";
import { Problem, refuseField } from "../../http/problem.ts";
import type { Services } from "../../http/services.ts";
import { type Create, isFuture } from "../../shared/imagery/process-area.ts";

/** Fields of the form that a refusal of the source concerns; others are of the whole. */
const fieldOf: Record<string, string> = {
  source_area_too_large: "area",
  source_no_capture: "date",
  source_disabled: "source",
  source_secret_lost: "source",
};

/** @throws {FieldProblem} or {Problem} 409, with the reason */
function refuse(error: unknown): never {
  if (!(error instanceof SourceProblem)) throw error;
  const { code, params } = error.reason;
  const field = fieldOf[code];
  if (field) refuseField(field, code, params);
  throw new Problem(409, code, params);
}

/** Asks the source's server. @throws {FieldProblem}, {Problem} 409 */
async function planned(
  { db, sources = noSourceAccess }: Services,
  { settings, credential }: AskedServer,
  area: Bbox,
  day: string | null,
) {
  const allowed = { hosts: await listHosts(db.sql), inside: sources.inside };
  const fetcher = openFetcher({ allowed, credential, timeoutMs: 20_000 });
  try {
    return await planFetch(settings, fetcher, { area, day });
  } catch (error) {
    return refuse(error);
  } finally {
    fetcher.close();
  }
}

/**
 * Plans what it would take to fetch an area of a source.
 * @param body `date` null: before a day is chosen
 * @throws {FieldProblem} for what could not be fetched; {Problem} 409 with what the source's server did
 */
export async function planFromSource(
  services: Services,
  actor: Actor,
  body: { source: number; area: Create["area"]; date: string | null },
): Promise<FetchPlan> {
  const source = await requireServer(services, body.source);
  const { bbox } = await requireArea(services, actor, body.area);
  if (body.date !== null && isFuture(body.date)) refuseField("date", "date_in_future");
  const { attribution, licence } = source;
  const { image, gsdM, hasDate, ...plan } = await planned(services, source, bbox, body.date);
  return {
    ...plan,
    gsd_m: gsdM,
    has_date: hasDate,
    image: image && `data:image/${image.format};base64,${image.bytes.toString("base64")}`,
    attribution,
    licence,
  };
}

/**
 * Makes a process of a source, an area and a day, and sends its first job.
 * @throws {FieldProblem} for a source that is not to be asked, a date to come, an area that is none, too large or
 * outside the actor's territory, a day without an image; {Problem} 409 with what the source's server did
 */
export async function createFromSource(
  services: Services,
  actor: Actor,
  body: Create & { source: number },
  language: Language,
): Promise<number> {
  const { db, jobs } = services;
  if (isFuture(body.date)) refuseField("date", "date_in_future");
  const source = await requireServer(services, body.source);
  const area = await requireArea(services, actor, body.area);
  // Asked before a job is made of it: a day that there is not, or a server that is away, is said at once.
  await planned(services, source, area.bbox, body.date);
  return db.sql.transaction().execute(async (trx) => {
    const order = { ...body, source, area, language };
    const id = await insertFetched(trx, actor, order);
    await jobs.sendIn(trx, fetchJob(id));
    return id;
  });
}
