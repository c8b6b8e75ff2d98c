/** Grounds of images, what was learned of them, and who may say what of them. */

import type { GroundName, ImageGround } from "@nihol/contract/imagery/grounds";
import type { Db } from "@nihol/db/connection";
import { accountHasFullScope } from "@nihol/policies/account-rights";
import { hasLostLabels } from "@nihol/store/processes/recount-lessons";
import { newestLessonsFirst } from "@nihol/store/trees/plots/ground-range";
import { groundsAlike } from "@nihol/store/trees/plots/shared-plots";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { changeableBy, isGroundOfOwnPeople } from "../../policies/imagery.ts";
import { visibleImages } from "../../shared/imagery/published-images.ts";

/** An image that the actor may see, with what is known of its ground. */
export async function findImage(db: Db, actor: Actor, id: number) {
  return visibleImages(db, actor)
    .where("w.id", "=", id)
    .select(["w.id", "w.process_id", "w.counted", "w.model_sha256", "w.gsd_m", "w.has_nir"])
    .select(["w.ground_id", "w.ground_by", "w.lessons_id"])
    .select(["p.status", "p.threshold", changeableBy(actor).as("in_scope")])
    .executeTakeFirst();
}
export type GroundImage = NonNullable<Awaited<ReturnType<typeof findImage>>>;

/**
 * Those of the grounds whose images, as far as people named them, the actor may all change; of which people name none any
 * more, those that the actor's own people made.
 */
async function ownGrounds(db: Db, actor: Actor, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const foreign = await db
    .selectFrom("whole_image as w")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .where("w.ground_id", "in", [...ids])
    .where("w.ground_by", "=", "person")
    .where(sql<boolean>`not ${changeableBy(actor)}`)
    .select("w.ground_id")
    .distinct()
    .execute();
  const unclaimed = await db
    .selectFrom("ground as g")
    .leftJoin("user_account as u", "u.id", "g.created_by")
    .where("g.id", "in", [...ids])
    .where(
      sql<boolean>`not exists (select from whole_image w where w.ground_id = g.id and w.ground_by = 'person')`,
    )
    .where(sql<boolean>`not ${isGroundOfOwnPeople(actor)}`)
    .select("g.id as ground_id")
    .execute();
  const others = new Set([...foreign, ...unclaimed].map(({ ground_id }) => ground_id));
  return new Set(ids.filter((id) => !others.has(id)));
}

/** Tells whether the actor may teach a ground: what is learned of it counts for all of its images. */
export const isOwnGround = async (db: Db, actor: Actor, id: number) =>
  (await ownGrounds(db, actor, [id])).has(id);

/** Grounds with images like this one that the actor may teach, the nearest day first. */
export async function listAlike(db: Db, actor: Actor, id: number): Promise<GroundName[]> {
  const alike = await groundsAlike(db, id);
  const own = await ownGrounds(
    db,
    actor,
    alike.map((ground) => ground.id),
  );
  return alike.filter((ground) => own.has(ground.id));
}

export const findGround = (db: Db, id: number) =>
  db.selectFrom("ground").where("id", "=", id).selectAll().executeTakeFirst();

/** Counted sample plots from which the actor's learning would learn, of images that the detector `network` counted. */
export async function countPlots(db: Db, actor: Actor, ground: number, network: string | null) {
  const { rows } = await sql<{ images: number; plots: number; trees: number }>`
    select count(distinct w.id)::int as images, count(*)::int as plots,
      coalesce(sum(cardinality(c.marks) / 2), 0)::int as trees
    from whole_image w join calibration_window c on c.whole_image_id = w.id
      join imagery_process p on p.id = w.process_id
    where w.ground_id = ${ground} and w.counted and w.model_sha256 = ${network} and c.marks is not null
      and w.review <> 'rejected' and ${changeableBy(actor)}`.execute(db);
  return rows[0] ?? { images: 0, plots: 0, trees: 0 };
}

/** Other images of a ground that the actor may see, the newest first. */
export function listOthers(db: Db, actor: Actor, { id, ground_id }: GroundImage) {
  return visibleImages(db, actor)
    .where("w.ground_id", "=", ground_id)
    .where("w.id", "<>", id)
    .select(["w.id", "p.file_name", "w.captured_on as date"])
    .orderBy("w.captured_on", "desc")
    .orderBy("w.id", "desc")
    .limit(50)
    .execute();
}

/** Figures of lessons that people are told; the rest is for the detector. */
type LessonFigures = Pick<NonNullable<ImageGround["lessons"]>, "before" | "after" | "gain"> & {
  labels: { images: number; plots: number; trees: number };
};

/** Holds where who learned has the whole programme: such lessons reach images of all regions. */
const isOfProgramme = sql<boolean>`(u.id is not null and ${accountHasFullScope})`;

/** Holds where somebody of the whole programme took them back. */
const isWithdrawnByProgramme = sql<boolean>`exists (
  select from user_account u join user_group r on r.id = u.group_id
  where u.id = l.withdrawn_by and ${accountHasFullScope})`;

/** Images whose sample plots taught lessons `l`, with the plots of each, the trees in them, and the plots that are gone. */
const labelledImages = sql<{ image: number; plots: number; trees: number; gone: number }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('image', x.image, 'plots', x.plots, 'trees', x.trees, 'gone', x.gone)
    order by x.image), '[]') from (
    select (e ->> 'image')::int as image, count(*)::int as plots, sum((e ->> 'truth')::int)::int as trees,
      (count(*) - count(c.n))::int as gone
    from jsonb_array_elements(l.counts) e
    left join calibration k on k.whole_image_id = (e ->> 'image')::int and k.side = (e ->> 'side')::int
    left join calibration_window c on c.whole_image_id = k.whole_image_id and c.cell = (e ->> 'cell')::int
      and c.marks is not null
    group by 1) x)`;

/** Images that are being counted anew after lessons of the ground were taken back, and those that keep their count by them. */
export async function countRecounts(db: Db, ground: number) {
  const { rows } = await sql<{ recounting: number; kept: number }>`
    select count(*) filter (where p.status in ('pending', 'in_progress'))::int as recounting,
      count(*) filter (where p.status not in ('pending', 'in_progress'))::int as kept
    from ground_lessons l join whole_image w on w.lessons_id = l.id join imagery_process p on p.id = w.process_id
    where l.ground_id = ${ground} and l.withdrawn_at is not null`.execute(db);
  return rows[0] ?? { recounting: 0, kept: 0 };
}

function lessonsRows(db: Db) {
  return db
    .selectFrom("ground_lessons as l")
    .leftJoin("user_account as u", "u.id", "l.learned_by")
    .leftJoin("user_group as r", "r.id", "u.group_id")
    .select(isOfProgramme.as("is_of_programme"))
    .select(isWithdrawnByProgramme.as("is_withdrawn_by_programme"))
    .select(["l.id", "l.n", "l.network", "l.is_better", "l.learned_at"])
    .select(["l.withdrawn_at", "u.first_name", "u.last_name"])
    .select([hasLostLabels.as("has_lost_labels"), labelledImages.as("labelled")])
    .select(sql<LessonFigures>`l.lessons - 'model' - 'look' - 'features'`.as("figures"));
}
export type LessonsRow = Awaited<
  ReturnType<ReturnType<typeof lessonsRows>["executeTakeFirstOrThrow"]>
>;

/** Decides whether lessons that are in use rest on labels that are gone: learning anew takes them back. */
export const restsOnLostLabels = (lessons: LessonsRow | undefined): boolean =>
  lessons?.withdrawn_at === null && lessons.has_lost_labels;

/** Lessons by their number. */
export const findLessons = (db: Db, id: number) =>
  lessonsRows(db).where("l.id", "=", id).executeTakeFirst();

/** The lessons of a ground that a run would use. */
export const newestLessons = (db: Db, ground: number) =>
  lessonsRows(db)
    .where("l.ground_id", "=", ground)
    .orderBy(newestLessonsFirst)
    .limit(1)
    .executeTakeFirst();

/** The newest lessons of a ground that nobody took back, whole, as a file. */
export const findLessonsFile = (db: Db, ground: number) =>
  db
    .selectFrom("ground_lessons")
    .where("ground_id", "=", ground)
    .where("withdrawn_at", "is", null)
    .orderBy("n", "desc")
    .limit(1)
    .select(["n", "lessons"])
    .executeTakeFirst();
