/** A process whose image is fetched from a source: an area and a day in place of a file. */
import { randomUUID } from "node:crypto";
import type { FetchPlan } from "@nihol/contract/imagery/fetch-plans";
import { isServer } from "@nihol/contract/values/imagery-sources";
import type { Language } from "@nihol/contract/values/languages";
import type { RasterMetadata } from "@nihol/contract/values/raster-metadata";
import { json } from "@nihol/db/json";
import { type Bbox, bboxPolygon, type MultiPolygon } from "@nihol/geo/geometry";
import { bboxOf } from "@nihol/geo/polygon";
import { openFetcher } from "@nihol/sources/fetch/source-fetcher";
import { SourceProblem } from "@nihol/sources/fetch/source-problem";
import { planFetch } from "@nihol/sources/plan-fetch";
import { findAskedSource, listHosts, noSourceAccess } from "@nihol/store/sources/source-rows";
import { loadTerritory } from "@nihol/store/trees/territory-index";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { Problem, refuseField } from "../../http/problem.ts";
import type { Services } from "../../http/services.ts";
import { mayUploadAt } from "../../policies/imagery.ts";
import { areaOf, type Create, isFuture } from "./process-area.ts";
import { insertProcess } from "./queries.ts";

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

/** @throws {FieldProblem} for a source that is not there, or not to be asked */
async function requireServer({ db, sources = noSourceAccess }: Services, id: number) {
  const source = await findAskedSource(db.sql, sources, id);
  if (!source || !isServer(source.settings.kind)) return refuseField("source", "not_found");
  if (!source.enabled) refuseField("source", "source_disabled");
  if (source.credential === "lost") return refuseField("source", "source_secret_lost");
  return { ...source, credential: source.credential };
}

/** @throws {FieldProblem} for an area that is none, or outside the actor's territory */
async function requireArea({ db }: Services, actor: Actor, given: Create["area"]) {
  const { kind, id, boundary } = await areaOf(db.sql, actor, given);
  if (!boundary) return refuseField("area", "required");
  const bbox = bboxOf(boundary);
  const [west, south, east, north] = bbox;
  const find = await loadTerritory(db.sql, bbox);
  const place = find((west + east) / 2, (south + north) / 2);
  if (!(await mayUploadAt(db.sql, actor, place))) refuseField("area", "out_of_reach");
  return { kind, id, boundary, bbox, place };
}

type AskedServer = Awaited<ReturnType<typeof requireServer>>;

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
 * What it would take to fetch an area of a source.
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

/** What is known of an image before it is there: where it will lie. */
const expectedFacts = (bbox: Bbox) =>
  json({ bbox, footprint: bboxPolygon(bbox) } as unknown as RasterMetadata);

/** `Сад 2026-05-17.tif`: the source's name in the language of who asks; what no file name has becomes a dash. */
const fileNameOf = (name: Record<string, string>, day: string, language: Language) =>
  `${(name[language] || name.ru || "").replace(/[/\\:*?"<>|\p{Cc}]+/gu, "-").slice(0, 120)} ${day}.tif`;

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
  const { name, attribution, licence } = source;
  const id = await db.sql.transaction().execute(async (trx) => {
    const created = await insertProcess(trx, {
      upload_id: null,
      source_id: body.source,
      attribution,
      licence,
      fetched: 0,
      file_name: fileNameOf(name, body.date, language),
      file_key: `upload/source-${randomUUID()}`,
      facts: expectedFacts(area.bbox),
      capture_date: body.date,
      threshold: body.threshold,
      area_kind: area.kind,
      area_id: area.id,
      area: json<MultiPolygon>(area.boundary),
      requested_by: actor.id,
      language,
      region_id: area.place.region_id,
      district_id: area.place.district_id,
    });
    const change = { source: body.source, date: body.date, area: area.kind };
    await insertAudit(trx, actor, {
      action: "add",
      resource: "satelliteimagery",
      id: created,
      change,
    });
    return created;
  });
  await jobs.send("imagery.fetch", { process: id });
  return id;
}
