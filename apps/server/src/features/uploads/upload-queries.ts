import type { FileCheck, Upload, uploadCheck } from "@nihol/contract/imagery/uploads";
import { hidesTrees, type RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { limits } from "@nihol/contract/values/limits";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import { env } from "@nihol/db/env";
import { json } from "@nihol/db/json";
import { text } from "@nihol/locales/text";
import { uploadKeys } from "@nihol/store/files/upload-keys";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { visibleImagery } from "../../policies/imagery.ts";
import { may } from "../../policies/rights.ts";
import { holdAccount } from "../../shared/accounts/hold-account.ts";

export interface StoredProblem {
  code: string;
  params: Record<string, string | number>;
}

interface NewUpload {
  id: string;
  userId: number;
  fileName: string;
  size: number;
}

/**
 * Says whether a person has room for another upload beside those that no process was made of. Each counts as large as it
 * was announced, so that many begun at once cannot outgrow it. Called with the person's row held.
 */
async function hasRoom(trx: Db, { userId, size }: NewUpload): Promise<boolean> {
  const { count, bytes } = await trx
    .selectFrom("upload as u")
    .leftJoin("imagery_process as p", "p.upload_id", "u.id")
    .where("u.user_id", "=", userId)
    .where("u.status", "!=", "refused")
    .where("p.id", "is", null)
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      eb.fn.coalesce(eb.fn.sum<number>("u.size"), eb.lit(0)).as("bytes"),
    ])
    .executeTakeFirstOrThrow();
  const { unusedUploads: max } = limits;
  return Number(count) < max.count && Number(bytes) + size <= max.bytes;
}

/** Says whether many files of a person were refused lately; rows of earlier ones go. Called with the person's row held. */
async function isOftenRefused(trx: Db, userId: number): Promise<boolean> {
  const { count: max, minutes, days } = limits.refusedUploads;
  const ofPerson = trx.selectFrom("upload").where("user_id", "=", userId);
  await trx
    .deleteFrom("upload")
    .where("user_id", "=", userId)
    .where("status", "=", "refused")
    .where("updated_at", "<", new Date(Date.now() - days * 86_400_000))
    .execute();
  const { count } = await ofPerson
    .where("status", "=", "refused")
    .where("updated_at", ">", new Date(Date.now() - minutes * 60_000))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count) >= max;
}

/** Reasons why a person may not begin another upload now. */
export type UploadRefusal = "uploads_unused" | "uploads_refused";

/** @returns undefined once it is begun, or why it may not be: unused uploads leave no room, or many were refused lately */
export async function insertUpload(db: Db, upload: NewUpload): Promise<UploadRefusal | undefined> {
  return db.transaction().execute(async (trx) => {
    await holdAccount(trx, upload.userId);
    if (await isOftenRefused(trx, upload.userId)) return "uploads_refused";
    if (!(await hasRoom(trx, upload))) return "uploads_unused";
    await insertRow(trx, upload);
    return undefined;
  });
}

async function insertRow(db: Db, upload: NewUpload) {
  await db
    .insertInto("upload")
    .values({
      id: upload.id,
      user_id: upload.userId,
      file_name: upload.fileName,
      size: upload.size,
      file_key: uploadKeys(upload.id).file,
    })
    .execute();
}

export async function updateUpload(
  db: Db,
  id: string,
  columns: {
    status: "ready" | "refused";
    facts?: RasterMetadata | undefined;
    problem?: StoredProblem | undefined;
    fingerprint: string | undefined;
    sent_key: string | null;
  },
) {
  await db
    .updateTable("upload")
    .set({
      status: columns.status,
      fingerprint: columns.fingerprint,
      sent_key: columns.sent_key,
      facts: columns.facts ? json(columns.facts) : undefined,
      problem: columns.problem ? json(columns.problem) : null,
      updated_at: new Date(),
    })
    .where("id", "=", id)
    .execute();
}

/** A server that was killed lets the check of an upload go after so long. */
const leaseSeconds = 20;
const leased = sql<Date>`now() + ${leaseSeconds} * interval '1 second'`;

/** Takes uploads whose check nobody works on. @returns them, oldest first */
export async function takeFreeChecks(db: Db) {
  const rows = await db
    .updateTable("upload")
    .set({ check_until: leased })
    .where("status", "=", "checking")
    .where((eb) => eb.or([eb("check_until", "is", null), eb("check_until", "<", sql<Date>`now()`)]))
    .returning(["id", "file_name", "user_id", "created_at"])
    .execute();
  return rows.sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

/** Renews the leases of checks that this server waits for or runs, or gives them back. */
export async function renewChecks(db: Db, ids: readonly string[], to: "taken" | "free") {
  if (ids.length === 0) return;
  await db
    .updateTable("upload")
    .set({ check_until: to === "taken" ? leased : null })
    .where("id", "in", ids)
    .where("status", "=", "checking")
    .execute();
}

/** Notes that the last byte has come, and who sees it first has the check. @returns false when it had come before. */
export async function setArrived(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("upload")
    .set({ status: "checking", check_until: leased, updated_at: new Date() })
    .where("id", "=", id)
    .where("status", "=", "receiving")
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** An upload is its owner's alone until it has become a process. */
export async function findUpload(db: Db, actor: Actor, id: string) {
  return db
    .selectFrom("upload")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", actor.id)
    .executeTakeFirst();
}
type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

/** Notes which bands are which, as long as no process was made of the upload. @returns whether it was in time */
export async function updateBands(db: Db, id: string, facts: RasterMetadata): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("upload as u")
    .set({ facts: json(facts), updated_at: new Date() })
    .where("u.id", "=", id)
    .where("u.status", "=", "ready")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("imagery_process as p").select("p.id").whereRef("p.upload_id", "=", "u.id"),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Uploads that are not whole yet, or whose last byte a killed server did not note. */
export const listReceiving = (db: Db) =>
  db
    .selectFrom("upload")
    .where("status", "=", "receiving")
    .select(["id", "file_name", "size"])
    .execute();

/** Says whether a process was made of it: then its file is the process's. */
export async function isUsed(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("imagery_process")
    .where("upload_id", "=", id)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteUpload(db: Db, id: string) {
  await db.deleteFrom("upload").where("id", "=", id).execute();
}

/** The row as the contract shows it, its problem in the reader's language. */
export function toUpload(row: UploadRow, received: number, language: string): Upload {
  const facts = row.facts;
  const problem = row.problem;
  return {
    id: row.id,
    file_name: row.file_name,
    size: Number(row.size),
    received,
    status: row.status,
    problem: problem && {
      code: problem.code,
      detail: text(language, `errors.${problem.code}`, problem.params),
    },
    facts: facts && {
      width: facts.width,
      height: facts.height,
      gsd_m: facts.gsdMeters,
      too_coarse: facts.gsdMeters > env.maxCountGsdM,
      half_colours: hidesTrees(facts.halfColours, facts.gsdMeters),
      has_nir: facts.roles.nir !== null,
      bands: facts.roles,
      mended: facts.mended ?? [],
      band_readings: facts.readings ?? [],
      bits: facts.bits,
      bbox: facts.bbox,
      footprint: { type: "MultiPolygon", coordinates: [facts.footprint.coordinates] },
      capture_date: facts.captureDate?.precision === "day" ? facts.captureDate.date : null,
      capture_date_basis: facts.captureDate?.basis ?? null,
    },
  };
}

/** A file that somebody is about to send, as its header describes it. */
export type ChosenFile = z.output<typeof uploadCheck.body>["files"][number];

/**
 * Own uploads that no process was made of, and those of processes that the actor sees. Two files whose fingerprints are
 * known are compared by these alone.
 */
export async function listSameFiles(db: Db, actor: Actor, files: readonly ChosenFile[]) {
  const visible = may(actor, "satelliteimagery", "view") ? visibleImagery(actor) : sql`false`;
  const { rows } = await sql<{
    n: number;
    by_content: boolean;
    file_name: string;
    process: number | null;
  }>`
    select f.n::int, coalesce(up.fingerprint = f.fingerprint, false) as by_content, up.file_name, p.id as process
    from unnest(${files.map(({ name }) => name)}::text[], ${files.map(({ size }) => size)}::bigint[],
      ${files.map(({ fingerprint }) => fingerprint)}::text[]) with ordinality as f(name, size, fingerprint, n)
    join upload up on up.size = f.size and up.status in ('checking', 'ready')
      and coalesce(up.fingerprint = f.fingerprint, up.file_name = f.name)
    left join imagery_process p on p.upload_id = up.id
    left join whole_image w on w.process_id = p.id
    where case when p.id is null then up.user_id = ${actor.id} else ${visible} end
    order by f.n, by_content, p.id nulls first, up.id`.execute(db);
  // The best one of each file comes last and stays.
  return new Map(
    rows.map(({ n, by_content, file_name, process }) => [
      n - 1,
      { basis: by_content ? ("content" as const) : ("name" as const), file_name, process },
    ]),
  );
}

/** Images of the same day that share at least half of the smaller one's box. */
export async function listSameDays(db: Db, actor: Actor, files: readonly ChosenFile[]) {
  const placed = files.flatMap(({ date, bbox }, n) => (date && bbox ? [{ n, date, bbox }] : []));
  if (placed.length === 0 || !may(actor, "wholeimage", "view"))
    return new Map<number, FileCheck["same_day"]>();
  const side = (i: number) => placed.map(({ bbox }) => bbox[i] ?? 0);
  const { rows } = await sql<{ n: number; whole_image: number; file_name: string }>`
    select f.n, w.id as whole_image, p.file_name
    from unnest(${placed.map(({ n }) => n)}::int[], ${placed.map(({ date }) => date)}::date[],
      ${side(0)}::float8[], ${side(1)}::float8[], ${side(2)}::float8[], ${side(3)}::float8[])
      as f(n, day, west, south, east, north)
    join whole_image w on w.captured_on = f.day
      and w.bbox[1] < f.east and w.bbox[3] > f.west and w.bbox[2] < f.north and w.bbox[4] > f.south
    join imagery_process p on p.id = w.process_id
    where ${visibleImagery(actor)}
      and (least(w.bbox[3], f.east) - greatest(w.bbox[1], f.west))
        * (least(w.bbox[4], f.north) - greatest(w.bbox[2], f.south))
        >= 0.5 * least((w.bbox[3] - w.bbox[1]) * (w.bbox[4] - w.bbox[2]),
          (f.east - f.west) * (f.north - f.south))
    order by f.n, w.id`.execute(db);
  return new Map(rows.map(({ n, whole_image, file_name }) => [n, { whole_image, file_name }]));
}
