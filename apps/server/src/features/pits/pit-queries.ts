/** Writing what somebody found at a pit. */
import type { FieldPit, pitAnswerSchema } from "@nihol/contract/planting/pits";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import { metresApart } from "@nihol/geo/draw-plots";
import { listPits } from "@nihol/store/verdicts/garden-rows";
import type { PitPlace } from "@nihol/store/verdicts/pit-answers";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, Problem } from "../../http/problem.ts";
import { tasksVisibleTo } from "../../policies/planting.ts";
import { phoneTime } from "../../shared/planting/phone-time.ts";

/** Metres within which a place that went through a phone is that of the pit. */
const samePitM = 0.1;

/** The pit of an image in the task's garden; undefined where it shows none there. @throws {Problem} 404 outside the actor's scope */
async function findPit(trx: Db, actor: Actor, task: number, image: number, place: PitPlace) {
  const garden = await trx
    .selectFrom("planting_task as t")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .where("t.id", "=", task)
    .where(tasksVisibleTo(actor))
    .select("g.boundary")
    .executeTakeFirst();
  if (!garden) throw notFound();
  const pits = garden.boundary ? await listPits(trx, garden.boundary, image) : [];
  return pits.find((pit) => metresApart(pit, place) <= samePitM);
}

/** The actor's answer that stands. */
async function findStanding(trx: Db, actor: Actor, image: number, pit: PitPlace) {
  const { answer } = await trx
    .selectFrom("pit_answer")
    .where("whole_image_id", "=", image)
    .where("longitude", "=", pit.longitude)
    .where("latitude", "=", pit.latitude)
    .where("answered_by", "=", actor.id)
    .select("answer")
    .executeTakeFirstOrThrow();
  return { ...pit, answer };
}

/**
 * Writes what the actor found at a pit, in the place of what they said of it before; one that was found earlier and comes
 * later changes nothing.
 * @throws {Problem} 409 `entry_of_another` for what somebody else found, `pit_gone` where the image shows no pit there (any
 * more); 404 outside the actor's scope
 * @throws {FieldProblem} under `answered_at` for a time to come
 */
export async function answerPit(
  db: Db,
  actor: Actor,
  task: number,
  body: z.output<typeof pitAnswerSchema>,
): Promise<FieldPit> {
  const { image, answer, counter, person } = body;
  if (person !== undefined && person !== actor.id) throw new Problem(409, "entry_of_another");
  const answeredAt = phoneTime("answered_at", body.answered_at);
  return db.transaction().execute(async (trx) => {
    const pit = await findPit(trx, actor, task, image, body);
    if (!pit) throw new Problem(409, "pit_gone");
    const columns = {
      ...{ answer, answered_at: answeredAt, received_at: new Date() },
      counter_longitude: counter?.longitude ?? null,
      counter_latitude: counter?.latitude ?? null,
      accuracy_m: counter?.accuracy_m ?? null,
    };
    const written = await trx
      .insertInto("pit_answer")
      .values({ whole_image_id: image, ...pit, task_id: task, answered_by: actor.id, ...columns })
      .onConflict((conflict) =>
        conflict
          .columns(["whole_image_id", "longitude", "latitude", "answered_by"])
          .doUpdateSet(columns)
          .where("pit_answer.answered_at", "<", answeredAt),
      )
      .returning("id")
      .executeTakeFirst();
    if (!written) return findStanding(trx, actor, image, pit);
    const change = { task, ...body, ...pit, answered_at: answeredAt.toISOString() };
    const resource = "planttreetaskreport";
    await insertAudit(trx, actor, { action: "pit_answer", resource, id: written.id, change });
    return { ...pit, answer };
  });
}
