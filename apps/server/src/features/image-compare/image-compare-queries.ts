import type { StoredProblem } from "@nihol/contract/values/errors";
import type {
  ComparisonResult,
  ComparisonState,
} from "@nihol/contract/values/imagery/image-compare";
import { compareVersion } from "@nihol/contract/values/imagery/image-compare";
import type { Db } from "@nihol/db/connection";
import type { Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { gardenPlace } from "@nihol/policies/sees";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { changeableBy } from "../../policies/imagery.ts";
import { visibleTo } from "../../policies/scope.ts";
import type { AreaKind } from "../../shared/imagery/change-sums.ts";
import { publishedImages } from "../../shared/imagery/published-images.ts";
import { regionVisible } from "../../shared/territory/territory-sql.ts";

export interface Area {
  kind: AreaKind;
  id: number;
  name: Record<string, string>;
  boundary: MultiPolygon | null;
  bbox: Bbox | null;
}

/** An area within the actor's scope. */
export async function findArea(
  db: Db,
  actor: Actor,
  { kind, id }: { kind: AreaKind; id: number },
): Promise<Area | undefined> {
  const alias = { garden: "g", district: "d", region: "r" }[kind];
  const visible = {
    garden: visibleTo(actor, gardenPlace),
    district: visibleTo(actor, { region: "d.region_id", district: "d.id" }),
    region: regionVisible(actor),
  }[kind];
  // `regionVisible` asks a region for a district that it has not.
  const source =
    kind === "region" ? sql`(select *, null::int as none from region)` : sql.table(kind);
  const { rows } = await sql<Omit<Area, "kind">>`
    select ${sql.ref(`${alias}.id`)}, ${sql.ref(`${alias}.name`)}, ${sql.ref(`${alias}.boundary`)},
      ${sql.ref(`${alias}.bbox`)}
    from ${source} as ${sql.ref(alias)}
    where ${sql.ref(`${alias}.id`)} = ${id} and ${visible}`.execute(db);
  return rows[0] && { kind, ...rows[0] };
}

/** Published images within the actor's scope. */
function images(db: Db, actor: Actor) {
  return publishedImages(db, actor)
    .select([
      "w.id",
      "w.captured_on",
      "w.bbox",
      "w.coverage",
      "w.gsd_m",
      "w.has_nir",
      "w.model",
      "p.file_name",
      "p.attribution",
    ])
    .select(changeableBy(actor).as("in_scope"));
}
export type ImageRow = Awaited<ReturnType<ReturnType<typeof images>["executeTakeFirstOrThrow"]>>;

const MAX_IMAGES = 500;

/** Images near a box, the newest first. */
export async function listImagesNear(
  db: Db,
  actor: Actor,
  [west = 0, south = 0, east = 0, north = 0]: readonly number[],
): Promise<ImageRow[]> {
  return images(db, actor)
    .where(sql<SqlBool>`w.bbox[1] <= ${east} and w.bbox[3] >= ${west}`)
    .where(sql<SqlBool>`w.bbox[2] <= ${north} and w.bbox[4] >= ${south}`)
    .orderBy("w.captured_on", "desc")
    .orderBy("w.id", "desc")
    .limit(MAX_IMAGES)
    .execute();
}

export async function findImages(db: Db, actor: Actor, ids: number[]): Promise<ImageRow[]> {
  return images(db, actor).where("w.id", "in", ids).execute();
}

export interface ComparisonRow {
  id: number;
  before_id: number;
  after_id: number;
  status: Exclude<ComparisonState, "absent">;
  progress: number;
  message: StoredProblem | null;
  result: ComparisonResult | null;
  /** While it waits, how many are made before it. */
  ahead: number | null;
}

/** Comparisons that are made before a waiting one: what runs, then what people asked for, then the rest, in their order. */
const aheadOf = sql<number | null>`case when status = 'pending' then (
  select count(*)::int from image_comparison o where o.status in ('pending', 'in_progress') and o.id <> image_comparison.id
    and (o.status = 'in_progress' or (o.requested_by is null, o.id) < (image_comparison.requested_by is null, image_comparison.id))
) end`;

/** Comparisons of these images, done or under way, by the current version of the method. */
export async function listComparisons(db: Db, beforeIds: number[]): Promise<ComparisonRow[]> {
  if (beforeIds.length === 0) return [];
  return db
    .selectFrom("image_comparison")
    .where("before_id", "in", beforeIds)
    .where("method", "=", compareVersion)
    .select(["id", "before_id", "after_id", "status", "progress", "message", "result"])
    .select(aheadOf.as("ahead"))
    .execute();
}

/** Requests a comparison that is missing, failed, waits without anybody having asked for it, or was made by an older version of the method. @returns its number, or undefined when there is one. */
export async function insertComparison(
  db: Db,
  actor: Actor,
  before: number,
  after: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into image_comparison (before_id, after_id, method, requested_by)
    values (${before}, ${after}, ${compareVersion}, ${actor.id})
    on conflict (before_id, after_id) do update set method = excluded.method, status = 'pending',
      progress = 0, message = null, result = null, requested_by = excluded.requested_by,
      finished_at = null, updated_at = now()
    where image_comparison.method <> excluded.method or image_comparison.status = 'failed'
      or (image_comparison.status = 'pending' and image_comparison.requested_by is null)
    returning id`.execute(db);
  return rows[0]?.id;
}

/** Counts a person's comparisons that wait or run. */
export async function countWaiting(db: Db, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom("image_comparison")
    .where("requested_by", "=", userId)
    .where("status", "in", ["pending", "in_progress"])
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Of these comparisons, how many are of images within the actor's scope. */
export async function countReachable(db: Db, actor: Actor, ids: number[]): Promise<number> {
  const visible = images(db, actor).clearSelect().select("w.id");
  const { n } = await db
    .selectFrom("image_comparison")
    .where("id", "in", ids)
    .where("before_id", "in", visible)
    .where("after_id", "in", visible)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}
