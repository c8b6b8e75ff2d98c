/** A process whose image is fetched from a source: of a form, or of a capture that a watched source offers. */

import { randomUUID } from "node:crypto";
import { isServer } from "@nihol/contract/values/imagery/imagery-sources";
import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { Language } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { type Bbox, bboxPolygon, type MultiPolygon } from "@nihol/geo/geometry";
import { bboxOf } from "@nihol/geo/polygon";
import type { JobRequest } from "@nihol/store/jobs/job-queue";
import { findSourceWithCredential, noSourceAccess } from "@nihol/store/sources/source-rows";
import { loadTerritory } from "@nihol/store/trees/territory-index";
import type { Actor } from "../http/actor.ts";
import { insertAudit } from "../http/audit.ts";
import { refuseField } from "../http/problem.ts";
import type { Services } from "../http/services.ts";
import { mayUploadAt } from "../policies/imagery.ts";
import { insertProcess } from "../shared/imagery/new-process.ts";
import { areaOf, type Create } from "../shared/imagery/process-area.ts";

/** @throws {FieldProblem} for a source that is not there, or not to be asked */
export async function requireServer({ db, sources = noSourceAccess }: Services, id: number) {
  const source = await findSourceWithCredential(db.sql, sources, id);
  if (!source || !isServer(source.settings.kind)) return refuseField("source", "not_found");
  if (!source.enabled) refuseField("source", "source_disabled");
  if (source.credential === "lost") return refuseField("source", "source_secret_lost");
  return { ...source, credential: source.credential };
}

/** @throws {FieldProblem} for an area that is none, or outside the actor's territory */
export async function requireArea({ db }: Services, actor: Actor, given: Create["area"]) {
  const { kind, id, boundary } = await areaOf(db.sql, actor, given);
  if (!boundary) return refuseField("area", "required");
  const bbox = bboxOf(boundary);
  const [west, south, east, north] = bbox;
  const find = await loadTerritory(db.sql, bbox);
  const place = find((west + east) / 2, (south + north) / 2);
  if (!(await mayUploadAt(db.sql, actor, place))) refuseField("area", "out_of_reach");
  return { kind, id, boundary, bbox, place };
}

export type AskedServer = Awaited<ReturnType<typeof requireServer>>;

/** Facts of an image before it is there: where it will lie. */
const expectedFacts = (bbox: Bbox) =>
  json({ bbox, footprint: bboxPolygon(bbox) } as unknown as RasterMetadata);

/** `Сад 2026-05-17.tif`: the source's name in the language of who asks; what no file name has becomes a dash. */
const fileNameOf = (name: Record<string, string>, day: string, language: Language) =>
  `${(name[language] || name.ru || "").replace(/[/\\:*?"<>|\p{Cc}]+/gu, "-").slice(0, 120)} ${day}.tif`;

/** Order of an area: from which server, for whom. */
interface Order {
  source: AskedServer;
  area: Awaited<ReturnType<typeof requireArea>>;
  date: string;
  threshold: number | null;
  language: Language;
}

/** Writes the process and its line in the log; who calls it sends `fetchJob` in the same transaction. */
export async function insertFetched(
  trx: Db,
  actor: Actor,
  { source, area, date, threshold, language }: Order,
): Promise<number> {
  const { name, attribution, licence } = source;
  const id = await insertProcess(trx, {
    upload_id: null,
    source_id: source.id,
    attribution,
    licence,
    fetched: 0,
    file_name: fileNameOf(name, date, language),
    file_key: `upload/source-${randomUUID()}`,
    facts: expectedFacts(area.bbox),
    capture_date: date,
    threshold,
    area_kind: area.kind,
    area_id: area.id,
    area: json<MultiPolygon>(area.boundary),
    requested_by: actor.id,
    language,
    region_id: area.place.region_id,
    district_id: area.place.district_id,
  });
  const change = { source: source.id, date, area: area.kind };
  await insertAudit(trx, actor, { action: "add", resource: "satelliteimagery", id, change });
  return id;
}

/** The first job of a process that `insertFetched` has made. */
export const fetchJob = (process: number): JobRequest => ({
  name: "imagery.fetch",
  data: { process },
});
